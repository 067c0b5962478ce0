// SPDX-License-Identifier: Apache-2.0

/// Where a long text is cut before libsentencepiece sees it.
///
/// Best at a single space, if no token has one inside: the tokens are then those of the whole text. Else between two scalars
/// that no token holds side by side; and where there is no such place either, at the end of the chunk.
struct TextChunks: Sendable {
  /// Longer texts are cut, and how long chunks are at most, in bytes.
  static let limit = 8192

  private let cutsAtSpaces: Bool
  private let filter: ScalarPairFilter

  init(_ model: SentencePieceModel) {
    var cutsAtSpaces = model.isUnigram
    let filter = ScalarPairFilter()
    for (id, type) in model.types.enumerated() where type == .normal || type == .unused {
      model.tokens.withBytes(at: id) { text in
        filter.insertPairs(of: text)
        guard let base = text.baseAddress else { return }
        // A run of spaces at the start does not count.
        var (position, isInside) = (0, false)
        while position < text.count {
          let (value, length) = decodeScalar(base, position, text.count)
          if value != 0x2581 { isInside = true } else if isInside { cutsAtSpaces = false }
          position += length
        }
      }
    }
    (self.cutsAtSpaces, self.filter) = (cutsAtSpaces, filter)
  }

  /// Calls `body` with each chunk in order, whether it is the first, and whether a space stood before it that no chunk has.
  func forEach(in text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>, Bool, Bool) -> Void) {
    var (start, followsSpace) = (0, false)
    while text.count - start > Self.limit {
      let end = start + Self.limit
      let chunk: Int
      let next: Int
      if cutsAtSpaces, let space = lastSingleSpace(text, start + Self.limit / 2..<end) {
        (chunk, next) = (space, space + 1)
      } else {
        chunk = lastCut(text, start..<end)
        next = chunk
      }
      body(UnsafeBufferPointer(rebasing: text[start..<chunk]), start == 0, followsSpace)
      (start, followsSpace) = (next, next > chunk)
    }
    body(UnsafeBufferPointer(rebasing: text[start...]), start == 0, followsSpace)
  }

  /// The last space in a range that has ASCII beside it which is no space: normalisation cannot turn that into one.
  private func lastSingleSpace(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
    func isLetter(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }
    return range.last { text[$0] == 0x20 && isLetter(text[$0 - 1]) && isLetter(text[$0 + 1]) }
  }

  /// The last place in a range that no token crosses, or else the last beginning of a scalar.
  private func lastCut(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
    let base = text.baseAddress!
    var position = range.lowerBound
    var (best, last) = (range.upperBound, range.upperBound)
    var left: UInt32?
    while position < range.upperBound {
      let (value, length) = decodeScalar(base, position, text.count)
      if let left, position > range.lowerBound + Self.limit / 2 {
        last = position
        if !filter.mayJoin(left, value), !isSpace(left), !isSpace(value) { best = position }
      }
      left = value
      position += length
    }
    return best < range.upperBound ? best : last
  }

  private func isSpace(_ scalar: UInt32) -> Bool {
    scalar <= 0x20 || scalar == 0x2581 || scalar == 0x3000 || scalar == 0xA0
  }
}
