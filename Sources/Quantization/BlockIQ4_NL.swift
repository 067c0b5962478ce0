// SPDX-License-Identifier: Apache-2.0

/// 32 weights in 4 bits through a table of uneven steps: `d · table[q]`.
///
///     byte   0    2                 18
///            | d  | quants (16 B)   |
///
/// Byte `j` of `quants` holds element `j` in its low half and element `j + 16` in its high half.
/// Source: ggml `block_iq4_nl`.
package struct BlockIQ4_NL: QuantizedBlock {
  package static let tensorType = TensorType.iq4_nl

  /// The sixteen steps, shared with IQ4_XS. Source: ggml `kvalues_iq4nl`.
  package static let steps: InlineArray<16, Int8> = [
    -127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113,
  ]

  /// Scale `d`, binary16.
  package var scale: UInt16
  package var quants: InlineArray<16, UInt8>

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let d = Half.float(scale)
    let steps = Self.steps
    for j in 0..<16 {
      values[j] = d * Float(steps[Int(quants[j] & 15)])
      values[j + 16] = d * Float(steps[Int(quants[j] >> 4)])
    }
  }
}
