// SPDX-License-Identifier: Apache-2.0

extension BlockQ5_0: QuantizableBlock {
  /// As Q4_0, with −16 for the value of greatest magnitude. Source: ggml's reference.
  package init(quantizing values: UnsafePointer<Float>) {
    let d = extreme(values, 32) / -16
    let factor = Double(inverse(d))
    var bits: UInt32 = 0
    var quants = InlineArray<16, UInt8>(repeating: 0)
    for j in 0..<32 {
      let q = code(Double(values[j]) * factor + 16.5, limit: 31)
      quants[j % 16] |= (q & 15) << UInt8(j / 16 * 4)
      bits |= UInt32(q >> 4) << UInt32(j)
    }
    var highs = InlineArray<4, UInt8>(repeating: 0)
    for byte in 0..<4 { highs[byte] = UInt8(truncatingIfNeeded: bits >> UInt32(8 * byte)) }
    self.init(scale: Half.bits(d), highs: highs, quants: quants)
  }
}
