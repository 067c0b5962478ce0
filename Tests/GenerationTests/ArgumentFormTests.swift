// SPDX-License-Identifier: Apache-2.0
import Foundation
import OrderedJSON
import Testing

@testable import Generation

/// Calls whose arguments stand one by one, written by a model of random weights, and read back.
@Suite struct ArgumentFormTests {
  private static let head = """
    {%- if tools %}{{ tools | tojson }}{% endif %}
    {%- for m in messages %}<|im_start|>{{ m.role }}
    {{ m.content }}
    """
  private static let tail = """
    <|im_end|>
    {% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}
    """
  /// The calls of a message in tags, and as in a program.
  static let templates = [
    "{% for c in m.tool_calls or [] %}{{ '<tool_call>\\n<function=' + c.function.name + '>\\n' }}"
      + "{% for k, v in c.function.arguments | items %}{{ '<parameter=' + k + '>\\n' + (v | string) + '\\n</parameter>\\n' }}"
      + "{% endfor %}{{ '</function>\\n</tool_call>' }}{% endfor %}",
    "{% if m.tool_calls %}[{% for c in m.tool_calls %}{{ c.function.name }}({% for k, v in c.function.arguments | items %}"
      + "{{ k }}={% if v is string %}{{ \"'\" + v + \"'\" }}{% else %}{{ v }}{% endif %}"
      + "{{ ', ' if not loop.last else '' }}{% endfor %}){{ ', ' if not loop.last else '' }}{% endfor %}]{% endif %}",
  ]

  private static let tools = [
    ToolSpecification(
      name: "find", description: "Finds.",
      parameters: [
        "type": "object",
        "properties": [
          "near": ["type": "boolean"], "kind": ["type": "string", "enum": ["hotel", "bar"]],
          "most": ["type": "integer", "minimum": 1, "maximum": 9], "code": ["type": "string", "pattern": "^[A-C]{2}$"],
          "tags": ["type": "array", "items": ["$ref": "#/$defs/Tag"], "maxItems": 2], "note": ["type": "string"],
        ], "required": ["kind", "most", "code", "tags"], "additionalProperties": false,
        "$defs": ["Tag": ["type": "string", "enum": ["new", "old"]]],
      ]),
    ToolSpecification(
      name: "reset", description: "Starts anew.",
      parameters: ["type": "object", "properties": [:], "required": [], "additionalProperties": false]),
    // Nothing that stands one by one.
    ToolSpecification(
      name: "either", description: "One or the other.",
      parameters: ["anyOf": [["const": ["a": 1]], ["const": ["b": 2]]]]),
  ]

  private static func withModel<Result>(
    _ index: Int, _ body: (LanguageModel) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("infer-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(try await TinyChat.load(template: head + templates[index] + tail, in: folder))
  }

  private func check(_ call: ToolCallRecord) {
    let arguments = call.arguments.objectValue ?? [:]
    switch call.name {
    case "find":
      #expect(["hotel", "bar"].contains(arguments["kind"]?.stringValue))
      #expect((1...9).contains(arguments["most"]?.intValue ?? 0))
      #expect(arguments["code"]?.stringValue?.wholeMatch(of: /[A-C]{2}/) != nil)
      #expect(arguments["tags"]?.arrayValue?.allSatisfy { $0 == "new" || $0 == "old" } == true)
      #expect(arguments["near"].map { $0.boolValue != nil } ?? true)
      #expect(arguments["note"].map { $0.stringValue != nil } ?? true)
      let order = ["near", "kind", "most", "code", "tags", "note"]
      #expect(arguments.keys == order.filter { arguments[$0] != nil })
    case "reset": #expect(call.arguments == [:])
    case "either": #expect(call.arguments == ["a": 1] || call.arguments == ["b": 2])
    default: Issue.record("\(call.name)")
    }
  }

  @Test(arguments: [0, 1], UInt64(0)..<4) func argumentsAreThoseOfTheSchema(template: Int, seed: UInt64) async throws {
    try await Self.withModel(template) { model in
      guard case .members = model.renderer.toolCalls.arguments else {
        Issue.record("\(model.renderer.toolCalls)")
        return
      }
      let request = TinyChat.request("Go", tools: Self.tools, choice: .required, maximumTokens: 220, seed: seed)
      let result = try await model.makeContext().generate(request) { _ in }
      #expect(result.finish == .toolCalls && !result.toolCalls.isEmpty)
      for call in result.toolCalls { check(call) }
    }
  }

  /// What the form writes is read as the same calls, without and with words before it.
  @Test(arguments: [0, 1], ["", "Let me look.\n"]) func readsWhatItWrites(template: Int, said: String) async throws {
    try await Self.withModel(template) { model in
      let calls = [
        ToolCallRecord(
          id: "", name: "find",
          arguments: [
            "near": true, "kind": "bar", "most": 3, "code": "AB", "tags": ["new"], "note": "it's \"a\" <b>, or (c) [d]",
          ]),
        ToolCallRecord(id: "", name: "find", arguments: ["kind": "hotel", "most": 1, "code": "CC", "tags": []]),
        ToolCallRecord(id: "", name: "reset", arguments: [:]),
      ]
      // A string that a pattern governs stands in quotation marks, so that the pattern is enforced.
      var text = said + model.renderer.toolCalls.text(of: calls)
      if template == 0 { for code in ["AB", "CC"] { text.replace("\n\(code)\n", with: "\n\"\(code)\"\n") } }
      let result = try Transcription.read(text, TinyChat.request("Go", tools: Self.tools), model)
      #expect(result.toolCalls == calls && result.finish == .toolCalls)
      #expect(result.text == said.trimmingCharacters(in: .whitespacesAndNewlines))
    }
  }

  @Test(arguments: [
    (0, "<tool_call>\n<function=find>\n<parameter=kind>\npub"),
    (0, "<tool_call>\n<function=find>\n<parameter=near>\ntrue"),
    (0, "<tool_call>\n<function=reset>\n<parameter"), (0, "<tool_call>\n<function=find>\n<parameter=most>"),
    (1, "[find(kind=\"pub"), (1, "[find(near=true"), (1, "[reset(k"), (1, "[find(most"),
  ]) func refuses(template: Int, text: String) async throws {
    _ = try await Self.withModel(template) { model in
      #expect(throws: Transcription.Refusal.self) {
        try Transcription.read(text, TinyChat.request("Go", tools: Self.tools), model)
      }
    }
  }
}
