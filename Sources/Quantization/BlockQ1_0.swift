// SPDX-License-Identifier: Apache-2.0

/// 128 weights of one bit with one scale: `d` where the bit is set, `−d` where not.
///
///     byte   0    2               18
///            | d  | bits (16 B)   |
///
/// Element `j` is bit `j % 8` of byte `j / 8`. Source: ggml `block_q1_0`.
package struct BlockQ1_0: QuantizedBlock {
  package static let tensorType = TensorType.q1_0

  /// Scale `d`, binary16.
  package var scale: UInt16
  package var bits: InlineArray<16, UInt8>

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let d = Half.float(scale)
    for j in 0..<128 { values[j] = bits[j / 8] >> UInt8(j % 8) & 1 == 1 ? d : -d }
  }
}
