// SPDX-License-Identifier: Apache-2.0

/// 256 weights in about 2 bits, in 8 groups of 32: `d · (0.5 + scale) / 4 · point · sign`.
///
///     byte   0    2               66
///            | d  | words (64 B)  |
///
/// Each group has two 32-bit words: the first holds the indices of four points of eight elements, the second four 7-bit
/// indices of signs and, in its top four bits, the group's scale. Source: ggml `block_iq2_xxs`.
package struct BlockIQ2_XXS: QuantizedBlock {
  package static let tensorType = TensorType.iq2_xxs

  /// Scale of the scales `d`, binary16.
  package var scale: UInt16
  package var words: InlineArray<64, UInt8>

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let d = Half.float(scale)
    let points = Lattice.iq2_xxs
    for group in 0..<8 {
      let word = words.word(at: group * 8 + 4)
      let factor = d * (0.5 + Float(word >> 28)) * 0.25
      for run in 0..<4 {
        let point = points[Int(words[group * 8 + run])]
        let signs = Lattice.signs(word >> UInt32(7 * run))
        write(point, signs: signs, factor: factor, into: values + group * 32 + run * 8)
      }
    }
  }
}
