// SPDX-License-Identifier: Apache-2.0

/// Conversions between IEEE binary16 and `Float`, in integer arithmetic that gives the same bits on every processor.
package enum Half {
  /// The value of a binary16 pattern; exact. A signalling NaN becomes quiet, as the processor's own conversion does.
  @inlinable
  package static func float(_ bits: UInt16) -> Float {
    let sign = UInt32(bits & 0x8000) << 16
    let exponent = UInt32(bits >> 10) & 0x1F
    let fraction = UInt32(bits & 0x3FF)
    if exponent == 0x1F {
      let quiet: UInt32 = fraction == 0 ? 0 : 0x0040_0000
      return Float(bitPattern: sign | 0x7F80_0000 | fraction << 13 | quiet)
    }
    if exponent == 0 {
      // Zero or subnormal: fraction · 2⁻²⁴, which a Float holds exactly.
      let magnitude = Float(fraction) * Float(bitPattern: 0x3380_0000)
      return Float(bitPattern: sign | magnitude.bitPattern)
    }
    return Float(bitPattern: sign | (exponent + 112) << 23 | fraction << 13)
  }

  /// The binary16 pattern nearest to `value`, ties to even; overflow gives infinity, NaN stays NaN (quiet).
  @inlinable
  package static func bits(_ value: Float) -> UInt16 {
    let pattern = value.bitPattern
    let sign = UInt16(truncatingIfNeeded: pattern >> 16) & 0x8000
    let magnitude = pattern & 0x7FFF_FFFF
    if magnitude >= 0x7F80_0000 {
      let payload = UInt16(truncatingIfNeeded: magnitude >> 13) & 0x3FF
      return sign | 0x7C00 | (magnitude > 0x7F80_0000 ? payload | 0x200 : 0)
    }
    if magnitude >= 0x4780_0000 { return sign | 0x7C00 }
    if magnitude < 0x3880_0000 {
      // Result is subnormal (or rounds up to the smallest normal): count in units of 2⁻²⁴.
      if magnitude < 0x3300_0000 { return sign }
      let shift = 126 - magnitude >> 23
      let significand = magnitude & 0x007F_FFFF | 0x0080_0000
      return sign | UInt16(truncatingIfNeeded: roundedShift(significand, by: shift))
    }
    // Rounding may carry into the exponent, up to infinity: that is the right result.
    return sign | UInt16(truncatingIfNeeded: roundedShift(magnitude - 0x3800_0000, by: 13))
  }

  /// `value / 2^count`, ties to even.
  @usableFromInline
  static func roundedShift(_ value: UInt32, by count: UInt32) -> UInt32 {
    let quotient = value >> count
    let remainder = value & ((1 << count) - 1)
    let half = UInt32(1) << (count - 1)
    let up = remainder > half || (remainder == half && quotient & 1 == 1)
    return quotient + (up ? 1 : 0)
  }
}

/// Conversions between bfloat16 (the upper half of a `Float`) and `Float`.
package enum BrainFloat {
  /// The value of a bfloat16 pattern; exact.
  @inlinable
  package static func float(_ bits: UInt16) -> Float { Float(bitPattern: UInt32(bits) << 16) }

  /// The bfloat16 pattern nearest to `value`, ties to even; NaN stays NaN (quiet).
  @inlinable
  package static func bits(_ value: Float) -> UInt16 {
    let pattern = value.bitPattern
    if value.isNaN { return UInt16(truncatingIfNeeded: pattern >> 16) | 0x40 }
    let roundingBias = 0x7FFF + (pattern >> 16 & 1)
    return UInt16(truncatingIfNeeded: (pattern + roundingBias) >> 16)
  }
}
