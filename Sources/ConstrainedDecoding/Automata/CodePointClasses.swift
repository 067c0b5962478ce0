// SPDX-License-Identifier: Apache-2.0

/// A partition of all code points into classes that some sets cannot tell apart.
struct CodePointClasses: Sendable, Hashable {
  /// First code point of each interval, ascending, from 0.
  let starts: [UInt32]
  /// Class of each interval.
  let classOfInterval: [UInt16]
  let count: Int

  static let one = CodePointClasses([])

  /// The coarsest partition in which each of `sets` is a union of classes.
  init(_ sets: [CodePointSet]) {
    var cuts: Set<UInt32> = [0]
    for set in sets {
      for range in set.ranges {
        cuts.insert(range.lowerBound)
        // A range that ends below the surrogates touches the one above them.
        cuts.insert(range.upperBound == 0xD7FF ? 0xE000 : range.upperBound + 1)
      }
    }
    starts = cuts.filter { $0 <= 0x10FFFF }.sorted()
    var signatures = [[UInt64]](repeating: Array(repeating: 0, count: (sets.count + 63) / 64), count: starts.count)
    for (bit, set) in sets.enumerated() {
      for (index, start) in starts.enumerated() where set.contains(start) {
        signatures[index][bit >> 6] |= 1 << UInt64(bit & 63)
      }
    }
    var classes: [[UInt64]: UInt16] = [:]
    var classOfInterval: [UInt16] = []
    for signature in signatures {
      let next = UInt16(truncatingIfNeeded: classes.count)
      let index = classes[signature] ?? next
      if index == next { classes[signature] = next }
      classOfInterval.append(index)
    }
    self.classOfInterval = classOfInterval
    count = classes.count
  }

  /// Index of the interval that holds `value`.
  func interval(of value: UInt32) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= value { low = middle } else { high = middle }
    }
    return low
  }

  func `class`(of value: UInt32) -> Int { Int(classOfInterval[interval(of: value)]) }

  /// A code point of each class.
  var representatives: [UInt32] {
    var result = [UInt32](repeating: 0, count: count)
    var isSet = [Bool](repeating: false, count: count)
    for (start, number) in zip(starts, classOfInterval) where !isSet[Int(number)] {
      result[Int(number)] = start
      isSet[Int(number)] = true
    }
    return result
  }

  /// The code points of each class.
  var sets: [CodePointSet] {
    var ranges = [[ClosedRange<UInt32>]](repeating: [], count: count)
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] - 1 : 0x10FFFF
      ranges[Int(classOfInterval[index])].append(start...end)
    }
    return ranges.map { CodePointSet($0).intersection(.all) }
  }
}
