// SPDX-License-Identifier: Apache-2.0

/// The small float formats inside micro-scaled blocks.
package enum SmallFloat {
  /// Twice the values of E2M1, a sign and three bits: whole numbers. Source: OCP Microscaling Formats 1.0, 5.3.3.
  package static let doubledE2M1: InlineArray<16, Int8> = [
    0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12,
  ]

  /// Half of an E8M0 scale, 2^(code − 128): the other factor 2 is in `doubledE2M1`.
  ///
  /// The NaN code 0xFF gives 2¹²⁷, as in ggml.
  package static func halfE8M0(_ code: UInt8) -> Float {
    // The two smallest results are subnormal.
    Float(bitPattern: code < 2 ? 0x0020_0000 << UInt32(code) : UInt32(code - 1) << 23)
  }

  /// Half of an unsigned E4M3 scale (bias 7); the NaN code 0x7F gives 0, as in ggml.
  package static func halfUE4M3(_ code: UInt8) -> Float {
    if code == 0x7F { return 0 }
    let exponent = code >> 3 & 15
    let fraction = Float(code & 7)
    // In units of 2⁻¹⁰: half of the format's smallest step.
    let unit: Float = 0x1p-10
    return exponent == 0 ? fraction * unit : (8 + fraction) * Float(UInt32(1) << UInt32(exponent - 1)) * unit
  }
}
