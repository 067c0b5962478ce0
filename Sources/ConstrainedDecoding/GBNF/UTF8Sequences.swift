// SPDX-License-Identifier: Apache-2.0

/// Code points as UTF-8, byte by byte.
enum UTF8Sequences {
  /// The encodings of the code points of `set`, each element one range of bytes per place. Overlong forms and surrogates are
  /// in none.
  static func sequences(of set: CodePointSet) -> [[ClosedRange<UInt8>]] {
    var result: [[ClosedRange<UInt8>]] = []
    let lengths: [ClosedRange<UInt32>] = [0...0x7F, 0x80...0x7FF, 0x800...0xFFFF, 0x10000...0x10FFFF]
    for range in set.ranges {
      for (index, bounds) in lengths.enumerated() where range.overlaps(bounds) {
        split(range.clamped(to: bounds), count: index + 1, &result)
      }
    }
    return result
  }

  /// Cuts a range of equally long code points until every place of the sequence is one range by itself.
  private static func split(_ range: ClosedRange<UInt32>, count: Int, _ result: inout [[ClosedRange<UInt8>]]) {
    var open = [range]
    search: while let range = open.popLast() {
      let (low, high) = (range.lowerBound, range.upperBound)
      // Where leading bits differ, the trailing ones must span all values.
      for places in stride(from: count - 1, to: 0, by: -1) {
        let mask = UInt32(1) << UInt32(6 * places) - 1
        guard low & ~mask != high & ~mask else { continue }
        if low & mask != 0 {
          open.append((low | mask) + 1...high)
          open.append(low...(low | mask))
          continue search
        }
        if high & mask != mask {
          open.append((high & ~mask)...high)
          open.append(low...((high & ~mask) - 1))
          continue search
        }
      }
      let first = encode(low, count)
      result.append(zip(first, encode(high, count)).map { $0...$1 })
    }
  }

  private static func encode(_ value: UInt32, _ count: Int) -> [UInt8] {
    if count == 1 { return [UInt8(value)] }
    let marks: [UInt32] = [0, 0, 0xC0, 0xE0, 0xF0]
    return (0..<count).map { place in
      let bits = value >> UInt32(6 * (count - 1 - place))
      return UInt8(place == 0 ? marks[count] | bits : 0x80 | bits & 0x3F)
    }
  }
}
