// SPDX-License-Identifier: Apache-2.0
import ChatTemplates
import OrderedJSON

/// Renders conversations of which every word is known, to see how a chat template writes calls.
struct ToolCallProbe {
  /// A call in such a conversation.
  struct Call {
    var index: Int
    var arguments: JSONObject

    /// A call with one argument, a string.
    static func one(_ index: Int) -> Call { Call(index: index, arguments: [ToolCallProbe.key(index): "probe_value"]) }
  }

  private static let toolName = "probe_tool"

  private let template: ChatTemplate
  private let tokens: JSONObject
  private let ends: [String]
  /// The conversation before the calls.
  private let start: String

  /// - Returns: nil where the template does not show tools.
  init?(template: ChatTemplate, tokens: JSONObject, ends: [String]) {
    self.template = template
    self.tokens = tokens
    self.ends = ends
    guard let start = Self.render(template, tokens, [], addsPrompt: true), start.contains(Self.toolName) else {
      return nil
    }
    self.start = start
  }

  static func name(_ index: Int) -> String { "probe_call_\(index)" }
  static func key(_ index: Int) -> String { "probe_key_\(index)" }
  private static func id(_ index: Int) -> String { "probeid0\(index)" }
  private static func output(_ index: Int) -> String { "probe-output-\(index)" }

  /// Text of a call with the mark of identifiers in place of the call's own.
  static func marked(_ text: Substring, call index: Int) -> String {
    String(text.replacing(id(index), with: ToolCallFormat.idMark))
  }

  /// What the template writes for calls and what follows them.
  ///
  /// They are rendered with their outputs, as they will stand in prompts: some templates write thoughts before the last
  /// message.
  /// - Parameters:
  ///   - asText: whether arguments are given as JSON text rather than as objects.
  ///   - said: what the model says first.
  /// - Returns: nil where the template raises an error, writes something else, or does not show outputs.
  func rendered(_ calls: [Call], asText: Bool = false, saying said: String = "") -> Substring? {
    let outputs = calls.map { Self.message(ofOutput: $0.index) }
    guard
      let text = Self.render(template, tokens, [Self.message(calls, asText: asText, saying: said)] + outputs),
      text.hasPrefix(start), let last = calls.last, text.contains(Self.output(last.index))
    else { return nil }
    return text.dropFirst(start.count)
  }

  /// What belongs to the call of all that follows its arguments.
  func withoutEnd(_ tail: String) -> String {
    // What the template writes after any answer is the end of the turn.
    let answer = "probe-answer"
    if let whole = Self.render(template, tokens, [["role": "assistant", "content": .string(answer)]]),
      let end = whole.ranges(of: answer).last.map({ whole[$0.upperBound...] }), !end.isEmpty,
      let cut = tail.firstRange(of: end)
    {
      return String(tail[..<cut.lowerBound])
    }
    let cut = ends.filter { !$0.isEmpty }.compactMap { tail.firstRange(of: $0)?.lowerBound }.min()
    return String(tail[..<(cut ?? tail.endIndex)])
  }

  /// An assistant message that makes calls.
  private static func message(_ calls: [Call], asText: Bool, saying said: String) -> JSONValue {
    let calls = calls.map { call -> JSONValue in
      let arguments = JSONValue.object(call.arguments)
      return [
        "id": .string(id(call.index)), "type": "function",
        "function": [
          "name": .string(name(call.index)), "arguments": asText ? .string(arguments.text(.python)) : arguments,
        ],
      ]
    }
    return ["role": "assistant", "content": .string(said), "tool_calls": .array(calls)]
  }

  /// The message that answers a call.
  private static func message(ofOutput index: Int) -> JSONValue {
    [
      "role": "tool", "content": .string(output(index)), "tool_call_id": .string(id(index)),
      "name": .string(name(index)),
    ]
  }

  /// The text of a question and what follows it; nil where the template raises an error.
  private static func render(
    _ template: ChatTemplate, _ tokens: JSONObject, _ messages: [JSONValue], addsPrompt: Bool = false
  ) -> String? {
    var variables = tokens
    variables["messages"] = .array([["role": "user", "content": "probe-question"]] + messages)
    variables["add_generation_prompt"] = .bool(addsPrompt)
    variables["tools"] = [
      [
        "type": "function",
        "function": [
          "name": .string(toolName), "description": "probe-description",
          "parameters": [
            "type": "object", "properties": ["probe_key": ["type": "string"]], "required": ["probe_key"],
          ],
        ],
      ]
    ]
    return (try? template.render(variables))?.map(\.text).joined()
  }
}
