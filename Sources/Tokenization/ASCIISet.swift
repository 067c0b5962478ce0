// SPDX-License-Identifier: Apache-2.0

/// A set of ASCII characters, as bits.
struct ASCIISet: Sendable, Equatable {
  var low: UInt64 = 0
  var high: UInt64 = 0

  static let all = ASCIISet(low: .max, high: .max)

  mutating func formUnion(_ other: ASCIISet) {
    low |= other.low
    high |= other.high
  }

  /// - Precondition: `byte` is below 128.
  @inline(__always) func contains(_ byte: UInt8) -> Bool { (byte < 64 ? low : high) & (1 << UInt64(byte & 63)) != 0 }
}
