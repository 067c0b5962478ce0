// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding

/// What `--whitespace` takes: the white space between the tokens of JSON.
enum WhitespaceArgument {
  static let placeholder = "compact|flexible|pretty[:N]|python"
  /// Said where it is something else.
  static let expected = "one of compact, flexible, pretty, pretty:N (N spaces a level, 0 to 16), python"

  /// Nil where `text` is none.
  static func whitespace(_ text: String) -> GrammarOptions.Whitespace? {
    switch text {
    case "compact": return .compact
    case "flexible": return .flexible()
    case "pretty": return .pretty()
    case "python": return .python
    default:
      guard text.hasPrefix("pretty:"), let indent = Int(text.dropFirst(7)), 0...16 ~= indent else { return nil }
      return .pretty(indent: indent)
    }
  }
}
