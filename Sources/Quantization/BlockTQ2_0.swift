// SPDX-License-Identifier: Apache-2.0

/// 256 ternary weights in 2 bits with one scale: `d · (q − 1)`.
///
///     byte   0                64    66
///            | quants (64 B)  | d   |
///
/// Each run of 32 bytes holds 128 elements: bits 0–1 of the 32 bytes are the first 32, bits 2–3 the next, and so on.
/// Source: ggml `block_tq2_0`.
package struct BlockTQ2_0: QuantizedBlock {
  package static let tensorType = TensorType.tq2_0

  package var quants: InlineArray<64, UInt8>
  /// Scale `d`, binary16.
  package var scale: UInt16

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let d = Half.float(scale)
    for run in 0..<8 {
      let shift = UInt8(run % 4 * 2)
      for j in 0..<32 {
        let q = Int32(quants[run / 4 * 32 + j] >> shift & 3)
        values[run * 32 + j] = Float(q - 1) * d
      }
    }
  }
}
