// SPDX-License-Identifier: Apache-2.0

/// 256 weights in 5 bits, in 8 groups of 32 with 6-bit scale and minimum: `d · scale · q − dmin · min`.
///
///     byte   0    2       4                16              48                176
///            | d  | dmin  | scales (12 B)  | highs (32 B)  | quants (128 B)  |
///
/// `quants` holds the low four bits as in `BlockQ4_K`; bit `g` of byte `j` of `highs` is the fifth bit of element
/// `32 g + j`. Source: ggml `block_q5_K`.
package struct BlockQ5_K: QuantizedBlock {
  package static let tensorType = TensorType.q5_K

  /// Scale of the scales `d`, binary16.
  package var scale: UInt16
  /// Scale of the minima `dmin`, binary16.
  package var minimum: UInt16
  package var scales: PackedScales
  package var highs: InlineArray<32, UInt8>
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
        let low = quants[first + j] >> shift & 15
        let high = highs[j] >> UInt8(group) & 1
        values[group * 32 + j] = groupScale * Float(low | high << 4) - groupMinimum
      }
    }
  }
}
