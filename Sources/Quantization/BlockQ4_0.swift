// SPDX-License-Identifier: Apache-2.0

/// 32 weights in 4 bits with one scale: `d · (q − 8)`.
///
///     byte   0    2                 18
///            | d  | quants (16 B)   |
///
/// Byte `j` of `quants` holds element `j` in its low half and element `j + 16` in its high half.
/// Source: ggml `block_q4_0`.
package struct BlockQ4_0: QuantizedBlock {
  package static let tensorType = TensorType.q4_0

  /// Scale `d`, binary16.
  package var scale: UInt16
  package var quants: InlineArray<16, UInt8>

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let d = Half.float(scale)
    for j in 0..<16 {
      values[j] = Float(Int32(quants[j] & 15) - 8) * d
      values[j + 16] = Float(Int32(quants[j] >> 4) - 8) * d
    }
  }
}
