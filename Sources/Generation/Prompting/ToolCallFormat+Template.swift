// SPDX-License-Identifier: Apache-2.0
import ChatTemplates
import OrderedJSON

extension ToolCallFormat {
  /// Reads the form of tool calls off a chat template, by rendering calls whose words are known.
  ///
  /// - Parameters:
  ///   - tokens: `bos_token` and `eos_token`.
  ///   - ends: the texts of tokens that end an answer.
  /// - Returns: nil where the template does not show tools, calls and outputs all three, or writes arguments in a form that
  ///   is neither JSON nor one by one: models are then told of ``standard``.
  init?(learnedFrom template: ChatTemplate, tokens: JSONObject, ends: [String]) {
    guard let probe = ToolCallProbe(template: template, tokens: tokens, ends: ends),
      var format = Self.withJSON(probe) ?? Self.withMembers(probe)
    else { return nil }
    format.learnLead(probe)
    self = format
  }

  /// The form of a template that writes arguments as one JSON object.
  private static func withJSON(_ probe: ToolCallProbe) -> ToolCallFormat? {
    for asText in [false, true] {
      guard let single = probe.rendered([.one(0)], asText: asText), let first = CallText(single, call: 0) else {
        continue
      }
      var format = ToolCallFormat(
        opening: first.before, middle: first.middle, separator: "", closing: probe.withoutEnd(first.after))
      format.takesArgumentsAsText = asText
      format.maximumCalls = 1
      // Templates that know one call only refuse two.
      guard let double = probe.rendered([.one(0), .one(1)], asText: asText), let pair = CallText(double, call: 0),
        pair.before == format.opening, pair.middle == format.middle, let second = CallText(pair.after[...], call: 1),
        second.middle == format.middle, second.after.hasPrefix(format.closing)
      else { return format }
      format.separator = second.before
      format.maximumCalls = usualMaximum
      return format
    }
    return nil
  }

  /// Learns how calls stand after text.
  private mutating func learnLead(_ probe: ToolCallProbe) {
    let said = "probe-said"
    guard let text = probe.rendered([.one(0)], asText: takesArgumentsAsText, saying: said),
      let end = text.firstRange(of: said)?.upperBound,
      let name = text[end...].firstRange(of: ToolCallProbe.name(0))
    else { return }
    let between = ToolCallProbe.marked(text[end..<name.lowerBound], call: 0)
    lead = String(between.prefix { $0.isWhitespace })
    let start = String(between.dropFirst(lead.count))
    if start != startAfterText { openingAfterText = start }
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
    before = ToolCallProbe.marked(text[..<name.lowerBound], call: index)
    middle = ToolCallProbe.marked(rest[..<arguments.lowerBound], call: index)
    after = ToolCallProbe.marked(rest[arguments.upperBound...], call: index)
  }
}
