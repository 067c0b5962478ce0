// SPDX-License-Identifier: Apache-2.0
import ChatTemplates
import OrderedJSON

extension ToolCallFormat {
  /// Reads the form of tool calls off a chat template, by rendering calls whose words are known.
  ///
  /// - Parameters:
  ///   - tokens: `bos_token` and `eos_token`.
  ///   - ends: the texts of tokens that end an answer.
  /// - Returns: nil where the template does not show tools, calls and outputs all three, or writes arguments in another
  ///   form than JSON: models are then told of ``standard``.
  init?(learnedFrom template: ChatTemplate, tokens: JSONObject, ends: [String]) {
    let probe = ToolCallProbe(template: template, tokens: tokens)
    guard let start = probe.render([], addsPrompt: true), start.contains(ToolCallProbe.toolName) else { return nil }
    // Calls are rendered with their outputs, as they will stand in prompts: some templates write thoughts before the last
    // message.
    func rendered(_ count: Int, asText: Bool) -> Substring? {
      let outputs = (0..<count).map { probe.output($0) }
      guard let text = probe.render([probe.calls(count, asText: asText)] + outputs), text.hasPrefix(start),
        text.contains(ToolCallProbe.output(count - 1))
      else { return nil }
      return text.dropFirst(start.count)
    }
    for asText in [false, true] {
      guard let single = rendered(1, asText: asText), let first = CallText(single, call: 0) else { continue }
      opening = first.before
      middle = first.middle
      separator = ""
      closing = Self.closing(of: first.after, probe, ends: ends)
      takesArgumentsAsText = asText
      maximumCalls = 1
      // Templates that know one call only refuse two.
      guard let double = rendered(2, asText: asText), let pair = CallText(double, call: 0), pair.before == opening,
        pair.middle == middle, let second = CallText(pair.after[...], call: 1), second.middle == middle,
        second.after.hasPrefix(closing)
      else { return }
      separator = second.before
      maximumCalls = Self.usualMaximum
      return
    }
    return nil
  }

  /// What belongs to the call of all that follows its arguments.
  private static func closing(of tail: String, _ probe: ToolCallProbe, ends: [String]) -> String {
    // What the template writes after any answer is the end of the turn.
    let answer = "probe-answer"
    if let whole = probe.render([["role": "assistant", "content": .string(answer)]]),
      let end = whole.ranges(of: answer).last.map({ whole[$0.upperBound...] }), !end.isEmpty,
      let cut = tail.firstRange(of: end)
    {
      return String(tail[..<cut.lowerBound])
    }
    let cut = ends.filter { !$0.isEmpty }.compactMap { tail.firstRange(of: $0)?.lowerBound }.min()
    return String(tail[..<(cut ?? tail.endIndex)])
  }
}

/// Renders conversations of which every word is known.
struct ToolCallProbe {
  static let toolName = "probe_tool"

  let template: ChatTemplate
  let tokens: JSONObject

  static func name(_ index: Int) -> String { "probe_call_\(index)" }
  static func key(_ index: Int) -> String { "probe_key_\(index)" }
  static func id(_ index: Int) -> String { "probeid0\(index)" }
  static func output(_ index: Int) -> String { "probe-output-\(index)" }

  /// An assistant message that makes calls.
  func calls(_ count: Int, asText: Bool) -> JSONValue {
    let calls = (0..<count).map { index -> JSONValue in
      let arguments: JSONValue = .object([Self.key(index): "probe_value"])
      return [
        "id": .string(Self.id(index)), "type": "function",
        "function": [
          "name": .string(Self.name(index)), "arguments": asText ? .string(arguments.text(.python)) : arguments,
        ],
      ]
    }
    return ["role": "assistant", "content": "", "tool_calls": .array(calls)]
  }

  /// The message that answers a call.
  func output(_ index: Int) -> JSONValue {
    [
      "role": "tool", "content": .string(Self.output(index)), "tool_call_id": .string(Self.id(index)),
      "name": .string(Self.name(index)),
    ]
  }

  /// The text of a question and what follows it; nil where the template raises an error.
  func render(_ messages: [JSONValue], addsPrompt: Bool = false) -> String? {
    var variables = tokens
    variables["messages"] = .array([["role": "user", "content": "probe-question"]] + messages)
    variables["add_generation_prompt"] = .bool(addsPrompt)
    variables["tools"] = [
      [
        "type": "function",
        "function": [
          "name": .string(Self.toolName), "description": "probe-description",
          "parameters": [
            "type": "object", "properties": ["probe_key": ["type": "string"]], "required": ["probe_key"],
          ],
        ],
      ]
    ]
    return (try? template.render(variables))?.map(\.text).joined()
  }
}

/// A rendered call, cut at its name and its arguments.
private struct CallText {
  var before: String
  var middle: String
  var after: String

  /// - Returns: nil where the name or arguments in JSON are not found.
  init?(_ text: Substring, call index: Int) {
    guard let name = text.firstRange(of: ToolCallProbe.name(index)) else { return nil }
    let rest = text[name.upperBound...]
    guard let arguments = rest.firstRange(of: /\{\s*"probe_key_\d"\s*:\s*"probe_value"\s*\}/),
      rest[arguments].contains(ToolCallProbe.key(index))
    else { return nil }
    func part(_ text: Substring) -> String {
      String(text.replacing(ToolCallProbe.id(index), with: ToolCallFormat.idMark))
    }
    before = part(text[..<name.lowerBound])
    middle = part(rest[..<arguments.lowerBound])
    after = part(rest[arguments.upperBound...])
  }
}
