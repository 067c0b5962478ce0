// SPDX-License-Identifier: Apache-2.0

/// 256 weights in 4 bits, in 8 groups of 32 with 6-bit scale and minimum: `d · scale · q − dmin · min`.
///
///     byte   0    2       4                16                144
///            | d  | dmin  | scales (12 B)  | quants (128 B)  |
///
/// Each run of 32 bytes of `quants` holds two groups: the low halves are the first, the high halves the second.
/// Source: ggml `block_q4_K`.
package struct BlockQ4_K: QuantizedBlock {
  package static let tensorType = TensorType.q4_K

  /// Scale of the scales `d`, binary16.
  package var scale: UInt16
  /// Scale of the minima `dmin`, binary16.
  package var minimum: UInt16
  package var scales: PackedScales
  package var quants: InlineArray<128, UInt8>

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let d = Half.float(scale)
    let dmin = Half.float(minimum)
    for group in 0..<8 {
      let groupScale = d * Float(scales.scale(group))
      let groupMinimum = dmin * Float(scales.minimum(group))
      let first = group / 2 * 32
      let shift = UInt8(group % 2 * 4)
      for j in 0..<32 {
        values[group * 32 + j] = groupScale * Float(quants[first + j] >> shift & 15) - groupMinimum
      }
    }
  }
}
