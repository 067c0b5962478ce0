// SPDX-License-Identifier: Apache-2.0

/// 256 weights in about 1.8 bits, in 16 groups of 16: `d · (2 · scale + 1) · (point ± 0.125)`.
///
///     byte   0              32              48              56
///            | lows (32 B)  | highs (16 B)  | scales (8 B)  |
///
/// Run `r` of eight elements has the low eight bits of its point's index in `lows[r]`; half `r % 2` of `highs[r / 2]` holds
/// the upper three, and a fourth bit that says that 0.125 is taken away. Each of the four 16-bit words in `scales` holds
/// four 3-bit scales, the first lowest, and above them four bits of `d` (binary16), the first word the lowest four.
/// Source: ggml `block_iq1_m`.
package struct BlockIQ1_M: QuantizedBlock {
  package static let tensorType = TensorType.iq1_m

  package var lows: InlineArray<32, UInt8>
  package var highs: InlineArray<16, UInt8>
  package var scales: InlineArray<8, UInt8>

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    func word(_ index: Int) -> UInt16 { UInt16(scales[2 * index]) | UInt16(scales[2 * index + 1]) << 8 }
    let d = Half.float((0..<4).reduce(UInt16(0)) { $0 | (word($1) >> 12) << UInt16(4 * $1) })
    let points = Lattice.iq1_s
    for run in 0..<32 {
      let group = run / 2
      let factor = d * Float(2 * (word(group / 4) >> UInt16(3 * (group % 4)) & 7) + 1)
      let high = highs[run / 2] >> UInt8(run % 2 * 4)
      let point = points[Int(lows[run]) | Int(high & 7) << 8]
      let shift = high & 8 != 0 ? -BlockIQ1_S.shift : BlockIQ1_S.shift
      for j in 0..<8 { values[run * 8 + j] = factor * (Float(point[j]) + shift) }
    }
  }
}
