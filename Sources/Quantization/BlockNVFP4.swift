// SPDX-License-Identifier: Apache-2.0

/// 64 weights in E2M1 floats, in 4 groups of 16 with unsigned E4M3 scales: `scale · value`.
///
///     byte   0              4                 36
///            | scales (4 B) | quants (32 B)   |
///
/// Group `g` has bytes `8 g ..< 8 g + 8` of `quants`: the low halves are its elements 0–7, the high halves 8–15.
/// Source: ggml `block_nvfp4`.
package struct BlockNVFP4: QuantizedBlock {
  package static let tensorType = TensorType.nvfp4

  /// Unsigned E4M3.
  package var scales: InlineArray<4, UInt8>
  package var quants: InlineArray<32, UInt8>

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let table = SmallFloat.doubledE2M1
    for group in 0..<4 {
      let d = SmallFloat.halfUE4M3(scales[group])
      for j in 0..<8 {
        let byte = quants[group * 8 + j]
        values[group * 16 + j] = Float(table[Int(byte & 15)]) * d
        values[group * 16 + j + 8] = Float(table[Int(byte >> 4)]) * d
      }
    }
  }
}
