// SPDX-License-Identifier: Apache-2.0

/// 32 weights in 4 bits with scale and minimum: `d · q + m`.
///
///     byte   0    2    4                 20
///            | d  | m  | quants (16 B)   |
///
/// Byte `j` of `quants` holds element `j` in its low half and element `j + 16` in its high half.
/// Source: ggml `block_q4_1`.
package struct BlockQ4_1: QuantizedBlock {
  package static let tensorType = TensorType.q4_1

  /// Scale `d`, binary16.
  package var scale: UInt16
  /// Minimum `m`, binary16.
  package var minimum: UInt16
  package var quants: InlineArray<16, UInt8>

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let d = Half.float(scale)
    let m = Half.float(minimum)
    for j in 0..<16 {
      values[j] = Float(quants[j] & 15) * d + m
      values[j + 16] = Float(quants[j] >> 4) * d + m
    }
  }
}
