// SPDX-License-Identifier: Apache-2.0

/// 32 values in 8 signed bits with one scale: `d · q`.
///
///     byte   0    2                 34
///            | d  | quants (32 B)   |
///
/// Source: ggml `block_q8_0`.
package struct BlockQ8_0: QuantizedBlock {
  package static let tensorType = TensorType.q8_0

  /// Scale `d`, binary16.
  package var scale: UInt16
  package var quants: InlineArray<32, Int8>

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let d = Half.float(scale)
    for j in 0..<32 { values[j] = Float(quants[j]) * d }
  }
}
