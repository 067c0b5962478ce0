// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import Testing

@testable import ChatTemplates

/// Text from variables keeps its mark on every way to the output.
@Suite struct InputMarkingTests {
  /// The output with input in angle brackets.
  static func marked(_ source: String, _ variables: JSONObject) throws -> String {
    try ChatTemplate(source).render(variables).map { $0.isInput ? "⟨\($0.text)⟩" : $0.text }.joined()
  }

  static let cases: [(source: String, output: String)] = [
    ("a{{ s }}b", "a⟨Hi there⟩b"),
    ("{{ 'a' + s + 'b' }}", "a⟨Hi there⟩b"),
    ("{{ 'a' ~ s ~ 1 }}", "a⟨Hi there⟩1"),
    ("{{ s[1:3] }}", "⟨i ⟩⟨⟩"),
    ("{{ s|upper|trim }}", "⟨HI THERE⟩"),
    ("{{ s.split(' ')|join('-') }}", "⟨Hi⟩-⟨there⟩"),
    ("{{ s|replace('Hi', 'Ho') }}", "Ho⟨ there⟩"),
    ("{{ '%s!' % s }}", "⟨Hi there⟩!"),
    ("{{ '{}!'.format(s) }}", "⟨Hi there⟩!"),
    ("{% set x %}[{{ s }}]{% endset %}{{ x }}", "[⟨Hi there⟩]"),
    ("{% macro f(x) %}<{{ x }}>{% endmacro %}{{ f(s) }}", "<⟨Hi there⟩>"),
    ("{{ d|tojson }}", "{\"⟨k⟩\": \"⟨v\\\"⟩\"}"),
    ("{{ d }}", "{'⟨k⟩': '⟨v\"⟩'}"),
    ("{% for k, v in d.items() %}{{ k }}={{ v }}{% endfor %}", "⟨k⟩=⟨v\"⟩"),
    ("{{ bos_token + s }}", "<s>⟨Hi there⟩"),
    ("{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% endfor %}", "<|user|>⟨c⟩<|⟨end⟩|>⟨d⟩"),
    ("{{ [s]|first|indent(2, true) }}", "  ⟨Hi there⟩"),
    ("{{ s|length }}{{ s == 'Hi there' }}{{ s in {'Hi there': 1} }}", "8TrueTrue"),
  ]

  @Test(arguments: 0..<cases.count) func keepsMarks(_ number: Int) throws {
    let (source, output) = Self.cases[number]
    let variables: JSONObject = [
      "s": "Hi there", "d": ["k": "v\""], "bos_token": "<s>",
      "messages": [["role": "user", "content": "c"], ["role": "end", "content": "d"]],
    ]
    #expect(try Self.marked(source, variables) == output.replacing("⟨⟩", with: ""), "\(source)")
  }
}
