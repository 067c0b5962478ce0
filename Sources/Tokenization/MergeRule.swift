// SPDX-License-Identifier: Apache-2.0

/// What merging begins with, which neighbours may be joined, and which first.
protocol MergeRule: Sendable {
  /// Pieces up to so many symbols are searched for the best merge from end to end, longer ones use a heap.
  static var linearLimit: Int { get }

  /// The symbol that begins at a position before `end`, -1 where there is none, and its length in bytes.
  func symbol(_ base: UnsafePointer<UInt8>, at position: Int, end: Int) -> (value: Int32, length: Int)

  /// What joining two neighbours gives.
  ///
  /// - Parameter joined: the text of both.
  func merge(_ left: Int32, _ right: Int32, joined: UnsafeBufferPointer<UInt8>) -> Merge
}

/// Byte-level encoding: begins with bytes and joins by a list of merges.
struct ByteMergeRule: MergeRule, @unchecked Sendable {
  // SAFETY: the encoder that owns the symbols lives as long as it merges.
  /// (256) the symbol of each byte.
  let byteSymbols: UnsafePointer<Int32>
  let merges: MergeTable

  static var linearLimit: Int { 48 }

  @inline(__always)
  func symbol(_ base: UnsafePointer<UInt8>, at position: Int, end: Int) -> (value: Int32, length: Int) {
    (byteSymbols[Int(base[position])], 1)
  }

  @inline(__always)
  func merge(_ left: Int32, _ right: Int32, joined: UnsafeBufferPointer<UInt8>) -> Merge { merges.merge(left, right) }
}

/// Begins with scalars and joins by the rule of a vocabulary of pieces.
struct ScalarMergeRule<Rule: PieceMergeRule>: MergeRule, @unchecked Sendable {
  // SAFETY: the encoder that owns the symbols lives as long as it merges.
  /// (128) the symbol of each ASCII scalar, or -1.
  let asciiSymbols: UnsafePointer<Int32>
  let rule: Rule

  static var linearLimit: Int { 32 }

  @inline(__always)
  func symbol(_ base: UnsafePointer<UInt8>, at position: Int, end: Int) -> (value: Int32, length: Int) {
    if base[position] < 0x80 { return (asciiSymbols[Int(base[position])], 1) }
    let length = decodeScalar(base, position, end).length
    return (rule.symbol(of: UnsafeBufferPointer(start: base + position, count: length)), length)
  }

  @inline(__always)
  func merge(_ left: Int32, _ right: Int32, joined: UnsafeBufferPointer<UInt8>) -> Merge {
    rule.merge(left, right, joined: joined)
  }
}
