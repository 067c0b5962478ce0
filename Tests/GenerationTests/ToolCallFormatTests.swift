// SPDX-License-Identifier: Apache-2.0
import ChatTemplates
import Foundation
import OrderedJSON
import TestSupport
import Testing

@testable import Generation

/// The form of calls is that of the model's own template, where it writes arguments as JSON.
@Suite struct ToolCallFormatTests {
  private static let hermes = ToolCallFormat.standard
  private static let tokens: JSONObject = ["bos_token": "<s>", "eos_token": "</s>"]

  private static func learned(_ source: String) throws -> ToolCallFormat? {
    let ends = ["<|im_end|>", "</s>", "<|eot_id|>"]
    return ToolCallFormat(learnedFrom: try ChatTemplate(source), tokens: tokens, ends: ends)
  }

  /// Nil: the template has no tools, shows no calls, or writes arguments otherwise than as JSON.
  static let templates: [(name: String, expected: ToolCallFormat?)] = [
    ("qwen2.5-coder", hermes), ("Qwen-Qwen2.5-7B-Instruct", hermes), ("Qwen-Qwen3-0.6B", hermes),
    ("ibm-granite-granite-4.0", hermes), ("MiMo-VL", hermes),
    ("Qwen3.5-4B", nil), ("GLM-4.6", nil), ("ByteDance-Seed-OSS", nil), ("MiniMax-M2", nil), ("smollm2-135m", nil),
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
    #expect(format.marker == "[{\"")
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
    #expect(format.marker == "{\"name\": \"")
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
    #expect(ToolCallFormat.standard.marker == "<tool_call>")
    #expect(
      ToolCallFormat.standard.text(of: [.init(id: "", name: "f", arguments: ["x": 1])])
        == "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"x\": 1}}\n</tool_call>")
    #expect(ToolCallFormat.standard.text(of: []).isEmpty)
  }
}
