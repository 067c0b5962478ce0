// SPDX-License-Identifier: Apache-2.0

/// GPT-2's expression:
///
///     's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
enum GPT2Pattern {
  @inline(__always)
  static func forEachPiece(in text: ScalarText, from first: Int, _ body: (Range<Int>) -> Void) {
    var start = first
    while start < text.end {
      let end = pieceEnd(in: text, from: start)
      body(start..<end)
      start = end
    }
  }

  /// The end of the piece at `start`, which lies before the end of the text.
  @inline(__always)
  static func pieceEnd(in text: ScalarText, from start: Int) -> Int {
    let first = text.byte(at: start)
    if first == UInt8(ascii: "'"), let end = contractionEnd(in: text, from: start) { return end }
    // The optional space in front of a run.
    let runStart = first == UInt8(ascii: " ") ? start + 1 : start
    let run = text.element(at: runStart).class
    if run.isAny(of: .letter) { return text.skip(.letter, from: runStart) }
    if run.isAny(of: .number) { return text.skip(.number, from: runStart) }
    if run.isAny(of: .marksAndSymbols) {
      return text.skip(.marksAndSymbols, from: runStart)
    }
    return spacesEnd(in: text, from: start)
  }

  private static func contractionEnd(in text: ScalarText, from start: Int) -> Int? {
    let next = text.byte(at: start + 2)
    switch text.byte(at: start + 1) {
    case UInt8(ascii: "s"), UInt8(ascii: "t"), UInt8(ascii: "m"), UInt8(ascii: "d"): return start + 2
    case UInt8(ascii: "r") where next == UInt8(ascii: "e"): return start + 3
    case UInt8(ascii: "v") where next == UInt8(ascii: "e"): return start + 3
    case UInt8(ascii: "l") where next == UInt8(ascii: "l"): return start + 3
    default: return nil
    }
  }

  /// `\s+(?!\S)|\s+`: a run of spaces leaves its last one to the word that follows.
  static func spacesEnd(in text: ScalarText, from start: Int) -> Int {
    var (position, last, count) = (start, start, 0)
    while true {
      let next = text.element(at: position)
      guard next.class.isAny(of: .space) else { break }
      last = position
      position += next.length
      count += 1
    }
    return count > 1 && position < text.end ? last : position
  }
}
