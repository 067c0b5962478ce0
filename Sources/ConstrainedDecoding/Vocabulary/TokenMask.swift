// SPDX-License-Identifier: Apache-2.0

/// A set of token ids, one bit each, in 64-bit words.
package struct TokenMask: Sendable, Hashable {
  /// Bit `id & 63` of word `id >> 6`. Bits past `count` are zero.
  package private(set) var words: [UInt64]
  /// How many ids there are, allowed or not.
  package let count: Int

  /// An empty set of ids below `count`.
  package init(count: Int) {
    self.count = count
    words = Array(repeating: 0, count: (count + 63) / 64)
  }

  package subscript(id: Int) -> Bool {
    get { id >= 0 && id < count && words[id >> 6] >> UInt64(id & 63) & 1 != 0 }
    set {
      guard id >= 0, id < count else { return }
      if newValue { words[id >> 6] |= 1 << UInt64(id & 63) } else { words[id >> 6] &= ~(1 << UInt64(id & 63)) }
    }
  }

  package mutating func removeAll() {
    for index in words.indices { words[index] = 0 }
  }

  package mutating func formUnion(_ other: TokenMask) {
    for index in 0..<min(words.count, other.words.count) { words[index] |= other.words[index] }
  }

  package mutating func subtract(_ other: TokenMask) {
    for index in 0..<min(words.count, other.words.count) { words[index] &= ~other.words[index] }
  }

  /// Adds the members to as many words of another mask.
  func formUnion(into other: UnsafeMutablePointer<UInt64>) {
    words.withUnsafeBufferPointer { words in
      for index in 0..<words.count { other[index] |= words[index] }
    }
  }

  /// Whether as many words of another mask have every member.
  func isSubset(of other: UnsafeMutablePointer<UInt64>) -> Bool {
    words.withUnsafeBufferPointer { words in
      for index in 0..<words.count where words[index] & ~other[index] != 0 { return false }
      return true
    }
  }

  package var allowedCount: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The allowed ids in ascending order.
  package var ids: [Int] {
    var ids: [Int] = []
    forEachID { ids.append($0) }
    return ids
  }

  /// Calls `body` with every allowed id, ascending.
  package func forEachID(_ body: (Int) -> Void) {
    for (index, word) in words.enumerated() where word != 0 {
      var rest = word
      while rest != 0 {
        body(index << 6 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }

  mutating func withUnsafeMutableWords<R>(_ body: (UnsafeMutablePointer<UInt64>) -> R) -> R? {
    words.withUnsafeMutableBufferPointer { buffer in buffer.baseAddress.map(body) }
  }
}
