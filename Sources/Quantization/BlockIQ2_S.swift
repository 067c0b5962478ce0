// SPDX-License-Identifier: Apache-2.0

/// 256 weights in about 2.6 bits, in 16 groups of 16: `d · (0.5 + scale) / 4 · point · sign`.
///
///     byte   0    2              34             66             74              82
///            | d  | lows (32 B)  | signs (32 B) | highs (8 B)  | scales (8 B)  |
///
/// Run `r` of eight elements has the low eight bits of its point's index in `lows[r]`, the upper two in bits `2 (r % 4)`
/// and up of `highs[r / 4]`, and a sign for each element in `signs[r]`. The scale of group `g` is half `g % 2` of byte
/// `g / 2` of `scales`. Source: ggml `block_iq2_s`.
package struct BlockIQ2_S: QuantizedBlock {
  package static let tensorType = TensorType.iq2_s

  /// Scale of the scales `d`, binary16.
  package var scale: UInt16
  package var lows: InlineArray<32, UInt8>
  package var signs: InlineArray<32, UInt8>
  package var highs: InlineArray<8, UInt8>
  package var scales: InlineArray<8, UInt8>

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let d = Half.float(scale)
    let points = Lattice.iq2_s
    for run in 0..<32 {
      let group = run / 2
      let factor = d * (0.5 + Float(scales[group / 2] >> UInt8(group % 2 * 4) & 15)) * 0.25
      let high = highs[run / 4] >> UInt8(run % 4 * 2) & 3
      let point = points[Int(lows[run]) | Int(high) << 8]
      write(point, signs: signs[run], factor: factor, into: values + run * 8)
    }
  }
}
