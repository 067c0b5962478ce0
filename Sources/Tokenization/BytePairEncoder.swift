// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Byte-level byte-pair encoding: pieces of text become the tokens that the merges leave.
///
/// A symbol is a token id, or a number from `vocabularySize` on for a string that merges name but the vocabulary lacks;
/// such a symbol left over at the end is written as the tokens of its bytes.
final class BytePairEncoder: @unchecked Sendable {
  let preTokenizer: PreTokenizer
  private let ignoresMerges: Bool
  private let vocabularySize: Int32
  private let symbols: ByteStringIndex
  private let merges: MergeTable
  /// (256) the symbol of each byte.
  private let byteSymbols: UnsafeMutablePointer<Int32>
  /// (vocabularySize) whether the merges make a token from its own text: 0 not yet known, 1 yes, 2 no.
  private let isReproduced: UnsafeMutablePointer<Atomic<UInt8>>

  /// - Parameters:
  ///   - rawTokens: each token's text, mapped out of the byte alphabet.
  ///   - isReachable: whether text may become this token; control tokens and text outside the alphabet are not.
  init(
    rawTokens: ByteStringTable, isReachable: [Bool], merges list: ByteStringTable, preTokenizer: PreTokenizer,
    ignoresMerges: Bool
  ) {
    self.preTokenizer = preTokenizer
    self.ignoresMerges = ignoresMerges
    let size = Int32(rawTokens.count)
    vocabularySize = size
    let symbols = ByteStringIndex(minimumCapacity: rawTokens.count + 256, byteCapacity: rawTokens.byteCount + 256)
    var isUnique = true
    rawTokens.forEach { id, bytes in
      if isReachable[id], symbols.insert(bytes, Int32(id)) != Int32(id) { isUnique = false }
    }
    var next = size
    func symbol(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
      let symbol = symbols.insert(bytes, next)
      if symbol == next { next += 1 }
      return symbol
    }
    byteSymbols = .allocate(capacity: 256)
    for byte in 0..<256 {
      byteSymbols[byte] = withUnsafePointer(to: UInt8(byte)) { symbol(UnsafeBufferPointer(start: $0, count: 1)) }
    }
    let merges = MergeTable(minimumCapacity: list.count)
    // Most vocabularies have the tokens in the order of the merges that make them: a look at the one after the last saves
    // searching for it.
    var last = 0
    func symbol(joined bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
      let guess = last + 1
      if isUnique, guess < rawTokens.count, isReachable[guess], rawTokens.isEqual(at: guess, bytes) {
        last = guess
        return Int32(guess)
      }
      let symbol = symbol(bytes)
      if symbol < size { last = Int(symbol) }
      return symbol
    }
    MergeList.forEach(list) { rank, left, right, joined in
      merges.insert(symbol(left), symbol(right), Merge(rank: UInt32(rank), symbol: symbol(joined: joined)))
    }
    self.merges = merges
    self.symbols = symbols
    isReproduced = .allocate(capacity: rawTokens.count)
    for id in 0..<rawTokens.count { (isReproduced + id).initialize(to: Atomic(0)) }
  }

  deinit {
    byteSymbols.deallocate()
    isReproduced.deallocate()
  }

  /// Appends the tokens of a text.
  func encode(_ text: ScalarText, into output: inout [TokenID]) {
    let scratch = MergeScratch()
    var repeated = RepeatedPieces(byteCount: text.end)
    preTokenizer.forEachPiece(in: text) { piece in
      var start = piece.lowerBound
      while start < piece.upperBound {
        let count = min(piece.upperBound - start, MergeScratch.pieceLimit)
        encode(text.base, start..<start + count, scratch, &repeated, &output)
        start += count
      }
    }
  }

  @inline(__always)
  private func encode(
    _ base: UnsafePointer<UInt8>, _ range: Range<Int>, _ scratch: MergeScratch, _ repeated: inout RepeatedPieces,
    _ output: inout [TokenID]
  ) {
    let piece = UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    // Most pieces of ordinary text are tokens. For those the merges need to run once in the life of the vocabulary.
    guard let whole = symbols.value(of: piece), whole < vocabularySize else {
      return repeated.append(base, range, &output) { appendMerged(piece, scratch, &$0) }
    }
    if ignoresMerges || piece.count == 1 { return output.append(whole) }
    switch isReproduced[Int(whole)].load(ordering: .relaxed) {
    case 1: output.append(whole)
    case 2: repeated.append(base, range, &output) { appendMerged(piece, scratch, &$0) }
    default:
      let start = output.count
      appendMerged(piece, scratch, &output)
      let isSame = output.count == start + 1 && output[start] == whole
      isReproduced[Int(whole)].store(isSame ? 1 : 2, ordering: .relaxed)
    }
  }

  private func appendMerged(
    _ piece: UnsafeBufferPointer<UInt8>, _ scratch: MergeScratch, _ output: inout [TokenID]
  ) {
    scratch.run(piece, ByteMergeRule(byteSymbols: byteSymbols, merges: merges)) { symbol, bytes in
      if symbol < vocabularySize {
        output.append(symbol)
      } else {
        for byte in bytes where byteSymbols[Int(byte)] < vocabularySize { output.append(byteSymbols[Int(byte)]) }
      }
    }
  }
}

/// Reads merges, "left right" in the byte alphabet.
private enum MergeList {
  /// Calls `body` with rank, left, right and joined bytes. A merge without a space can never apply and is passed over;
  /// its rank stays its own.
  static func forEach(
    _ list: ByteStringTable,
    _ body: (Int, UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    var longest = 1
    for position in 0..<list.count { longest = max(longest, list.length(at: position)) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longest) { scratch in
      ByteAlphabet.bytes.withUnsafeBufferPointer { table in
        let (raw, table) = (scratch.baseAddress!, table.baseAddress!)
        list.forEach { rank, text in
          // The first space after the first character: a left side may itself begin with one.
          guard let space = text.dropFirst().firstIndex(of: UInt8(ascii: " ")) else { return }
          let left = ByteAlphabet.decode(UnsafeBufferPointer(rebasing: text[..<space]), into: raw, table: table).count
          let rest = UnsafeBufferPointer(rebasing: text[(space + 1)...])
          let right = ByteAlphabet.decode(rest, into: raw + left, table: table).count
          guard left > 0, right > 0 else { return }
          body(
            rank, UnsafeBufferPointer(start: raw, count: left), UnsafeBufferPointer(start: raw + left, count: right),
            UnsafeBufferPointer(start: raw, count: left + right))
        }
      }
    }
  }
}
