// SPDX-License-Identifier: Apache-2.0

/// 256 weights in 6 bits, in 16 groups of 16 with signed 8-bit scales: `d · scale · (q − 32)`.
///
///     byte   0              128            192              208   210
///            | lows (128 B) | highs (64 B) | scales (16 B)  | d   |
///
/// For each half of 128 elements, the four runs of 32 take their low four bits from the low halves of `lows[0 ..< 32]`,
/// of `lows[32 ..< 64]`, then from the high halves of the same; run `r` takes its upper two bits from bits `2 r` and up
/// of 32 bytes of `highs`. Source: ggml `block_q6_K`.
package struct BlockQ6_K: QuantizedBlock {
  package static let tensorType = TensorType.q6_K

  package var lows: InlineArray<128, UInt8>
  package var highs: InlineArray<64, UInt8>
  package var scales: InlineArray<16, Int8>
  /// Scale of the scales `d`, binary16.
  package var scale: UInt16

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let d = Half.float(scale)
    for run in 0..<8 {
      let half = run / 4
      let firstLow = half * 64 + run % 2 * 32
      let lowShift = UInt8(run % 4 / 2 * 4)
      let highShift = UInt8(run % 4 * 2)
      for j in 0..<32 {
        let low = lows[firstLow + j] >> lowShift & 15
        let high = highs[half * 32 + j] >> highShift & 3
        let factor = d * Float(scales[run * 2 + j / 16])
        values[run * 32 + j] = factor * Float(Int32(low | high << 4) - 32)
      }
    }
  }
}
