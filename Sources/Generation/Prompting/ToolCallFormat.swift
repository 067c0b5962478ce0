// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// The text form of tool calls: names and arguments as JSON, and what stands before, between and after them.
///
/// `opening` NAME `middle` ARGUMENTS, then for each further call `separator` NAME `middle` ARGUMENTS, then `closing`.
/// A model whose chat template has a form of its own gets that form (`init(learnedFrom:)`), others are told of
/// ``standard`` in the system message.
struct ToolCallFormat: Sendable, Hashable {
  /// Stands in the parts below where the model writes the identifier of a call: letters and digits, ``idLength`` of them.
  static let idMark = "\u{FFFC}"
  /// The length that templates with identifiers insist on.
  static let idLength = 9
  /// Calls of one turn at most; a model that repeats itself ends here.
  static let usualMaximum = 8

  var opening: String
  var middle: String
  var separator: String
  var closing: String
  /// Calls that the form allows in one turn.
  var maximumCalls = Self.usualMaximum
  /// Whether the template wants arguments as JSON text rather than as an object.
  var takesArgumentsAsText = false

  /// One JSON object with `name` and `arguments` between two tags, each on a line of its own.
  static let standard = ToolCallFormat(
    opening: "<tool_call>\n{\"name\": \"", middle: "\", \"arguments\": ",
    separator: "}\n</tool_call>\n<tool_call>\n{\"name\": \"", closing: "}\n</tool_call>")

  /// The text at which an answer turns out to be a call; no other answer holds it.
  var marker: String {
    let tag = opening.prefix { !"\n[{".contains($0) }
    return tag.isEmpty ? opening : String(tag)
  }

  /// Calls as the model would have written them.
  func text(of calls: [ToolCallRecord]) -> String {
    var text = ""
    for (index, call) in calls.enumerated() {
      let parts = [index == 0 ? opening : separator, call.name, middle, call.arguments.text(.python)]
      text += parts.joined().replacing(Self.idMark, with: call.id)
    }
    return calls.isEmpty ? "" : text + closing.replacing(Self.idMark, with: calls[calls.count - 1].id)
  }

  /// The part of a system message that tells of the tools, for models whose template does not.
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
