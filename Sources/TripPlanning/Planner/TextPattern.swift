// SPDX-License-Identifier: Apache-2.0

/// Patterns for the text that the model writes freely.
///
/// They are narrow on purpose. Sentences open with one of a few words, which differ from stop to stop, so no two are
/// equal; they end at a full stop after a word that can end a sentence; and inside them only names that the data holds
/// are written with a capital, so no model, however small, can invent a hotel.
struct TextPattern: Sendable {
  /// Proper names that may stand inside a text, longest first.
  let names: [String]

  init(names: [String]) {
    var seen: Set<String> = []
    self.names = names.filter { !$0.isEmpty && seen.insert($0).inserted }
      .sorted { ($1.count, $0) < ($0.count, $1) }
  }

  /// One sentence: an opener, then `words` words, the last of at least four letters (or a name), then a full stop.
  func sentence(openers: [String], words: ClosedRange<Int>) -> String {
    phrase(openers: openers, words: words) + "\\."
  }

  /// A sentence without its full stop, as for a title.
  func phrase(openers: [String], words: ClosedRange<Int>) -> String {
    let middle = "(?:,? (?:\(alternatives([Self.word]))))"
    let last = "(?: (?:\(alternatives([Self.closingWord]))))"
    // The bounds count the closing word.
    let lower = max(words.lowerBound - 1, 0)
    let upper = max(words.upperBound - 1, lower)
    return "(?:\(openers.map(Self.escaped).joined(separator: "|")))\(middle){\(lower),\(upper)}\(last)"
  }

  /// A title that says where the trip goes.
  func title(destination: String) -> String {
    "[A-Z][a-z]{2,12}(?: \(Self.word)){0,5} [a-z]{4,14} (?:in|around|at|near) (?:the )?\(Self.escaped(destination))"
  }

  // MARK: Parts

  /// A word in lower case, at most 26 letters; `it's` and `well-known` are one word.
  private static let word = "[a-z]{1,14}(?:['-][a-z]{1,10})?"

  /// A word that may end a sentence. Most words of fewer letters are articles and prepositions; the common nouns among
  /// them are listed.
  private static let closingWord =
    "[a-z]{4,14}|air|art|bay|day|fun|ice|joy|map|red|sea|sky|sun|way|you|all|it"

  private func alternatives(_ patterns: [String]) -> String {
    (patterns + names.map(Self.escaped)).joined(separator: "|")
  }

  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if "\\^$.|?*+()[]{}/-".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }
}
