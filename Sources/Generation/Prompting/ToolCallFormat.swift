// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// The text form of tool calls: one JSON object with `name` and `arguments` between two tags, each on a line of its own.
///
/// Qwen's and Hermes' templates define it; models whose template has no tools are told of it in the system message.
enum ToolCallFormat {
  static let opening = "<tool_call>\n"
  static let closing = "\n</tool_call>"
  /// What stands between two calls of one turn.
  static let separator = "\n"

  /// Whether a template presents tools and calls in this form by itself.
  static func isNative(to template: String) -> Bool {
    template.contains("<tool_call>") && template.contains("</tool_call>") && template.contains("tools")
  }

  /// A call as the model would have written it.
  static func text(of call: ToolCallRecord) -> String {
    let object: JSONValue = ["name": .string(call.name), "arguments": call.arguments]
    return opening + object.text(.python) + closing
  }

  /// The part of a system message that tells of the tools.
  static func instructions(for tools: [ToolSpecification]) -> String {
    var lines = ["You may call these tools:"]
    for tool in tools {
      var object: JSONObject = ["name": .string(tool.name), "description": .string(tool.description)]
      if tool.includesSchema { object["parameters"] = tool.parameters }
      lines.append(JSONValue.object(object).text(.python))
    }
    lines.append("To call a tool, answer with")
    lines.append("<tool_call>\n{\"name\": <tool name>, \"arguments\": <arguments as a JSON object>}\n</tool_call>")
    return lines.joined(separator: "\n")
  }

  /// The output of a tool, for templates that know no tool role.
  static func response(_ text: String) -> String { "<tool_response>\n\(text)\n</tool_response>" }
}
