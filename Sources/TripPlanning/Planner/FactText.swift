// SPDX-License-Identifier: Apache-2.0

/// What a text about a fact needs of it: the names and numbers in it, and how to lead to it.
enum FactText {
  /// Runs of capitalised words, without the first word of each sentence unless more of them follow, and all words with
  /// digits.
  static func names(in text: String) -> [String] {
    var names: [String] = []
    var run: [Substring] = []
    var startsSentence = true
    var runStartsSentence = false

    func flush() {
      // The first word of a sentence is capitalised anyway. A name may follow it, but it is seldom a part of that.
      if runStartsSentence, !run.isEmpty { run.removeFirst() }
      if !run.isEmpty { names.append(run.joined(separator: " ")) }
      run = []
    }

    for word in text.split(whereSeparator: \.isWhitespace) {
      let bare = word.trimming { !$0.isLetter && !$0.isNumber }
      if bare.contains(where: \.isNumber) {
        flush()
        names.append(String(bare))
      } else if bare.first?.isUppercase == true {
        if run.isEmpty { runStartsSentence = startsSentence }
        run.append(bare)
      } else {
        flush()
      }
      // Punctuation ends a name.
      if let last = word.last, !last.isLetter && !last.isNumber { flush() }
      startsSentence = word.last.map { ".!?:".contains($0) } ?? false
    }
    flush()
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// The word at the end of a text, without punctuation but an apostrophe.
  static func lastWord(of text: String) -> String? {
    guard let word = text.split(whereSeparator: \.isWhitespace).last else { return nil }
    let bare = word.trimming { !$0.isLetter && !$0.isNumber && $0 != "'" }
    return bare.isEmpty ? nil : String(bare)
  }

  /// How a text about a place begins after its name: with the first words of the summary, so that the smallest model goes on
  /// with the fact that it has read, and not with one of its own. At least two words are left to the model.
  static func lead(to summary: String) -> String {
    let words = clause(of: summary).split(separator: " ", omittingEmptySubsequences: false)
    // A comma and the space after it come first.
    var count = max(2, min(leadWords + 1, words.count - 2))
    // A name stays whole: the model copies all of it.
    while count > 2, count < words.count, isInName(words[count - 1]), isInName(words[count]) { count -= 1 }
    var lead = words.prefix(count).joined(separator: " ")
    while let last = lead.last, lead.count > 1, !last.isLetter && !last.isNumber && last != "'" { lead.removeLast() }
    return lead
  }

  private static func isInName(_ word: Substring) -> Bool {
    word.first { $0.isLetter || $0.isNumber }.map { $0.isUppercase || $0.isNumber } ?? false
  }

  /// How many words of a summary a text about it begins with.
  private static let leadWords = 4

  /// A summary as it goes on from its place's name: `, a small hotel beside the lake.`, `, with steep streets.`
  static func clause(of summary: String) -> String {
    let first = summary.prefix { !$0.isWhitespace && $0 != "," }
    if first.isEmpty { return ", with something to see." }
    let lowered = properAdjectives.contains(first) ? String(first) : first.prefix(1).lowercased() + first.dropFirst()
    return (articles.contains(first) ? ", \(lowered)" : ", with \(lowered)") + summary.dropFirst(first.count)
  }

  private static let articles: Set<Substring> = ["A", "An", "The", "One"]

  /// First words of summaries that keep their capital inside a sentence.
  private static let properAdjectives: Set<Substring> = [
    "African", "Andean", "Australian", "Brazilian", "Cambodian", "Caribbean", "Egyptian", "Greek", "Inca", "Italian",
    "Japanese", "Khmer", "Maasai", "Mexican", "Peruvian", "Roman", "Thai", "Victorian",
  ]
}

extension Substring {
  /// Without the characters at both ends that `isTrimmed` picks.
  fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
    var result = drop(while: isTrimmed)
    while let last = result.last, isTrimmed(last) { result.removeLast() }
    return result
  }
}
