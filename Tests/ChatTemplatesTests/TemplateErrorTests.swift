// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import Testing

@testable import ChatTemplates

@Suite struct TemplateErrorTests {
  static let cases: [(source: String, description: String)] = [
    ("{{ raise_exception('No system role.') }}", "the chat template refuses the conversation: No system role."),
    ("a\n {{ nope.x }}", "chat template, line 2, column 9: 'nope' is undefined"),
    ("{{ d.zz.y }}", "chat template, line 1, column 8: 'dict object' has no attribute 'zz'"),
    ("{{ nope() }}", "chat template, line 1, column 8: 'nope' is undefined"),
    ("{{ 1 + 'a' }}", "chat template, line 1, column 4: unsupported operand type(s) for +: 'int' and 'str'"),
    ("{{ 'a' + d }}", "chat template, line 1, column 4: can only concatenate str (not \"dict\") to str"),
    ("{{ 1 < 'a' }}", "chat template, line 1, column 4: '<' not supported between instances of 'int' and 'str'"),
    ("{{ 1 // 0 }}", "chat template, line 1, column 4: integer division or modulo by zero"),
    ("{% for x in none %}{% endfor %}", "chat template, line 1, column 13: 'NoneType' object is not iterable"),
    ("{% for a, b in [1] %}{% endfor %}", "chat template, line 1, column 8: 'int' object is not iterable"),
    ("{% for a, b in [[1]] %}{% endfor %}", "chat template, line 1, column 8: expected 2 values to unpack, got 1"),
    ("{{ nope|tojson }}", "chat template, line 1, column 9: Object of type Undefined is not JSON serializable"),
    ("{{ 5|length }}", "chat template, line 1, column 6: object of type 'int' has no len()"),
    ("{{ x|nosuch }}", "chat template, line 1, column 6: unknown filter 'nosuch'"),
    ("{{ x is nosuch }}", "chat template, line 1, column 6: unknown test 'nosuch'"),
    ("{% nosuch %}", "chat template, line 1, column 4: unknown tag 'nosuch'"),
    ("{% if %}", "chat template, line 1, column 7: expected a value, found '%}'"),
    (
      "{% if 1 %}",
      "chat template, line 1, column 11: expected {% elif %} or {% else %} or {% endif %}, found 'the end of the template'"
    ),
    ("{% endif %}", "chat template, line 1, column 4: unknown tag 'endif'"),
    ("{{ (1 }}", "chat template, line 1, column 7: unexpected '}', expected ')'"),
    ("{{ a b }}", "chat template, line 1, column 6: expected '}}', found 'b'"),
    ("{{ ", "chat template, line 1, column 1: tag without an end"),
    ("{{ ? }}", "chat template, line 1, column 4: unexpected character '?'"),
    ("{% break %}", "chat template, line 1, column 4: 'break' outside a loop"),
    ("{% for a in b recursive %}{% endfor %}", "chat template, line 1, column 15: recursive loops are not supported"),
    ("{% set d.x = 1 %}", "chat template, line 1, column 8: cannot assign attribute on non-namespace object 'd'"),
  ]

  @Test(arguments: 0..<cases.count) func says(_ number: Int) {
    let (source, description) = Self.cases[number]
    let error = #expect(throws: TemplateError.self) { try ChatTemplate(source).render(["d": ["a": 1]]) }
    #expect(error?.description == description, "\(source)")
  }
}
