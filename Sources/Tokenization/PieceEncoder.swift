// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Encodes text with a vocabulary whose tokens are text: SentencePiece's, and byte-pair ones without the byte alphabet.
///
/// Gives the ids of libsentencepiece, by the same merges; but text is first cut where no merge can cross, words that are
/// tokens are looked up, and words that come again are copied.
final class PieceEncoder<Rule: PieceMergeRule>: @unchecked Sendable {
  private let rule: Rule
  private let filter: ScalarPairFilter
  private let addsSpacePrefix: Bool
  /// Whether no token crosses the end of a run of line breaks.
  private let splitsAtLineBreaks: Bool
  private let vocabularySize: Int32
  /// (256) the token of each byte, or -1; empty where one is missing: then scalars without a token are unknown.
  private let byteTokens: [TokenID]
  private let unknownID: TokenID
  /// (128) the symbol of each ASCII scalar, or -1.
  private let asciiSymbols: UnsafeMutablePointer<Int32>
  /// (vocabularySize) whether the merges make a token from its own text: 0 not yet known, 1 yes, 2 no.
  private let isReproduced: UnsafeMutablePointer<Atomic<UInt8>>
  private let index: ByteStringIndex

  init(
    rule: Rule, index: ByteStringIndex, filter: ScalarPairFilter, vocabularySize: Int, byteTokens: [TokenID],
    unknownID: TokenID, addsSpacePrefix: Bool, splitsAtLineBreaks: Bool
  ) {
    (self.rule, self.index, self.filter) = (rule, index, filter)
    self.vocabularySize = Int32(vocabularySize)
    (self.byteTokens, self.unknownID) = (byteTokens, unknownID)
    (self.addsSpacePrefix, self.splitsAtLineBreaks) = (addsSpacePrefix, splitsAtLineBreaks)
    asciiSymbols = .allocate(capacity: 128)
    for value in 0..<128 {
      asciiSymbols[value] = withUnsafePointer(to: UInt8(value)) {
        rule.symbol(of: UnsafeBufferPointer(start: $0, count: 1))
      }
    }
    isReproduced = .allocate(capacity: vocabularySize)
    for id in 0..<vocabularySize { (isReproduced + id).initialize(to: Atomic(0)) }
  }

  deinit {
    asciiSymbols.deallocate()
    isReproduced.deallocate()
  }

  /// Appends the tokens of a text.
  ///
  /// - Parameter isAfterSpecial: whether the text begins the prompt or follows a special token; some vocabularies put
  ///   a space in front of it then.
  func encode(_ text: UnsafeBufferPointer<UInt8>, isAfterSpecial: Bool, into output: inout [TokenID]) {
    guard !text.isEmpty else { return }
    let isPrefixed = addsSpacePrefix && isAfterSpecial
    guard isPrefixed || containsSpaceSign(text) else { return encode(text, into: &output) }
    var copy: [UInt8] = []
    copy.reserveCapacity(text.count + 1)
    if isPrefixed { copy.append(UInt8(ascii: " ")) }
    var position = 0
    while position < text.count {
      if isSpaceSign(text, at: position) {
        copy.append(UInt8(ascii: " "))
        position += 3
      } else {
        copy.append(text[position])
        position += 1
      }
    }
    copy.withUnsafeBufferPointer { encode($0, into: &output) }
  }

  /// U+2581, which in the vocabulary stands for a space: in text the two are the same.
  @inline(__always)
  private func isSpaceSign(_ text: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
    text[position] == 0xE2 && position + 2 < text.count && text[position + 1] == 0x96 && text[position + 2] == 0x81
  }

  private func containsSpaceSign(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for position in 0..<text.count where isSpaceSign(text, at: position) { return true }
    return false
  }

  private func encode(_ text: UnsafeBufferPointer<UInt8>, into output: inout [TokenID]) {
    let base = text.baseAddress!
    let scratch = MergeScratch()
    var repeated = RepeatedPieces(byteCount: byteTokens.isEmpty ? 0 : text.count)
    let first = output.count
    var start = 0
    var (left, position) = decodeScalar(base, 0, text.count)
    while position < text.count {
      let (right, length) = decodeScalar(base, position, text.count)
      if !filter.mayJoin(left, right) || (splitsAtLineBreaks && (left == 10) != (right == 10))
        || position - start >= MergeScratch.pieceLimit
      {
        append(base, start..<position, scratch, &repeated, first, &output)
        start = position
      }
      left = right
      position += length
    }
    append(base, start..<text.count, scratch, &repeated, first, &output)
  }

  @inline(__always)
  private func append(
    _ base: UnsafePointer<UInt8>, _ range: Range<Int>, _ scratch: MergeScratch, _ repeated: inout RepeatedPieces,
    _ first: Int, _ output: inout [TokenID]
  ) {
    let piece = UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    // Most words of ordinary text are tokens. For those the merges need to run once in the life of the vocabulary.
    guard let whole = index.value(of: piece), whole < vocabularySize else {
      return repeated.append(base, range, &output) { merge(piece, scratch, first, &$0) }
    }
    switch isReproduced[Int(whole)].load(ordering: .relaxed) {
    case 1: output.append(whole)
    case 2: repeated.append(base, range, &output) { merge(piece, scratch, first, &$0) }
    default:
      let count = output.count
      merge(piece, scratch, first, &output)
      let isSame = output.count == count + 1 && output[count] == whole
      isReproduced[Int(whole)].store(isSame ? 1 : 2, ordering: .relaxed)
    }
  }

  /// - Parameter first: where the tokens of this text begin: of unknown scalars in a row one stands for all.
  private func merge(
    _ piece: UnsafeBufferPointer<UInt8>, _ scratch: MergeScratch, _ first: Int, _ output: inout [TokenID]
  ) {
    scratch.run(piece, ScalarMergeRule(asciiSymbols: asciiSymbols, rule: rule)) { symbol, bytes in
      if symbol >= 0, symbol < vocabularySize {
        output.append(symbol)
      } else if !byteTokens.isEmpty {
        appendBytes(bytes, &output)
      } else if output.count == first || output[output.count - 1] != unknownID {
        output.append(unknownID)
      }
    }
  }

  private func appendBytes(_ bytes: UnsafeBufferPointer<UInt8>, _ output: inout [TokenID]) {
    // The text holds spaces where the vocabulary has U+2581, so its bytes are those.
    for byte in bytes {
      if byte == UInt8(ascii: " ") {
        for byte in [0xE2, 0x96, 0x81] { output.append(byteTokens[byte]) }
      } else {
        output.append(byteTokens[Int(byte)])
      }
    }
  }
}
