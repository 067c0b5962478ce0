// SPDX-License-Identifier: Apache-2.0

/// 32 weights in E2M1 floats with a power-of-two scale: `2^(e − 127) · value`.
///
///     byte   0   1                 17
///            | e | quants (16 B)   |
///
/// Byte `j` of `quants` holds element `j` in its low half and element `j + 16` in its high half.
/// Source: ggml `block_mxfp4`; OCP Microscaling Formats 1.0.
package struct BlockMXFP4: QuantizedBlock {
  package static let tensorType = TensorType.mxfp4

  /// Scale, E8M0.
  package var exponent: UInt8
  package var quants: InlineArray<16, UInt8>

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let d = SmallFloat.halfE8M0(exponent)
    let table = SmallFloat.doubledE2M1
    for j in 0..<16 {
      values[j] = Float(table[Int(quants[j] & 15)]) * d
      values[j + 16] = Float(table[Int(quants[j] >> 4)]) * d
    }
  }
}
