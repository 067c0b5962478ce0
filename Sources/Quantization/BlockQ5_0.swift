// SPDX-License-Identifier: Apache-2.0

/// 32 weights in 5 bits with one scale: `d · (q − 16)`.
///
///     byte   0    2             6                 22
///            | d  | highs (4 B) | quants (16 B)   |
///
/// `quants` holds the low four bits (element `j` low half, `j + 16` high half of byte `j`); bit `j` of the
/// little-endian word `highs` is the fifth bit of element `j`. Source: ggml `block_q5_0`.
package struct BlockQ5_0: QuantizedBlock {
  package static let tensorType = TensorType.q5_0

  /// Scale `d`, binary16.
  package var scale: UInt16
  package var highs: InlineArray<4, UInt8>
  package var quants: InlineArray<16, UInt8>

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let d = Half.float(scale)
    let bits = highs.word(at: 0)
    for j in 0..<16 {
      let low = UInt32(quants[j] & 15) | (bits >> UInt32(j) & 1) << 4
      let high = UInt32(quants[j] >> 4) | (bits >> UInt32(j + 16) & 1) << 4
      values[j] = Float(Int32(low) - 16) * d
      values[j + 16] = Float(Int32(high) - 16) * d
    }
  }
}
