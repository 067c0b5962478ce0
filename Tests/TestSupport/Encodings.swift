// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The bytes that a string of hexadecimal digits spells.
package func bytes(hex: String) -> [UInt8] {
  let digits = hex.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// The little-endian 32-bit floats in `bytes`.
package func floats(littleEndian bytes: some Collection<UInt8>) -> [Float] {
  let bytes = Array(bytes)
  return stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { index in
    Float(bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[index + $1]) << UInt32(8 * $1) })
  }
}

/// A generator that gives the same numbers for the same seed on every machine (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}
