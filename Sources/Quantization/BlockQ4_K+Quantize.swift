// SPDX-License-Identifier: Apache-2.0

extension BlockQ4_K: QuantizableBlock {
  /// Scale and minimum for each group of 32 by search, then both in 6 bits, then codes for the two as they are stored.
  package init(quantizing values: UnsafePointer<Float>) {
    var groupScales = InlineArray<8, Float>(repeating: 0)
    var groupMinima = InlineArray<8, Float>(repeating: 0)
    var (widestScale, widestMinimum): (Float, Float) = (0, 0)
    for group in 0..<8 {
      let (scale, minimum) = ScaleSearch.withMinimum(values + group * 32, count: 32, highest: 15)
      groupScales[group] = scale
      groupMinima[group] = minimum
      widestScale = max(widestScale, scale)
      widestMinimum = max(widestMinimum, minimum)
    }
    let d = Half.float(Half.bits(widestScale / 63))
    let dmin = Half.float(Half.bits(widestMinimum / 63))
    var scales = PackedScales(bytes: InlineArray<12, UInt8>(repeating: 0))
    var quants = InlineArray<128, UInt8>(repeating: 0)
    for group in 0..<8 {
      let scale = code(Double(groupScales[group] * inverse(d) + 0.5), limit: 63)
      let minimum = code(Double(groupMinima[group] * inverse(dmin) + 0.5), limit: 63)
      scales.set(group, scale: scale, minimum: minimum)
      let step = Double(inverse(d * Float(scale)))
      let offset = Double(dmin * Float(minimum))
      for j in 0..<32 {
        let q = code((Double(values[group * 32 + j]) + offset) * step + 0.5, limit: 15)
        quants[group / 2 * 32 + j] |= q << UInt8(group % 2 * 4)
      }
    }
    self.init(scale: Half.bits(d), minimum: Half.bits(dmin), scales: scales, quants: quants)
  }
}

extension PackedScales {
  /// Sets scale and minimum of a group, 0…63 each, which are still 0.
  mutating func set(_ group: Int, scale: UInt8, minimum: UInt8) {
    if group < 4 {
      bytes[group] |= scale
      bytes[group + 4] |= minimum
    } else {
      bytes[group + 4] |= scale & 15 | minimum << 4
      bytes[group - 4] |= (scale >> 4) << 6
      bytes[group] |= (minimum >> 4) << 6
    }
  }
}
