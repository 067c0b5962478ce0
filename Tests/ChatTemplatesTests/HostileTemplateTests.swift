// SPDX-License-Identifier: Apache-2.0
import Foundation
import OrderedJSON
import Testing

@testable import ChatTemplates

/// Templates made to crash, hang or fill the memory of whoever renders them: each is a typed error.
@Suite struct HostileTemplateTests {
  enum Outcome: Sendable, Equatable {
    case tooDeep, tooManySteps, tooLong, tooMuchMemory, syntax, type
  }

  static func outcome(_ source: String, _ variables: JSONObject = [:]) -> Outcome? {
    do {
      _ = try ChatTemplate(source).render(variables)
      return nil
    } catch {
      switch error.kind {
      case .tooDeep: return .tooDeep
      case .tooManySteps: return .tooManySteps
      case .tooLong: return .tooLong
      case .tooMuchMemory: return .tooMuchMemory
      case .syntax: return .syntax
      case .type: return .type
      default: return nil
      }
    }
  }

  /// Runs on a thread with the smallest stack in use, so that a deep recursion shows.
  static func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
    let box = Box<Result>()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      box.value = body()
      done.signal()
    }
    thread.stackSize = 512 * 1024
    thread.start()
    done.wait()
    return box.value
  }

  // SAFETY: the semaphore orders the one write before the read.
  private final class Box<Value>: @unchecked Sendable { var value: Value? }

  static func repeated(_ text: String, _ count: Int = 30_000) -> String { String(repeating: text, count: count) }

  static let cases: [(name: String, source: String, outcome: Outcome)] = [
    ("parentheses", "{{ " + repeated("(", 6000) + "1" + repeated(")", 6000) + " }}", .tooDeep),
    ("lists", "{{ " + repeated("[") + repeated("]") + " }}", .tooDeep),
    ("dictionaries", "{{ " + repeated("{'a':") + "1" + repeated("}") + " }}", .tooDeep),
    ("not", "{{ " + repeated("not ") + "1 }}", .tooDeep),
    ("minus", "{{ " + repeated("-") + "1 }}", .tooDeep),
    ("if", repeated("{% if 1 %}") + repeated("{% endif %}"), .tooDeep),
    ("for", repeated("{% for a in b %}") + repeated("{% endfor %}"), .tooDeep),
    ("conditional", "{{ " + repeated("1 if 1 else ") + "1 }}", .tooDeep),
    ("members", "{{ a" + repeated(".b") + " }}", .tooDeep),
    ("items", "{{ a" + repeated("[0]") + " }}", .tooDeep),
    ("calls", "{{ a" + repeated("()") + " }}", .tooDeep),
    ("nested calls", "{{ " + repeated("a(") + repeated(")") + " }}", .tooDeep),
    ("filters", "{{ a" + repeated("|upper") + " }}", .tooDeep),
    ("tests", "{{ a" + repeated(" is defined") + " }}", .tooDeep),
    ("filter arguments", "{{ " + repeated("a|default(") + "1" + repeated(")") + " }}", .tooDeep),
    ("macro calling itself", "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}", .tooDeep),
    ("two macros", "{% macro f() %}{{ g() }}{% endmacro %}{% macro g() %}{{ f() }}{% endmacro %}{{ f() }}", .tooDeep),
    ("caller", "{% macro f() %}{% call f() %}{{ caller() }}{% endcall %}{% endmacro %}{{ f() }}", .tooDeep),
    ("range", "{{ range(10**9)|length }}", .tooLong),
    ("range beside a long text", "{% set a = -((x, '' - range(4*10**6))) %}", .tooLong),
    ("the longest range", "{{ range(100000)|length }}{{ range(100001)|length }}", .tooLong),
    ("range of everything", "{{ range(-9223372036854775807, 9223372036854775807)|list }}", .tooLong),
    ("loops in loops", repeated("{% for a in range(1000) %}", 4) + "x" + repeated("{% endfor %}", 4), .tooManySteps),
    ("text times number", "{{ 'a' * 10**12 }}", .tooLong),
    ("list times number", "{{ [0] * 10**12 }}", .tooLong),
    ("integers", "{{ 10**18 * 10**18 }}", .type),
    ("least integer", "{{ (-9223372036854775807 - 1) // -1 }}", .type),
    (
      "doubling", "{% set n = namespace(s='ab') %}{% for i in range(100) %}{% set n.s = n.s ~ n.s %}{% endfor %}",
      .tooLong
    ),
    ("replace", "{{ ('a' * 1000000)|replace('', 'b' * 1000000) }}", .tooLong),
    ("join", "{{ range(100000)|join('a' * 100000) }}", .tooLong),
    ("indent", "{{ 'a\\nb'|indent(10**10) }}", .tooLong),
    ("tojson indent", "{{ [1]|tojson(indent=10**10) }}", .tooLong),
    ("zfill", "{{ 'a'.zfill(10**10) }}", .tooLong),
    ("center", "{{ 'a'|center(10**10) }}", .tooLong),
    ("batch", "{{ [1]|batch(10**10, 0)|list }}", .tooLong),
    ("list in itself", "{% set a = [] %}{% set _ = a.append(a) %}{{ a }}", .tooDeep),
    ("list in itself as JSON", "{% set a = [] %}{% set _ = a.append(a) %}{{ a|tojson }}", .tooDeep),
    (
      "comparing lists in themselves",
      "{% set a = [] %}{% set _ = a.append(a) %}{% set b = [] %}{% set _ = b.append(b) %}{{ a == b }}", .tooDeep
    ),
    ("namespace in itself", "{% set a = namespace() %}{% set a.a = a %}{{ a }}", .tooDeep),
    (
      "list around a list",
      "{% set n = namespace(a=[]) %}{% for i in range(100000) %}{% set n.a = [n.a] %}{% endfor %}", .tooDeep
    ),
    (
      "shared lists",
      "{% set n = namespace(a=[1]) %}{% for i in range(40) %}{% set n.a = [n.a, n.a] %}{% endfor %}{{ n.a }}",
      .tooManySteps
    ),
    ("a template without end", repeated("a", 1_100_000), .tooLong),
    // What is made on the way, however little of it is written.
    ("sorting one text many times", "{{ (['A' * 1000000] * 1000)|sort|length }}", .tooMuchMemory),
    ("smallest of them", "{{ (['A' * 1000000] * 1000)|min|length }}", .tooMuchMemory),
    ("parts", "{{ ('a,' * 1000000).split(',')|length }}", .tooMuchMemory),
    ("parts from the end", "{{ ('a,' * 1000000).rsplit(',')|length }}", .tooMuchMemory),
    ("words", "{{ ('a ' * 1000000).split()|length }}", .tooMuchMemory),
    ("lines", "{{ ('a\n' * 1000000).splitlines()|length }}", .tooMuchMemory),
    ("indented lines", "{{ ('a\n' * 1000000)|indent|length }}", .tooMuchMemory),
    ("characters", "{{ ('a' * 1000000)|list|length }}", .tooMuchMemory),
    ("escapes", "{{ ('\\x01' * 1000000)|tojson|length }}", .tooMuchMemory),
    ("printed escapes", "{{ ['\\x01' * 4000000]|string|length }}", .tooMuchMemory),
    ("percent signs", "{{ ('é' * 1000000)|urlencode|length }}", .tooMuchMemory),
    ("markup", "{{ ('<' * 4000000)|escape|length }}", .tooMuchMemory),
    (
      "long indentation", "{{ " + repeated("[", 90) + repeated("]", 90) + "|tojson(indent='a' * 500000) }}",
      .tooMuchMemory
    ),
    ("long separators", "{{ range(1000)|tojson(separators=('a' * 500000, ':')) }}", .tooMuchMemory),
    (
      "list put into itself",
      "{% set l = [1] %}{% for i in range(100) %}{% set _ = l.extend(l) %}{% endfor %}", .tooMuchMemory
    ),
    (
      "many texts kept",
      "{% set l = [] %}{% for i in range(1000) %}{% set _ = l.append('a' * 100000 ~ i) %}{% endfor %}",
      .tooMuchMemory
    ),
    ("macros in a loop", "{% for i in range(100000) %}{% macro f() %}{% endmacro %}{% endfor %}", .tooMuchMemory),
    // What takes long, however short it is written.
    ("searching", "{{ ('a' * 1000000).find(sub='a' * 500000 ~ 'b') }}", .tooManySteps),
    ("searching for a list", "{{ ('a' * 1000000).find(['a'] * 100000) }}", .tooManySteps),
    ("equal beginnings", loop("{% if s.startswith((s[1:] ~ 'b', s[2:] ~ 'b')) %}{% endif %}"), .tooMuchMemory),
    ("endings of a tuple", loop("{% if s.endswith(t) %}{% endif %}"), .tooManySteps),
    ("long keys", loop("{% set x = namespace(d, s=1) %}"), .tooManySteps),
    ("long keys compared", loop("{% if d == e %}{% endif %}"), .tooManySteps),
    ("digits", loop("{% if s|int %}{% endif %}"), .tooManySteps),
    ("fractions", loop("{% if s|float %}{% endif %}"), .tooManySteps),
    ("dates", loop("{% if strftime_now(s) %}{% endif %}"), .tooManySteps),
    ("a long index", loop("{% if [1][s] %}{% endif %}"), .tooMuchMemory),
    ("set of characters", loop("{% if 'a'.strip(s) %}{% endif %}"), .tooManySteps),
    ("set of characters by name", loop("{% if 'a'.strip(chars=s) %}{% endif %}"), .tooManySteps),
    ("name of a filter", loop("{% if s is filter %}{% endif %}"), .tooManySteps),
    ("long name", loop("{% if " + repeated("n", 100_000) + " %}{% endif %}"), .tooManySteps),
    (
      "names in deep loops",
      repeated("{% for a in [1] %}", 90)
        + "{% for i in range(1000) %}{% for j in range(300) %}{% if b %}{% endif %}{% endfor %}{% endfor %}"
        + repeated("{% endfor %}", 90), .tooManySteps
    ),
    ("number too great", "{{ 99999999999999999999 }}", .syntax),
    ("comment without end", "a {# b", .syntax),
    ("raw without end", "{% raw %} b", .syntax),
    ("tag without end", "{{ a", .syntax),
    ("text without end", "{{ 'a }}", .syntax),
    ("escape", "{{ '\\uD800' }}", .syntax),
    ("crossed brackets", "{{ ([)] }}", .syntax),
  ]

  /// Many rounds with a long text, a tuple of texts that it nearly ends with, and dictionaries that have it for a key.
  private static func loop(_ body: String) -> String {
    """
    {% set s = '1' * 200000 %}{% set t = ('2' ~ '1' * 199999, '2' ~ '1' * 199998) %}{% set d = {s: 1} %}{% set e = {s: 1} %}\
    {% for i in range(300) %}{% for j in range(1000) %}\(body){% endfor %}{% endfor %}
    """
  }

  /// Numbers at the ends of their range where a length is expected.
  @Test(arguments: ["center", "zfill", "ljust", "rjust"]) func extremeWidths(_ method: String) throws {
    let least = "(-9223372036854775807 - 1)"
    #expect(try ChatTemplate("{{ 'ab'.\(method)(\(least)) }}").render([:]).text == "ab")
    #expect(Self.outcome("{{ 'ab'.\(method)(9223372036854775807) }}") == .tooLong)
  }

  /// A long conversation that a template writes anew for each message is no attack.
  @Test func longConversationsPass() throws {
    let messages = (0..<100).map {
      JSONValue.object(["role": "user", "content": .string(String(repeating: "a b\n", count: $0 + 150))])
    }
    let template = try ChatTemplate(
      """
      {% set n = namespace(s='') %}{% for m in messages %}{% set n.s = n.s + m.role|upper + m.content|trim %}{% endfor %}\
      {{ n.s }}{% for m in messages %}{{ m|tojson }}{{ m.content.split('\n')|length }}{% endfor %}
      """)
    #expect(try template.render(["messages": .array(messages)]).text.utf8.count > 100_000)
  }

  @Test(arguments: 0..<cases.count) func isRefused(_ number: Int) {
    let (name, source, expected) = Self.cases[number]
    #expect(Self.onSmallStack { Self.outcome(source) } == .some(expected), "\(name)")
  }

  /// A chain built by appending, which only releasing shows: its head holds all the rest.
  @Test func longChainIsReleased() {
    let source = """
      {% set n = namespace(last=[]) %}{% for i in range(100000) %}{% set next = [] %}\
      {% set _ = n.last.append(next) %}{% set n.last = next %}{% endfor %}done
      """
    #expect(Self.onSmallStack { (try? ChatTemplate(source).render([:]).text) } == .some("done"))
  }

  /// As deep as the limits allow, on the smallest stack.
  @Test func deepestPasses() {
    let count = TemplateLimits.nesting - 2
    let lists = "{{ " + String(repeating: "[", count: count) + String(repeating: "]", count: count) + " }}"
    #expect(Self.onSmallStack { (try? ChatTemplate(lists).render([:]).text.count) } == .some(count * 2))
    let blocks = String(repeating: "{% if 1 %}", count: count) + "x" + String(repeating: "{% endif %}", count: count)
    #expect(Self.onSmallStack { (try? ChatTemplate(blocks).render([:]).text) } == .some("x"))
    let sums = "{{ 1" + String(repeating: " + 1", count: 10000) + " }}"
    #expect(Self.onSmallStack { (try? ChatTemplate(sums).render([:]).text) } == .some("10001"))
    let branches = "{% if 0 %}" + String(repeating: "{% elif 0 %}", count: 10000) + "{% else %}x{% endif %}"
    #expect(Self.onSmallStack { (try? ChatTemplate(branches).render([:]).text) } == .some("x"))
  }

  /// A variable nested deeper than any list may be.
  @Test func deepVariableIsRefused() {
    var value: JSONValue = []
    for _ in 0..<200 { value = .array([value]) }
    #expect(Self.outcome("x", ["messages": value]) == .tooDeep)
  }

  /// Random cuts and changes of a real template never trap.
  @Test func mutatedTemplatesNeverTrap() throws {
    let source = Array(
      """
      {%- macro f(a, b='x') -%}{{ a|trim }}{% if b is string and b|length > 1 %}{{- b[1:-1].split(',')[0] }}{% endif %}
      {%- endmacro -%}{% set ns = namespace(n=0) %}{% for m in messages if m.role != 'x' %}
      {%- set ns.n = ns.n + loop.index0 * 2 ** 3 // 1 -%}<|{{ m['role'] }}|>{{ f(m.content, b="a,b") }}{{ m|tojson(indent=2) }}
      {%- else %}none{% endfor %}{{ ns.n if ns.n > 0 else '' ~ [1, {'a': (2, 3.5)}] }}{# c #}{% raw %}{{{% endraw %}
      """.unicodeScalars)
    var random = SystemRandomNumberGenerator()
    let parts = [
      "{{", "}}", "{%", "%}", "(", ")", "[", "]", "{", "}", "|", "'", "\"", "-", "#}", "{#", ".", "if ", "0", "\\",
    ]
    for _ in 0..<2000 {
      var text = source
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let position = Int.random(in: 0..<text.count, using: &random)
        if Bool.random(using: &random) {
          text.removeSubrange(position..<min(text.count, position + Int.random(in: 1...9, using: &random)))
        } else {
          text.insert(contentsOf: parts.randomElement(using: &random)!.unicodeScalars, at: position)
        }
        guard !text.isEmpty else { break }
      }
      let template = try? ChatTemplate(String(String.UnicodeScalarView(text)))
      _ = try? template?.render(["messages": [["role": "user", "content": "hi, there"]]])
    }
  }
}
