// SPDX-License-Identifier: Apache-2.0
import Generation
import OrderedJSON

/// Turns a transcript into the messages that a chat template knows.
enum Conversation {
  /// The messages, instructions first. The same entries always give the same messages, so that the KV cache of one turn
  /// serves the next.
  static func messages(
    from entries: some Sequence<Transcript.Entry>, useCase: SystemLanguageModel.UseCase
  ) -> [ChatMessage] {
    var messages: [ChatMessage] = []
    var system = useCase.systemText.map { [$0] } ?? []
    for entry in entries {
      switch entry {
      case .instructions(let instructions):
        let text = instructions.segments.text
        if !text.isEmpty { system.append(text) }
      case .prompt(let prompt):
        messages.append(ChatMessage(role: .user, content: text(of: prompt)))
      case .toolCalls(let calls):
        let records = calls.map { ToolCallRecord(id: $0.id, name: $0.toolName, arguments: $0.arguments.json) }
        // What the model said before it called stands in one message with the calls.
        if let last = messages.last, last.role == .assistant, last.toolCalls.isEmpty {
          messages[messages.count - 1].toolCalls = records
        } else {
          messages.append(ChatMessage(role: .assistant, content: "", toolCalls: records))
        }
      case .toolOutput(let output):
        messages.append(
          ChatMessage(role: .tool, content: output.segments.text, toolCallID: output.id, toolName: output.toolName))
      case .response(let response):
        messages.append(ChatMessage(role: .assistant, content: text(of: response)))
      }
    }
    // Instructions stand before all prompts, wherever a transcript holds them.
    if !system.isEmpty { messages.insert(ChatMessage(role: .system, content: system.joined(separator: "\n")), at: 0) }
    return messages
  }

  /// Values as the model writes them, without blanks: what it has written is then in the KV cache already.
  private static func text(of response: Transcript.Response) -> String {
    response.segments.map { segment in
      switch segment {
      case .text(let text): text.content
      case .structure(let structure): structure.content.json.text()
      }
    }.joined(separator: "\n")
  }

  private static func text(of prompt: Transcript.Prompt) -> String {
    let text = prompt.segments.text
    guard prompt.includesSchema, let format = prompt.responseFormat else { return text }
    return "\(text)\n\n\(format.schema.promptText)"
  }
}

extension GenerationSchema {
  /// What tells a model of the schema, after the prompt.
  package var promptText: String {
    "Answer with JSON that follows this JSON Schema:\n\(Self.withoutOrder(json).text(.python))"
  }

  /// Leaves out what only programs read: the order shows in the text, and the grammar allows no other properties.
  private static func withoutOrder(_ value: JSONValue, isSchema: Bool = true) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map { withoutOrder($0) })
    case .object(let object):
      var result = JSONObject()
      for (key, value) in object where !(isSchema && (key == "x-order" || key == "additionalProperties")) {
        // The keys of these are names of the author's.
        result[key] = withoutOrder(value, isSchema: !(isSchema && (key == "properties" || key == "$defs")))
      }
      return .object(result)
    default: return value
    }
  }
}
