// SPDX-License-Identifier: Apache-2.0

/// A regular expression of a pre-tokenizer, in the part of the language that these use: alternatives of sequences of
/// sets (`\p{L}`, `\s`, `[^\r\n\p{L}]`, `[\p{L}&&[^a-z]]`) with `?`, `*`, `+`, `{m,n}`, groups `(?:…)` that may be
/// optional, `(?!…)` for one set, and `$`. As in Perl the first alternative that matches counts, and quantifiers are greedy.
///
/// Groups are not repeated, so a match takes time linear in its length for each set that can give back what it took.
struct SplitPattern: Sendable, Equatable {
  enum Step: Sendable {
    case set(ScalarSet, minimum: Int, maximum: Int)
    case group([[Step]], isOptional: Bool)
    /// The next scalar, if any, is not in the set.
    case notBefore(ScalarSet)
    case end
  }

  let text: String
  let alternatives: [[Step]]
  /// For each alternative the ASCII that a match may begin with; before other scalars all are tried.
  private let starts: [ASCIISet]
  /// For `set+$`: where a run does not reach the end, no start within it does.
  private let skipsFailedRun: Bool

  /// - Returns: nil for text outside the language above.
  init?(_ text: String) {
    var parser = SplitPatternParser(text)
    guard let alternatives = parser.parse() else { return nil }
    self.text = text
    self.alternatives = alternatives
    starts = alternatives.map {
      let (set, isOptional) = Self.starts($0[...])
      return isOptional ? .all : set
    }
    if alternatives.count == 1, alternatives[0].count == 2, case .set(_, _, .max) = alternatives[0][0],
      case .end = alternatives[0][1]
    {
      skipsFailedRun = true
    } else {
      skipsFailedRun = false
    }
  }

  static func == (left: SplitPattern, right: SplitPattern) -> Bool { left.text == right.text }

  /// Calls `body` with each match in a text and with what lies between, in order; the ranges cover the text.
  func forEachPiece(in text: ScalarText, from first: Int, _ body: (Range<Int>) -> Void) {
    var (gap, position) = (first, first)
    while position < text.end {
      if let end = match(text, position), end > position {
        if gap < position { body(gap..<position) }
        body(position..<end)
        (gap, position) = (end, end)
      } else if skipsFailedRun, case .set(let set, _, _) = alternatives[0][0] {
        let start = position
        while position < text.end {
          let element = text.element(at: position)
          guard set.contains(text, at: position, element) else { break }
          position += element.length
        }
        if position == start { position += text.element(at: position).length }
      } else {
        position += text.element(at: position).length
      }
    }
    if gap < text.end { body(gap..<text.end) }
  }

  /// The end of the match at a position, or nil.
  func match(_ text: ScalarText, _ position: Int) -> Int? {
    let byte = text.byte(at: position)
    for number in starts.indices where byte >= 0x80 || position >= text.end || starts[number].contains(byte) {
      if let end = Self.match(alternatives[number][...], text, position) { return end }
    }
    return nil
  }

  /// The ASCII that a match may begin with, and whether the steps can match nothing.
  private static func starts(_ steps: ArraySlice<Step>) -> (set: ASCIISet, isOptional: Bool) {
    var result = ASCIISet()
    for step in steps {
      switch step {
      case .set(let set, let minimum, _):
        result.formUnion(set.ascii)
        if minimum > 0 { return (result, false) }
      case .group(let alternatives, let isOptional):
        var mayPass = isOptional
        for sequence in alternatives {
          let (set, isEmpty) = starts(sequence[...])
          result.formUnion(set)
          mayPass = mayPass || isEmpty
        }
        if !mayPass { return (result, false) }
      case .notBefore, .end: break
      }
    }
    return (result, true)
  }

  private static func match(_ steps: ArraySlice<Step>, _ text: ScalarText, _ start: Int) -> Int? {
    var position = start
    var steps = steps
    while let step = steps.popFirst() {
      switch step {
      case .notBefore(let set):
        if position < text.end, set.contains(text, at: position, text.element(at: position)) { return nil }
      case .end:
        guard position == text.end else { return nil }
      case .group(let alternatives, let isOptional):
        for sequence in alternatives {
          if let end = match(sequence[...], text, position), let rest = match(steps, text, end) { return rest }
        }
        guard isOptional else { return nil }
      case .set(let set, let minimum, let maximum):
        let first = position
        var count = 0
        while count < maximum, position < text.end {
          let element = text.element(at: position)
          guard set.contains(text, at: position, element) else { break }
          position += element.length
          count += 1
        }
        guard count >= minimum else { return nil }
        if steps.isEmpty || count == minimum { continue }
        // Gives back one scalar after the other until the rest fits.
        while true {
          if let end = match(steps, text, position) { return end }
          guard count > minimum, position > first else { return nil }
          count -= 1
          repeat { position -= 1 } while text.base[position] & 0xC0 == 0x80
        }
      }
    }
    return position
  }
}
