// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// A grammar put together from literals, JSON schemas and free text: a tool call in its tags, for example.
///
/// ```swift
/// let call = GrammarSource.sequence([.literal("<tool_call>\n"), .schema(schema).labeled("call"), .literal("\n</tool_call>")])
/// let reply = GrammarSource.choice([.repetition(call, minimum: 1), .text(excluding: ["<tool_call>"]).labeled("text")])
/// ```
package indirect enum GrammarSource: Sendable {
  case bytes([UInt8])
  /// One JSON value.
  case jsonSchema(JSONValue)
  case sequence([GrammarSource])
  case choice([GrammarSource])
  case repeated(GrammarSource, minimum: Int, maximum: Int?)
  /// UTF-8 text that contains none of `excluding`. With `until` it goes on to that literal and includes it; else it may end
  /// anywhere.
  case freeText(until: [UInt8]?, excluding: [[UInt8]])
  /// Text of a grammar in GBNF; see `gbnf(_:root:)`.
  case rules(RuleNetwork)
  /// Reported in snapshots under a label.
  case labeledPart(GrammarSource, CaptureLabel)

  package static func literal(_ text: String) -> GrammarSource { .bytes(Array(text.utf8)) }
  package static func schema(_ schema: JSONValue) -> GrammarSource { .jsonSchema(schema) }
  package static func optional(_ source: GrammarSource) -> GrammarSource {
    .repeated(source, minimum: 0, maximum: 1)
  }
  package static func repetition(
    _ source: GrammarSource, minimum: Int = 0, maximum: Int? = nil
  ) -> GrammarSource {
    .repeated(source, minimum: minimum, maximum: maximum)
  }
  package static func text(until stop: String? = nil, excluding: [String] = []) -> GrammarSource {
    .freeText(until: stop.map { Array($0.utf8) }, excluding: excluding.map { Array($0.utf8) })
  }

  /// The same text, reported in snapshots as `name`: as a JSON value if it is a schema, else as text.
  package func labeled(_ name: String) -> GrammarSource {
    if case .jsonSchema = self { return .labeledPart(self, CaptureLabel(name: name, content: .json)) }
    return .labeledPart(self, CaptureLabel(name: name, content: .text))
  }
}
