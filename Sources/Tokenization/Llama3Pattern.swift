// SPDX-License-Identifier: Apache-2.0

/// Llama 3's expression; Qwen 2 has the same with numbers one by one, Qwen 3.5 also counts marks as letters:
///
///     (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
struct Llama3Pattern {
  let maximumDigits: Int
  /// What counts as a letter.
  let letters: UnicodeClass
  /// What is neither space, letter nor number.
  private let marksAndSymbols: UnicodeClass

  init(maximumDigits: Int, letters: UnicodeClass) {
    self.maximumDigits = maximumDigits
    self.letters = letters
    marksAndSymbols = UnicodeClass(rawValue: UnicodeClass.marksAndSymbols.rawValue & ~letters.rawValue)
  }

  /// The end of the piece at `start`, which lies before the end of the text.
  @inline(__always)
  func pieceEnd(in text: ScalarText, from start: Int) -> Int {
    let byte = text.byte(at: start)
    if byte == UInt8(ascii: "'"), let end = contractionEnd(in: text, from: start) { return end }
    let first = text.element(at: start)
    if first.class.isAny(of: letters) { return text.skip(letters, from: start) }
    if first.class.isAny(of: .number) { return numberEnd(in: text, from: start) }
    if !isLineBreak(byte), text.element(at: start + first.length).class.isAny(of: letters) {
      return text.skip(letters, from: start + first.length)
    }
    let runStart = byte == UInt8(ascii: " ") ? start + 1 : start
    if text.element(at: runStart).class.isAny(of: marksAndSymbols) {
      var end = text.skip(marksAndSymbols, from: runStart)
      while isLineBreak(text.byte(at: end)) { end += 1 }
      return end
    }
    return spacesEnd(in: text, from: start)
  }

  private func isLineBreak(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

  private func contractionEnd(in text: ScalarText, from start: Int) -> Int? {
    // Setting bit 5 lower-cases ASCII letters and maps no other byte to these.
    let next = text.byte(at: start + 2) | 0x20
    switch text.byte(at: start + 1) | 0x20 {
    case UInt8(ascii: "s"), UInt8(ascii: "t"), UInt8(ascii: "m"), UInt8(ascii: "d"): return start + 2
    case UInt8(ascii: "r") where next == UInt8(ascii: "e"): return start + 3
    case UInt8(ascii: "v") where next == UInt8(ascii: "e"): return start + 3
    case UInt8(ascii: "l") where next == UInt8(ascii: "l"): return start + 3
    default: return nil
    }
  }

  private func numberEnd(in text: ScalarText, from start: Int) -> Int {
    var position = start
    for _ in 0..<maximumDigits {
      let next = text.element(at: position)
      guard next.class.isAny(of: .number) else { break }
      position += next.length
    }
    return position
  }

  /// `\s*[\r\n]+|\s+(?!\S)|\s+`: up to the last line break of the run, else all but the last space before a word.
  private func spacesEnd(in text: ScalarText, from start: Int) -> Int {
    var (position, last, count, lineEnd) = (start, start, 0, start)
    while true {
      let next = text.element(at: position)
      guard next.class.isAny(of: .space) else { break }
      if isLineBreak(text.byte(at: position)) { lineEnd = position + 1 }
      last = position
      position += next.length
      count += 1
    }
    if lineEnd > start { return lineEnd }
    return count > 1 && position < text.end ? last : position
  }
}
