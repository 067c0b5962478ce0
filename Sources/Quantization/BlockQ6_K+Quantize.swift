// SPDX-License-Identifier: Apache-2.0

extension BlockQ6_K: QuantizableBlock {
  /// A scale for each group of 16 by search, then the scales in 8 bits, then codes for the scales as they are stored.
  package init(quantizing values: UnsafePointer<Float>) {
    var groupScales = InlineArray<16, Float>(repeating: 0)
    for group in 0..<16 {
      groupScales[group] = ScaleSearch.symmetric(values + group * 16, count: 16, lowest: -32, highest: 31)
    }
    var widest: Float = 0
    for group in 0..<16 where abs(groupScales[group]) > abs(widest) { widest = groupScales[group] }
    // The widest scale becomes −128: the signed byte has one more value on that side.
    let d = Half.float(Half.bits(widest / -128))
    let factor = inverse(d)
    var scales = InlineArray<16, Int8>(repeating: 0)
    var lows = InlineArray<128, UInt8>(repeating: 0)
    var highs = InlineArray<64, UInt8>(repeating: 0)
    for group in 0..<16 {
      let scale = (groupScales[group] * factor).rounded(.toNearestOrAwayFromZero)
      scales[group] = abs(scale) <= 128 ? Int8(min(scale, 127)) : 0
      let step = Double(inverse(d * Float(scales[group])))
      for j in group * 16..<group * 16 + 16 {
        let q = code(Double(values[j]) * step + 32.5, limit: 63)
        let (run, place) = (j / 32, j % 32)
        lows[run / 4 * 64 + run % 2 * 32 + place] |= (q & 15) << UInt8(run % 4 / 2 * 4)
        highs[run / 4 * 32 + place] |= (q >> 4) << UInt8(run % 4 * 2)
      }
    }
    self.init(lows: lows, highs: highs, scales: scales, scale: Half.bits(d))
  }
}
