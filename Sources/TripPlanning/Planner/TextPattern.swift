// SPDX-License-Identifier: Apache-2.0

/// Patterns for the text that the model writes.
///
/// A small model goes astray when a grammar makes it go on where it would stop, or hides the words it is about to write.
/// So each text opens with forced words that lead straight to what is to be said, may end wherever the model ends it,
/// and may copy any name or number of the facts it is about. Other capitals and digits stay out of sentences: no model
/// can invent a hotel there. A bound on the words closes every text at a word's end.
struct TextPattern: Sendable {
  /// Names and numbers that a sentence may hold, longest first.
  let names: [String]

  /// Words that may end a sentence although they are short.
  let closingWords: [String]

  /// - Parameter facts: texts that may be copied; their names, numbers and last words are allowed.
  init(names: [String] = [], facts: [String] = []) {
    let names = names + facts.flatMap { FactText.names(in: $0) }
    closingWords = facts.compactMap { FactText.lastWord(of: $0) }
    var seen: Set<String> = []
    self.names = names.filter { !$0.isEmpty && seen.insert($0).inserted }
      .sorted { ($1.count, $0) < ($0.count, $1) }
  }

  /// A sentence: one of the leads, then up to `words` words in each part between commas, and a full stop.
  func sentence(leads: [String], words: Int, commas: Int) -> String {
    "\(Self.choice(leads))\(self.words(words, commas: commas))\\."
  }

  /// A sentence that is complete after its lead, or goes on after a comma or `and`.
  func extensibleSentence(lead: String, words: Int) -> String {
    "\(Self.escaped(lead))(?:(?:,|,? and)\(self.words(words, commas: 0)))?\\."
  }

  /// A title: one of the leads, then a few words, in capitals or not.
  func title(leads: [String], words: ClosedRange<Int>) -> String {
    let word = "[A-Za-z][a-zà-öø-ÿ]{0,13}(?:['-][A-Za-z]{1,10})?"
    return Self.choice(leads) + Self.repeated(" \(word)", words, closing: " [A-Za-z][a-zà-öø-ÿ]{2,13}")
  }

  // MARK: Parts

  /// Words with a space before each; the last is a word that can end a sentence.
  ///
  /// Few commas, since a model that repeats itself strings its phrases together with them.
  private func words(_ count: Int, commas: Int) -> String {
    let word = "[a-zà-öø-ÿ]{1,14}(?:['-][a-zà-öø-ÿ]{1,10}){0,2}'?"
    // Most words of three letters and fewer are articles and prepositions; the nouns among them are listed.
    let closing = "[a-zà-öø-ÿ]{4,14}|air|art|bay|day|fun|ice|joy|map|red|sea|sky|sun|way|you|all|it"
    let names = self.names.map { "|" + Self.escaped($0) }.joined()
    let ends = closingWords.map { "|" + Self.escaped($0) }.joined()
    let item = "(?: (?:\(word)\(names))){0,\(count)}"
    let parts = commas > 0 ? "(?:\(item),){0,\(commas)}" : ""
    return "\(parts)\(item) (?:\(closing)\(names)\(ends))"
  }

  /// `count` items, of which the last one is `closing`.
  private static func repeated(_ item: String, _ count: ClosedRange<Int>, closing: String) -> String {
    let lower = max(count.lowerBound - 1, 0)
    let upper = max(count.upperBound - 1, lower)
    return "(?:\(item)){\(lower),\(upper)}\(closing)"
  }

  private static func choice(_ texts: [String]) -> String {
    texts.count == 1 ? escaped(texts[0]) : "(?:\(texts.map(escaped).joined(separator: "|")))"
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
