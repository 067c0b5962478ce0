// SPDX-License-Identifier: Apache-2.0

/// The points that the IQ types choose from, unpacked from ``LatticeTables``.
enum Lattice {
  static let iq2_xxs = eights(LatticeTables.iq2_xxs, magnitudes)
  static let iq2_xs = eights(LatticeTables.iq2_xs, magnitudes)
  static let iq2_s = eights(LatticeTables.iq2_s, magnitudes)
  static let iq1_s = eights(LatticeTables.iq1_s, [-1, 0, 1, 0])
  static let iq3_xxs = fours(LatticeTables.iq3_xxs, [4, 12, 20, 28, 36, 44, 52, 62])
  static let iq3_s = fours(LatticeTables.iq3_s, [1, 3, 5, 7, 9, 11, 13, 15])

  /// What an element of two bits stands for in the types of two bits; the fourth is not used.
  private static let magnitudes: [Int8] = [8, 25, 43, 0]

  /// The sign byte of a 7-bit index: the index itself, and a high bit that makes the number of ones even.
  @inline(__always)
  static func signs(_ index: UInt32) -> UInt8 {
    let low = UInt8(truncatingIfNeeded: index & 127)
    return low | UInt8(truncatingIfNeeded: low.nonzeroBitCount & 1) << 7
  }

  private static func eights(_ text: StaticString, _ values: [Int8]) -> [SIMD8<Int8>] {
    words(text).map { word in
      var point = SIMD8<Int8>()
      for j in 0..<8 { point[j] = values[Int(word >> UInt16(2 * j) & 3)] }
      return point
    }
  }

  private static func fours(_ text: StaticString, _ values: [Int8]) -> [SIMD4<Int8>] {
    words(text).map { word in
      var point = SIMD4<Int8>()
      for j in 0..<4 { point[j] = values[Int(word >> UInt16(4 * j) & 7)] }
      return point
    }
  }

  /// The 16-bit numbers that a text spells, four hexadecimal digits each.
  private static func words(_ text: StaticString) -> [UInt16] {
    text.withUTF8Buffer { digits in
      (0..<digits.count / 4).map { index in
        (0..<4).reduce(UInt16(0)) { word, place in
          let digit = digits[4 * index + place]
          return word << 4 | UInt16(digit < 0x61 ? digit - 0x30 : digit - 0x61 + 10)
        }
      }
    }
  }
}

/// Writes the elements of a point times a factor; a set bit of `signs` makes its element negative.
@inline(__always)
func write(_ point: SIMD8<Int8>, signs: UInt8, factor: Float, into values: UnsafeMutablePointer<Float>) {
  for j in 0..<8 {
    let value = factor * Float(point[j])
    values[j] = signs >> UInt8(j) & 1 == 1 ? -value : value
  }
}

/// As for eight elements, with the low four bits of `signs`.
@inline(__always)
func write(_ point: SIMD4<Int8>, signs: UInt8, factor: Float, into values: UnsafeMutablePointer<Float>) {
  for j in 0..<4 {
    let value = factor * Float(point[j])
    values[j] = signs >> UInt8(j) & 1 == 1 ? -value : value
  }
}
