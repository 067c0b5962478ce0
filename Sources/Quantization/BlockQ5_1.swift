// SPDX-License-Identifier: Apache-2.0

/// 32 weights in 5 bits with scale and minimum: `d · q + m`.
///
///     byte   0    2    4             8                 24
///            | d  | m  | highs (4 B) | quants (16 B)   |
///
/// Quants and high bits are packed as in `BlockQ5_0`. Source: ggml `block_q5_1`.
package struct BlockQ5_1: QuantizedBlock {
  package static let tensorType = TensorType.q5_1

  /// Scale `d`, binary16.
  package var scale: UInt16
  /// Minimum `m`, binary16.
  package var minimum: UInt16
  package var highs: InlineArray<4, UInt8>
  package var quants: InlineArray<16, UInt8>

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let d = Half.float(scale)
    let m = Half.float(minimum)
    let bits = highs.word(at: 0)
    for j in 0..<16 {
      let low = UInt32(quants[j] & 15) | (bits >> UInt32(j) & 1) << 4
      let high = UInt32(quants[j] >> 4) | (bits >> UInt32(j + 16) & 1) << 4
      values[j] = Float(low) * d + m
      values[j + 16] = Float(high) * d + m
    }
  }
}
