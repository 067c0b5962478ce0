// SPDX-License-Identifier: Apache-2.0

extension BlockQ4_1: QuantizableBlock {
  /// Sixteen even steps from the least value to the greatest. Source: ggml's reference.
  package init(quantizing values: UnsafePointer<Float>) {
    var (least, greatest) = (values[0], values[0])
    for j in 1..<32 {
      least = min(least, values[j])
      greatest = max(greatest, values[j])
    }
    let d = (greatest - least) / 15
    let factor = inverse(d)
    var quants = InlineArray<16, UInt8>(repeating: 0)
    func step(_ value: Float) -> UInt8 { code(Double((value - least) * factor + 0.5), limit: 15) }
    for j in 0..<16 { quants[j] = step(values[j]) | step(values[j + 16]) << 4 }
    self.init(scale: Half.bits(d), minimum: Half.bits(least), quants: quants)
  }
}
