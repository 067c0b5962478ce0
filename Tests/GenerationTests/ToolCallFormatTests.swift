// SPDX-License-Identifier: Apache-2.0
import ChatTemplates
import Foundation
import OrderedJSON
import TestSupport
import Testing

@testable import Generation

/// The form of calls is that of the model's own template, where it writes arguments as JSON or one by one.
@Suite struct ToolCallFormatTests {
  private static let hermes = ToolCallFormat.standard
  private static let tokens: JSONObject = ["bos_token": "<s>", "eos_token": "</s>"]

  private static func learned(_ source: String) throws -> ToolCallFormat? {
    let ends = ["<|im_end|>", "</s>", "<|eot_id|>"]
    return ToolCallFormat(learnedFrom: try ChatTemplate(source), tokens: tokens, ends: ends)
  }

  /// `<parameter=NAME>` tags, each value on a line of its own or not.
  private static func functionTags(
    opening: String, tag: String, line: String, afterText: String?, separator: String
  ) -> ToolCallFormat {
    let form = MemberForm(
      opening: "parameter=", middle: ">\(line)", separator: "\(line)</parameter>\n<parameter=",
      closing: "\(line)</parameter>\n<", empty: "", end: "\(line)</parameter>", words: .python)
    return ToolCallFormat(
      opening: opening, middle: ">\n<", separator: separator, closing: "/function>\n</\(tag)>",
      arguments: .members(form),
      lead: "\n\n", openingAfterText: afterText)
  }

  /// Nil: the template has no tools or shows no calls.
  static let templates: [(name: String, expected: ToolCallFormat?)] = [
    ("qwen2.5-coder", hermes), ("Qwen-Qwen2.5-7B-Instruct", hermes), ("Qwen-Qwen3-0.6B", hermes),
    ("ibm-granite-granite-4.0", hermes), ("MiMo-VL", hermes),
    (
      "Qwen3.5-4B",
      functionTags(
        opening: "\n</think>\n\n<tool_call>\n<function=", tag: "tool_call", line: "\n",
        afterText: "<tool_call>\n<function=",
        separator: "/function>\n</tool_call>\n<tool_call>\n<function=")
    ), ("MiniMax-M2", nil), ("smollm2-135m", nil),
    ("microsoft-Phi-3.5-mini-instruct", nil), ("ibm-granite-granite-3.3-2B-Instruct", nil),
    (
      "Mistral-Small-3.2-24B-Instruct-2506",
      ToolCallFormat(
        opening: "[TOOL_CALLS]", middle: "[CALL_ID]\u{FFFC}[ARGS]", separator: "[TOOL_CALLS]", closing: "")
    ),
    (
      "mistralai-Ministral-3-14B-Reasoning-2512",
      ToolCallFormat(opening: "[TOOL_CALLS]", middle: "[ARGS]", separator: "[TOOL_CALLS]", closing: "")
    ),
  ]

  @Test(arguments: templates) func templatesShowTheirForm(name: String, expected: ToolCallFormat?) throws {
    let source = String(decoding: try fixtureBytes("chat-templates/\(name).jinja"), as: UTF8.self)
    #expect(try Self.learned(source) == expected)
  }

  /// These write arguments in tags of their own.
  @Test(arguments: [
    ("GLM-4.6", "<tool_call>", "</arg_value>"), ("ByteDance-Seed-OSS", "<seed:tool_call>", "</parameter>"),
  ]) func templatesWithTags(name: String, marker: String, end: String) throws {
    let source = String(decoding: try fixtureBytes("chat-templates/\(name).jinja"), as: UTF8.self)
    let format = try #require(try Self.learned(source))
    guard case .members(let form) = format.arguments else {
      Issue.record("\(format)")
      return
    }
    #expect(format.markers(for: []) == [marker] && form.end == end && format.maximumCalls > 1)
  }

  private static func template(_ calls: String) -> String {
    """
    {%- if tools %}{{ tools | tojson }}{% endif %}
    {%- for m in messages %}<{{ m.role }}>{{ m.content }}{% if m.tool_calls %}\(calls){% endif %}</s>{% endfor %}
    {%- if add_generation_prompt %}<assistant>{% endif %}
    """
  }

