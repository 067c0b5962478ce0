// SPDX-License-Identifier: Apache-2.0

extension BlockQ8_0: QuantizableBlock {
  /// The greatest magnitude becomes ±127; halves are rounded away from zero. Source: ggml's reference.
  package init(quantizing values: UnsafePointer<Float>) {
    let d = abs(extreme(values, 32)) / 127
    let factor = inverse(d)
    var quants = InlineArray<32, Int8>(repeating: 0)
    for j in 0..<32 {
      let value = (values[j] * factor).rounded(.toNearestOrAwayFromZero)
      // The negation of a comparison would let NaN through.
      quants[j] = abs(value) <= 127 ? Int8(value) : 0
    }
    self.init(scale: Half.bits(d), quants: quants)
  }
}
