// SPDX-License-Identifier: Apache-2.0
import Generation
import OrderedJSON

/// A chat's messages, and their form as a file.
struct Conversation: Equatable, Sendable {
  var instructions: String?
  private(set) var messages: [ChatMessage] = []

  init(instructions: String? = nil) { self.instructions = instructions }

  /// What is sent: the instructions, then the messages.
  var request: [ChatMessage] {
    (instructions.map { $0.isEmpty ? [] : [ChatMessage(role: .system, content: $0)] } ?? []) + messages
  }

  mutating func ask(_ text: String) { messages.append(ChatMessage(role: .user, content: text)) }
  mutating func answer(_ text: String) { messages.append(ChatMessage(role: .assistant, content: text)) }
  mutating func clear() { messages = [] }

  /// Takes back the last message and what followed it.
  ///
  /// - Returns: the message; nil when there is none.
  @discardableResult
  mutating func undo() -> String? {
    guard let last = messages.lastIndex(where: { $0.role == .user }) else { return nil }
    let text = messages[last].content
    messages.removeSubrange(last...)
    return text
  }

  // MARK: Files

  var json: JSONValue {
    let entries = request.map { message -> JSONValue in
      ["role": .string(message.role.rawValue), "content": .string(message.content)]
    }
    return ["messages": .array(entries)]
  }

  /// Reads what `json` wrote: an object with `messages`, or the array alone.
  init(json: JSONValue) throws(CommandError) {
    guard let entries = json["messages"]?.arrayValue ?? json.arrayValue else {
      throw CommandError(.failure, "no conversation: an object with \"messages\" is expected")
    }
    for (index, entry) in entries.enumerated() {
      guard let content = entry["content"]?.stringValue, let name = entry["role"]?.stringValue,
        let role = ChatMessage.Role(rawValue: name), role != .tool
      else {
        throw CommandError(
          .failure, "message \(index + 1) needs a role (system, user or assistant) and a text as content")
      }
      if role == .system {
        instructions = [instructions, content].compactMap(\.self).joined(separator: "\n\n")
      } else {
        messages.append(ChatMessage(role: role, content: content))
      }
    }
  }
}
