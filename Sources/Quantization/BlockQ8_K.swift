// SPDX-License-Identifier: Apache-2.0

/// 256 values in 8 signed bits with one scale and the sums of each 16: `d · q`. For activations, not for files.
///
///     byte   0           4                 260             292
///            | d (f32)   | quants (256 B)  | sums (32 B)   |
///
/// Source: ggml `block_q8_K`.
package struct BlockQ8_K: QuantizedBlock {
  package static let tensorType = TensorType.q8_K

  /// Scale `d`; may be negative.
  package var scale: Float
  package var quants: InlineArray<256, Int8>
  /// Sums of the quants of each group of 16.
  package var sums: InlineArray<16, Int16>

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    for j in 0..<256 { values[j] = scale * Float(quants[j]) }
  }
}
