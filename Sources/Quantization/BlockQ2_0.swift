// SPDX-License-Identifier: Apache-2.0

/// 64 weights in 2 bits with one scale: `d · (q − 1)`.
///
///     byte   0    2                 18
///            | d  | quants (16 B)   |
///
/// Element `j` is bits `2 (j % 4)` and up of byte `j / 4`. Source: ggml `block_q2_0`.
package struct BlockQ2_0: QuantizedBlock {
  package static let tensorType = TensorType.q2_0

  /// Scale `d`, binary16.
  package var scale: UInt16
  package var quants: InlineArray<16, UInt8>

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let d = Half.float(scale)
    for j in 0..<64 {
      let q = Int32(quants[j / 4] >> UInt8(j % 4 * 2) & 3)
      values[j] = Float(q - 1) * d
    }
  }
}
