// SPDX-License-Identifier: Apache-2.0

/// 256 weights in 3 bits, in 16 groups of 16 with 6-bit scales: `d · (scale − 32) · (q − 4)`.
///
///     byte   0               32              96               108   110
///            | highs (32 B)  | quants (64 B) | scales (12 B)  | d   |
///
/// `quants` holds the low two bits, as in `BlockQ2_K`. Bit `k` of byte `j` of `highs` is the third bit of element
/// `32 k + j`. The low four bits of the scales of groups 0–7 are the low halves of `scales[0 ..< 8]`, those of groups
/// 8–15 the high halves; the upper two bits of group `g` are bits `2 (g / 4)` and up of `scales[8 + g % 4]`.
/// Source: ggml `block_q3_K`.
package struct BlockQ3_K: QuantizedBlock {
  package static let tensorType = TensorType.q3_K

  package var highs: InlineArray<32, UInt8>
  package var quants: InlineArray<64, UInt8>
  package var scales: InlineArray<12, UInt8>
  /// Scale of the scales `d`, binary16.
  package var scale: UInt16

  /// The 6-bit scale of a group of 16, before 32 is subtracted.
  package func groupScale(_ group: Int) -> UInt8 {
    let low = group < 8 ? scales[group] & 15 : scales[group - 8] >> 4
    let high = scales[8 + group % 4] >> UInt8(group / 4 * 2) & 3
    return low | high << 4
  }

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let d = Half.float(scale)
    for group in 0..<16 {
      let factor = d * Float(Int32(groupScale(group)) - 32)
      let half = group % 2 * 16
      let first = group / 8 * 32 + half
      let shift = UInt8(group % 8 / 2 * 2)
      let plane = UInt8(group / 2)
      for j in 0..<16 {
        let low = Int32(quants[first + j] >> shift & 3)
        let high = Int32(highs[half + j] >> plane & 1)
        values[group * 16 + j] = factor * Float(low + high * 4 - 4)
      }
    }
  }
}
