// SPDX-License-Identifier: Apache-2.0

/// A set of byte values: 256 bits.
struct ByteSet: Sendable, Hashable, BitwiseCopyable {
  private var words = SIMD4<UInt64>()

  init() {}
  init(_ bytes: some Sequence<UInt8>) { for byte in bytes { insert(byte) } }
  @inline(__always)
  static var all: ByteSet {
    var set = ByteSet()
    set.words = SIMD4(repeating: .max)
    return set
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool { words[Int(byte >> 6)] >> (UInt64(byte) & 63) & 1 != 0 }

  @inline(__always)
  mutating func insert(_ byte: UInt8) { words[Int(byte >> 6)] |= 1 << (UInt64(byte) & 63) }

  @inline(__always)
  mutating func formUnion(_ other: ByteSet) { words |= other.words }

  var isEmpty: Bool { words == SIMD4() }

  var count: Int {
    words[0].nonzeroBitCount + words[1].nonzeroBitCount + words[2].nonzeroBitCount + words[3].nonzeroBitCount
  }

  /// The lowest member.
  var first: UInt8? {
    for index in 0..<4 where words[index] != 0 { return UInt8(index * 64 + words[index].trailingZeroBitCount) }
    return nil
  }

  /// The members in ascending order.
  var bytes: [UInt8] { (0...255).map { UInt8($0) }.filter(contains) }
}
