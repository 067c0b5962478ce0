// SPDX-License-Identifier: Apache-2.0

/// 256 weights in about 1.6 bits, in 8 groups of 32: `d · (2 · scale + 1) · (point ± 0.125)`.
///
///     byte   0    2              34              50
///            | d  | lows (32 B)  | words (16 B)  |
///
/// Run `r` of eight elements has the low eight bits of its point's index in `lows[r]`, the upper three in bits `3 (r % 4)`
/// and up of its group's 16-bit word; bits 12–14 of that are the scale, and bit 15 says that 0.125 is taken away.
/// Source: ggml `block_iq1_s`.
package struct BlockIQ1_S: QuantizedBlock {
  package static let tensorType = TensorType.iq1_s
  static let shift: Float = 0.125

  /// Scale of the scales `d`, binary16.
  package var scale: UInt16
  package var lows: InlineArray<32, UInt8>
  package var words: InlineArray<8, UInt16>

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let d = Half.float(scale)
    let points = Lattice.iq1_s
    for group in 0..<8 {
      let word = UInt16(littleEndian: words[group])
      let factor = d * Float(2 * (word >> 12 & 7) + 1)
      let shift = word & 0x8000 != 0 ? -Self.shift : Self.shift
      for run in 0..<4 {
        let high = Int(word >> UInt16(3 * run) & 7)
        let point = points[Int(lows[group * 4 + run]) | high << 8]
        for j in 0..<8 { values[group * 32 + run * 8 + j] = factor * (Float(point[j]) + shift) }
      }
    }
  }
}
