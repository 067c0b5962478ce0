// SPDX-License-Identifier: Apache-2.0

/// 256 weights in 2 bits, in 16 groups of 16 with 4-bit scale and minimum: `d · scale · q − dmin · min`.
///
///     byte   0                16               80    82      84
///            | scales (16 B)  | quants (64 B)  | d   | dmin  |
///
/// Byte `g` of `scales` belongs to elements `16 g ..< 16 g + 16`: scale in the low half, minimum in the high half.
/// Each run of 32 bytes of `quants` holds 128 elements: bits 0–1 of the 32 bytes are the first 32, bits 2–3 the next,
/// and so on. Source: ggml `block_q2_K`.
package struct BlockQ2_K: QuantizedBlock {
  package static let tensorType = TensorType.q2_K

  package var scales: InlineArray<16, UInt8>
  package var quants: InlineArray<64, UInt8>
  /// Scale of the scales `d`, binary16.
  package var scale: UInt16
  /// Scale of the minima `dmin`, binary16.
  package var minimum: UInt16

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let d = Half.float(scale)
    let dmin = Half.float(minimum)
    for group in 0..<16 {
      let groupScale = d * Float(scales[group] & 15)
      let groupMinimum = dmin * Float(scales[group] >> 4)
      // Groups 0–7 lie in the first 32 bytes, two to each pair of bits.
      let first = group / 8 * 32 + group % 2 * 16
      let shift = UInt8(group % 8 / 2 * 2)
      for j in 0..<16 {
        values[group * 16 + j] = groupScale * Float(quants[first + j] >> shift & 3) - groupMinimum
      }
    }
  }
}
