// SPDX-License-Identifier: Apache-2.0

/// 256 weights in about 2.3 bits, in 16 groups of 16: `d · (0.5 + scale) / 4 · point · sign`.
///
///     byte   0    2               66              74
///            | d  | codes (64 B)  | scales (8 B)  |
///
/// A code has 16 bits for eight elements: the index of a point in its low nine, that of the signs in its upper seven. The
/// scale of group `g` is half `g % 2` of byte `g / 2` of `scales`. Source: ggml `block_iq2_xs`.
package struct BlockIQ2_XS: QuantizedBlock {
  package static let tensorType = TensorType.iq2_xs

  /// Scale of the scales `d`, binary16.
  package var scale: UInt16
  package var codes: InlineArray<32, UInt16>
  package var scales: InlineArray<8, UInt8>

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let d = Half.float(scale)
    let points = Lattice.iq2_xs
    for run in 0..<32 {
      let group = run / 2
      let factor = d * (0.5 + Float(scales[group / 2] >> UInt8(group % 2 * 4) & 15)) * 0.25
      let code = UInt16(littleEndian: codes[run])
      write(
        points[Int(code & 511)], signs: Lattice.signs(UInt32(code >> 9)), factor: factor, into: values + run * 8)
    }
  }
}
