// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// One entry of a conversation, as the chat template sees it.
package struct ChatMessage: Sendable, Hashable {
  package enum Role: String, Sendable, Hashable { case system, user, assistant, tool }

  package var role: Role
  package var content: String
  /// The calls that an assistant message makes; empty for other roles.
  package var toolCalls: [ToolCallRecord]
  /// The call that a tool message answers.
  package var toolCallID: String?
  /// The tool that a tool message comes from.
  package var toolName: String?

  package init(
    role: Role, content: String, toolCalls: [ToolCallRecord] = [], toolCallID: String? = nil, toolName: String? = nil
  ) {
    self.role = role
    self.content = content
    self.toolCalls = toolCalls
    self.toolCallID = toolCallID
    self.toolName = toolName
  }
}

/// A call of a tool that a model has made, arguments already decoded.
package struct ToolCallRecord: Sendable, Hashable {
  package var id: String
  package var name: String
  package var arguments: JSONValue

  package init(id: String, name: String, arguments: JSONValue) {
    self.id = id
    self.name = name
    self.arguments = arguments
  }
}
