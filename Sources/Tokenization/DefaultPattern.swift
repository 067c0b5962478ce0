// SPDX-License-Identifier: Apache-2.0

/// The pre-tokenizer of files that name none: four expressions, each over the pieces of the one before.
///
///     [\p{P}\$\+<=>\^\~\|]+   ·   GPT-2's   ·   \p{N}+   ·   [0-9][0-9][0-9]
enum DefaultPattern {
  static func forEachPiece(in text: ScalarText, _ body: (Range<Int>) -> Void) {
    var start = 0
    while start < text.end {
      let punctuation = firstPunctuation(in: text, from: start)
      GPT2Pattern.forEachPiece(in: text.ending(at: punctuation), from: start) { piece in
        splitNumbers(in: text.ending(at: piece.upperBound), from: piece.lowerBound, body)
      }
      start = punctuation
      while start < text.end, isPunctuation(in: text, at: start) { start += text.element(at: start).length }
      // A run of punctuation goes through the other three as well: GPT-2's apostrophes may cut it.
      GPT2Pattern.forEachPiece(in: text.ending(at: start), from: punctuation, body)
    }
  }

  private static func isPunctuation(in text: ScalarText, at position: Int) -> Bool {
    switch text.byte(at: position) {
    case UInt8(ascii: "$"), UInt8(ascii: "+"), UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">"),
      UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "|"):
      true
    default: text.element(at: position).class.isAny(of: .punctuation)
    }
  }

  private static func firstPunctuation(in text: ScalarText, from start: Int) -> Int {
    var position = start
    while position < text.end, !isPunctuation(in: text, at: position) { position += text.element(at: position).length }
    return position
  }

  /// Cuts a piece into runs of numbers, those into threes of ASCII digits, and what lies between.
  private static func splitNumbers(in text: ScalarText, from first: Int, _ body: (Range<Int>) -> Void) {
    var start = first
    while start < text.end {
      let number = text.find(.number, from: start)
      if number > start { body(start..<number) }
      let end = text.skip(.number, from: number)
      splitThrees(in: text, number..<end, body)
      start = end
    }
  }

  private static func splitThrees(in text: ScalarText, _ run: Range<Int>, _ body: (Range<Int>) -> Void) {
    var (start, position) = (run.lowerBound, run.lowerBound)
    while position < run.upperBound {
      if position + 3 <= run.upperBound, (0..<3).allSatisfy({ isDigit(text.byte(at: position + $0)) }) {
        if start < position { body(start..<position) }
        body(position..<position + 3)
        position += 3
        start = position
      } else {
        position += text.element(at: position).length
      }
    }
    if start < run.upperBound { body(start..<run.upperBound) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
