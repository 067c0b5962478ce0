// SPDX-License-Identifier: Apache-2.0

/// 256 weights in about 3.4 bits, in 8 groups of 32: `d · (1 + 2 · scale) · point · sign`.
///
///     byte   0    2              66            74             106             110
///            | d  | lows (64 B)  | highs (8 B) | signs (32 B) | scales (4 B)  |
///
/// Run `r` of four elements has the low eight bits of its point's index in `lows[r]`, the ninth in bit `r % 8` of
/// `highs[r / 8]`; `signs` has a bit for each element. The scale of group `g` is half `g % 2` of byte `g / 2` of `scales`.
/// Source: ggml `block_iq3_s`.
package struct BlockIQ3_S: QuantizedBlock {
  package static let tensorType = TensorType.iq3_s

  /// Scale of the scales `d`, binary16.
  package var scale: UInt16
  package var lows: InlineArray<64, UInt8>
  package var highs: InlineArray<8, UInt8>
  package var signs: InlineArray<32, UInt8>
  package var scales: InlineArray<4, UInt8>

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let d = Half.float(scale)
    let points = Lattice.iq3_s
    for run in 0..<64 {
      let group = run / 8
      let factor = d * Float(1 + 2 * Int32(scales[group / 2] >> UInt8(group % 2 * 4) & 15))
      let high = highs[group] >> UInt8(run % 8) & 1
      let point = points[Int(lows[run]) | Int(high) << 8]
      write(point, signs: signs[run / 2] >> UInt8(run % 2 * 4), factor: factor, into: values + run * 4)
    }
  }
}
