// SPDX-License-Identifier: Apache-2.0

/// Which neighbours may be joined, and which first, in a vocabulary whose tokens are text rather than bytes.
protocol PieceMergeRule: Sendable {
  /// The symbol of a scalar, or -1.
  func symbol(of scalar: UnsafeBufferPointer<UInt8>) -> Int32

  /// What joining two neighbours gives.
  ///
  /// - Parameter joined: the text of both.
  func merge(_ left: Int32, _ right: Int32, joined: UnsafeBufferPointer<UInt8>) -> Merge
}

/// SentencePiece: neighbours whose text is a token become it, that of the highest score first.
struct ScoreMergeRule: PieceMergeRule {
  let index: ByteStringIndex
  /// (vocabulary) the order in which tokens are made: the higher the score, the lower.
  let ranks: [UInt32]
  let longest: Int

  func symbol(of scalar: UnsafeBufferPointer<UInt8>) -> Int32 { index.value(of: scalar) ?? -1 }

  @inline(__always)
  func merge(_ left: Int32, _ right: Int32, joined: UnsafeBufferPointer<UInt8>) -> Merge {
    guard joined.count <= longest, let token = index.value(of: joined) else { return .none }
    return Merge(rank: ranks[Int(token)], symbol: token)
  }

  /// A number that falls as the score rises; below that of no merge. What is not a number comes last.
  static func rank(_ score: Float) -> UInt32 {
    let score = score.isFinite ? score + 0 : -Float.greatestFiniteMagnitude
    let bits = score.bitPattern
    return ~(bits >> 31 == 0 ? bits | 0x8000_0000 : ~bits)
  }
}

/// Byte-pair encoding over text: neighbours named by a merge, in the order of the list.
struct ListMergeRule: PieceMergeRule {
  let index: ByteStringIndex
  let merges: MergeTable

  func symbol(of scalar: UnsafeBufferPointer<UInt8>) -> Int32 { index.value(of: scalar) ?? -1 }

  @inline(__always)
  func merge(_ left: Int32, _ right: Int32, joined: UnsafeBufferPointer<UInt8>) -> Merge {
    left < 0 || right < 0 ? .none : merges.merge(left, right)
  }
}
