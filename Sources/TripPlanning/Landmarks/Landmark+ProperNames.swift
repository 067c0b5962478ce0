// SPDX-License-Identifier: Apache-2.0

extension Landmark {
  /// The names that a text about the landmark may use: its own, and runs of capitalised words in its description.
  ///
  /// The first word of a sentence is skipped unless a capitalised word follows it, as its capital says nothing.
  var properNames: [String] {
    var names = [name]
    var run: [Substring] = []
    var startsSentence = true
    var runStartsSentence = false

    func flush() {
      // An article at the start of a sentence is not part of the name after it.
      if runStartsSentence, let first = run.first, Self.articles.contains(first) {
        run.removeFirst()
      } else if runStartsSentence, run.count == 1 {
        run = []
      }
      if !run.isEmpty { names.append(run.joined(separator: " ")) }
      run = []
    }

    for word in description.split(whereSeparator: \.isWhitespace) {
      let bare = word.trimming { !$0.isLetter && !$0.isNumber }
      let isCapitalised = bare.first?.isUppercase == true && bare.dropFirst().contains(where: \.isLowercase)
      if isCapitalised {
        if run.isEmpty { runStartsSentence = startsSentence }
        run.append(bare)
      } else {
        flush()
      }
      // A comma or full stop ends a name too.
      if word.last?.isLetter == false { flush() }
      startsSentence = word.last.map { ".!?".contains($0) } ?? false
    }
    flush()
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  private static let articles: Set<Substring> = ["The", "Its", "Around", "Each", "Boats", "Lions", "Some", "Both"]
}

extension Substring {
  /// Without the characters at both ends that `isTrimmed` picks.
  fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
    var result = drop(while: isTrimmed)
    while let last = result.last, isTrimmed(last) { result.removeLast() }
    return result
  }
}
