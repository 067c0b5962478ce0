// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// The text form of tool calls: names and arguments, and what stands before, between and after them.
///
/// `opening` NAME `middle` ARGUMENTS, then for each further call `separator` NAME `middle` ARGUMENTS, then `closing`.
/// Before all of it the model may say something, which `lead` parts from the calls.
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
  var arguments = ArgumentForm.json
  /// Stands between what is said before the calls and the calls.
  var lead = ""
  /// Stands in place of `opening` after text, where that differs: some templates put an empty thought before calls alone.
  var openingAfterText: String?
  /// Calls that the form allows in one turn.
  var maximumCalls = Self.usualMaximum
  /// Whether the template wants arguments as JSON text rather than as an object.
  var takesArgumentsAsText = false

  /// One JSON object with `name` and `arguments` between two tags, each on a line of its own.
  static let standard = ToolCallFormat(
    opening: "<tool_call>\n{\"name\": \"", middle: "\", \"arguments\": ",
    separator: "}\n</tool_call>\n<tool_call>\n{\"name\": \"", closing: "}\n</tool_call>", lead: "\n")

  /// What calls begin with after text and `lead`.
  var startAfterText: String { openingAfterText ?? String(opening.drop { $0.isWhitespace }) }

  /// The texts at which an answer turns out to be a call; no other answer holds them.
  func markers(for tools: [ToolSpecification]) -> [String] {
    // `[` alone begins much else; with the name of a tool it does not.
    if marker.count < 2 { return tools.map { marker + $0.name + middle } }
    return [marker]
  }

  /// What calls begin with: a tag, or all that stands before the name.
  private var marker: String {
    let start = startAfterText.prefix { String($0) != Self.idMark }
    let tag = start.prefix { !"\n[{".contains($0) }
    return String(tag.isEmpty ? start : tag)
  }

  /// Calls as the model would have written them.
  func text(of calls: [ToolCallRecord]) -> String {
    var text = ""
    for (index, call) in calls.enumerated() {
      let parts = [index == 0 ? opening : separator, call.name, middle, arguments.text(of: call.arguments)]
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