  @Test func argumentsAsText() throws {
    let source = Self.template(
      "[{% for c in m.tool_calls %}{{ '{\"' + c.function.name + '\": ' + c.function.arguments + '}' }}"
        + "{% if not loop.last %}, {% endif %}{% endfor %}]")
    let format = try #require(try Self.learned(source))
    #expect(format.takesArgumentsAsText)
    #expect(
      format.opening == "[{\"" && format.middle == "\": " && format.separator == "}, {\"" && format.closing == "}]")
    #expect(format.markers(for: []) == ["[{\""])
    let calls = [ToolCallRecord(id: "a", name: "f", arguments: ["x": 1]), .init(id: "b", name: "g", arguments: [:])]
    #expect(format.text(of: calls) == "[{\"f\": {\"x\": 1}}, {\"g\": {}}]")
  }

  @Test func oneCallOnly() throws {
    let source = Self.template(
      "{% if m.tool_calls | length > 1 %}{{ raise_exception('one') }}{% endif %}"
        + "{% set c = m.tool_calls[0].function %}{\"name\": \"{{ c.name }}\", \"parameters\": {{ c.arguments | tojson }}}"
    )
    let format = try #require(try Self.learned(source))
    #expect(format.maximumCalls == 1 && format.opening == "{\"name\": \"" && format.closing == "}")
    #expect(format.markers(for: []) == ["{\"name\": \""])
  }

  @Test func outputsMustBeShown() throws {
    let source = """
      {%- if tools %}{{ tools | tojson }}{% endif %}
      {%- for m in messages %}{% if m.role != 'tool' %}{{ m.content }}{% for c in m.tool_calls or [] %}
      {{- '<c>' + c.function.name + ' ' + (c.function.arguments | tojson) + '</c>' }}{% endfor %}{% endif %}{% endfor %}
      """
    #expect(try Self.learned(source) == nil)
  }

  @Test func marks() {
    #expect(ToolCallFormat.standard.markers(for: []) == ["<tool_call>"])
    #expect(
      ToolCallFormat.standard.text(of: [.init(id: "", name: "f", arguments: ["x": 1])])
        == "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"x\": 1}}\n</tool_call>")
    #expect(ToolCallFormat.standard.text(of: []).isEmpty)
  }

  private static let two = [
    ToolCallRecord(id: "", name: "probe", arguments: ["a": "x y", "b": true, "c": 2, "d": .null]),
    ToolCallRecord(id: "", name: "other", arguments: [:]),
  ]

  /// Forms that write arguments one by one; the text of two calls is that of the template.
  static let members: [(calls: String, marker: String, quotes: Bool, text: String)] = [
    (
      "{% for c in m.tool_calls %}{{ '\n\n' if loop.first and m.content else '' }}{{ '<tool_call>\n<function=' + c.function.name + '>\n' }}"
        + "{% for k, v in c.function.arguments | items %}{{ '<parameter=' + k + '>\n' + (v | string) + '\n</parameter>\n' }}"
        + "{% endfor %}{{ '</function>\n</tool_call>' }}{{ '\n' if not loop.last else '' }}{% endfor %}",
      "<tool_call>", false,
      "<tool_call>\n<function=probe>\n<parameter=a>\nx y\n</parameter>\n<parameter=b>\nTrue\n</parameter>\n"
        + "<parameter=c>\n2\n</parameter>\n<parameter=d>\nNone\n</parameter>\n</function>\n</tool_call>\n"
        + "<tool_call>\n<function=other>\n</function>\n</tool_call>"
    ),
    (
      "[{% for c in m.tool_calls %}{{ c.function.name }}({% for k, v in c.function.arguments | items %}{{ k }}="
        + "{% if v is string %}{{ '\"' + v + '\"' }}{% else %}{{ v }}{% endif %}{{ ', ' if not loop.last else '' }}"
        + "{% endfor %}){{ ', ' if not loop.last else '' }}{% endfor %}]",
      "[find(", true, "[probe(a=\"x y\", b=True, c=2, d=None), other()]"
    ),
    (
      "<|start|>[{% for c in m.tool_calls %}{{ c.function.name }}({% for k, v in c.function.arguments | items %}{{ k }}="
        + "{{ v | tojson }}{{ ', ' if not loop.last else '' }}{% endfor %}){{ ', ' if not loop.last else '' }}{% endfor %}]<|end|>",
      "<|start|>", true, "<|start|>[probe(a=\"x y\", b=true, c=2, d=null), other()]<|end|>"
    ),
    (
      "{% for c in m.tool_calls %}{{ '<call>' + c.function.name + '\n' }}{% for k, v in c.function.arguments | items %}"
        + "{{ '<key>' + k + '</key>\n<value>' + (v if v is string else v | tojson) + '</value>\n' }}{% endfor %}"
        + "{{ '</call>' }}{% endfor %}",
      "<call>", false,
      "<call>probe\n<key>a</key>\n<value>x y</value>\n<key>b</key>\n<value>true</value>\n<key>c</key>\n<value>2</value>\n"
        + "<key>d</key>\n<value>null</value>\n</call><call>other\n</call>"
    ),
  ]

  @Test(arguments: members) func argumentsOneByOne(calls: String, marker: String, quotes: Bool, text: String) throws {
    let format = try #require(try Self.learned(Self.template(calls)))
    guard case .members(let form) = format.arguments else {
      Issue.record("\(format)")
      return
    }
    #expect((form.end == nil) == quotes && format.maximumCalls > 1)
    #expect(format.text(of: Self.two) == text)
    let tool = ToolSpecification(name: "find", description: "", parameters: ["type": "object"])
    #expect(format.markers(for: [tool]) == [marker])
  }

  /// Strings that nothing tells from what follows them.
  @Test func valuesWithoutAnEnd() throws {
    let source = Self.template(
      "{% for c in m.tool_calls %}{{ c.function.name }} {% for k, v in c.function.arguments | items %}{{ k }}={{ v }} "
        + "{% endfor %}{% endfor %}")
    #expect(try Self.learned(source) == nil)
  }
}
