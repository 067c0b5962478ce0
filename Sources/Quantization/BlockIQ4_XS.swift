// SPDX-License-Identifier: Apache-2.0

/// 256 weights in 4 bits, in 8 groups of 32 with 6-bit scales: `d · (scale − 32) · table[q]`.
///
///     byte   0    2                  4                     8                 136
///            | d  | scale highs u16  | scale lows (4 B)    | quants (128 B)  |
///
/// The scale of group `g` has its low four bits in half `g % 2` of byte `g / 2` of the lows, its upper two in bits
/// `2 g` and up of the highs. Group `g` has its quants in bytes `16 g ..< 16 g + 16`, packed and looked up as in
/// `BlockIQ4_NL`. Source: ggml `block_iq4_xs`.
package struct BlockIQ4_XS: QuantizedBlock {
  package static let tensorType = TensorType.iq4_xs

  /// Scale of the scales `d`, binary16.
  package var scale: UInt16
  package var scaleHighs: UInt16
  package var scaleLows: InlineArray<4, UInt8>
  package var quants: InlineArray<128, UInt8>

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let d = Half.float(scale)
    let steps = BlockIQ4_NL.steps
    for group in 0..<8 {
      let low = Int32(scaleLows[group / 2] >> UInt8(group % 2 * 4) & 15)
      let high = Int32(scaleHighs >> UInt16(group * 2) & 3)
      let factor = d * Float((low | high << 4) - 32)
      for j in 0..<16 {
        let byte = quants[group * 16 + j]
        values[group * 32 + j] = factor * Float(steps[Int(byte & 15)])
        values[group * 32 + j + 16] = factor * Float(steps[Int(byte >> 4)])
      }
    }
  }
}
