// SPDX-License-Identifier: Apache-2.0

extension BlockQ4_0: QuantizableBlock {
  /// The value of greatest magnitude becomes −8, whatever its sign: the code has one more value on that side.
  /// Source: ggml's reference.
  package init(quantizing values: UnsafePointer<Float>) {
    let d = extreme(values, 32) / -8
    let factor = Double(inverse(d))
    var quants = InlineArray<16, UInt8>(repeating: 0)
    for j in 0..<16 {
      let low = code(Double(values[j]) * factor + 8.5, limit: 15)
      quants[j] = low | code(Double(values[j + 16]) * factor + 8.5, limit: 15) << 4
    }
    self.init(scale: Half.bits(d), quants: quants)
  }
}
