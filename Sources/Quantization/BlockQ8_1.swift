// SPDX-License-Identifier: Apache-2.0

/// 32 values in 8 signed bits with their scale and sum: `d · q`. For activations, not for files of weights.
///
///     byte   0    2    4                 36
///            | d  | s  | quants (32 B)   |
///
/// Source: ggml `block_q8_1`.
package struct BlockQ8_1: QuantizedBlock {
  package static let tensorType = TensorType.q8_1

  /// Scale `d`, binary16.
  package var scale: UInt16
  /// `d · Σ quants`, binary16.
  package var sum: UInt16
  package var quants: InlineArray<32, Int8>

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let d = Half.float(scale)
    for j in 0..<32 { values[j] = Float(quants[j]) * d }
  }
}
