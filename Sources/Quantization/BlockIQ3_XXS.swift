// SPDX-License-Identifier: Apache-2.0

/// 256 weights in about 3 bits, in 8 groups of 32: `d · (0.5 + scale) / 2 · point · sign`.
///
///     byte   0    2                 66              98
///            | d  | indices (64 B)  | words (32 B)  |
///
/// An index stands for a point of four elements. The word of a group holds four 7-bit indices of eight signs and, in its
/// top four bits, the scale. Source: ggml `block_iq3_xxs`.
package struct BlockIQ3_XXS: QuantizedBlock {
  package static let tensorType = TensorType.iq3_xxs

  /// Scale of the scales `d`, binary16.
  package var scale: UInt16
  package var indices: InlineArray<64, UInt8>
  package var words: InlineArray<32, UInt8>

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let d = Half.float(scale)
    let points = Lattice.iq3_xxs
    for group in 0..<8 {
      let word = words.word(at: group * 4)
      let factor = d * (0.5 + Float(word >> 28)) * 0.5
      for run in 0..<4 {
        let signs = Lattice.signs(word >> UInt32(7 * run))
        let first = group * 8 + run * 2
        let target = values + group * 32 + run * 8
        write(points[Int(indices[first])], signs: signs, factor: factor, into: target)
        write(points[Int(indices[first + 1])], signs: signs >> 4, factor: factor, into: target + 4)
      }
    }
  }
}
