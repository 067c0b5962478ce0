// SPDX-License-Identifier: Apache-2.0

/// A partition of all code points into classes that some sets cannot tell apart.
struct CodePointPartition: Sendable {
  /// First code point of each interval, ascending, from 0.
  let starts: [UInt32]
  /// Class of each interval.
  let classOfInterval: [UInt16]
  /// A code point of each class; nil where it has none but surrogates.
  let representatives: [UInt32?]
  var count: Int { representatives.count }

  static let maximumCount = Int(UInt16.max)

  /// The coarsest partition in which each of `sets`, and each of `scalars` alone, is a union of classes; nil where it needs
  /// too many.
  ///
  /// - Parameter scalars: ascending, each once.
  init?(_ sets: [CodePointSet], scalars: [UInt32] = []) {
    guard scalars.count < Self.maximumCount / 2 else { return nil }
    if sets.isEmpty {
      self.init(scalars)
      return
    }
    var cuts: [UInt32] = [0]
    for set in sets {
      for range in set.ranges {
        cuts.append(range.lowerBound)
        cuts.append(range.upperBound + 1)
      }
    }
    for scalar in scalars {
      cuts.append(scalar)
      cuts.append(scalar + 1)
    }
    cuts.sort()
    var starts: [UInt32] = []
    for cut in cuts where cut <= 0x10FFFF && starts.last != cut { starts.append(cut) }
    // The sets that hold an interval, as a sum of random keys of 128 bits, one for each set: sums that are equal mean sets
    // that are equal, in all likelihood there is.
    var sums = [SIMD2<UInt64>](repeating: .zero, count: starts.count)
    for (number, set) in sets.enumerated() {
      let key = Self.key(UInt64(number))
      var index = 0
      for range in set.ranges {
        index = Self.interval(of: range.lowerBound, starts, from: index)
        while index < starts.count, starts[index] <= range.upperBound {
          sums[index] &+= key
          index += 1
        }
      }
    }
    for scalar in scalars {
      sums[Self.interval(of: scalar, starts, from: 0)] &+= Self.key(1 << 32 | UInt64(scalar))
    }
    var classes: [SIMD2<UInt64>: UInt16] = [:]
    var classOfInterval: [UInt16] = []
    var representatives: [UInt32?] = []
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] - 1 : 0x10FFFF
      let first: UInt32? = !(0xD800...0xDFFF ~= start) ? start : end >= 0xE000 ? 0xE000 : nil
      if let number = classes[sums[index]] {
        if representatives[Int(number)] == nil { representatives[Int(number)] = first }
        classOfInterval.append(number)
      } else {
        guard representatives.count < Self.maximumCount else { return nil }
        classes[sums[index]] = UInt16(representatives.count)
        classOfInterval.append(UInt16(representatives.count))
        representatives.append(first)
      }
    }
    self.init(starts: starts, classOfInterval: classOfInterval, representatives: representatives)
  }

  private init(starts: [UInt32], classOfInterval: [UInt16], representatives: [UInt32?]) {
    self.starts = starts
    self.classOfInterval = classOfInterval
    self.representatives = representatives
  }

  /// Each of `scalars` is a class, and so are all others.
  private init(_ scalars: [UInt32]) {
    var starts: [UInt32] = []
    var classOfInterval: [UInt16] = []
    var representatives: [UInt32?] = []
    var others: UInt16?
    func add(_ start: UInt32, _ end: UInt32) {
      let first: UInt32? = !(0xD800...0xDFFF ~= start) ? start : end >= 0xE000 ? 0xE000 : nil
      let number = others ?? UInt16(representatives.count)
      if others == nil {
        others = number
        representatives.append(first)
      } else if representatives[Int(number)] == nil {
        representatives[Int(number)] = first
      }
      starts.append(start)
      classOfInterval.append(number)
    }
    var next: UInt32 = 0
    for scalar in scalars {
      if scalar > next { add(next, scalar - 1) }
      starts.append(scalar)
      classOfInterval.append(UInt16(representatives.count))
      representatives.append(scalar)
      next = scalar + 1
    }
    if next <= 0x10FFFF { add(next, 0x10FFFF) }
    self.init(starts: starts, classOfInterval: classOfInterval, representatives: representatives)
  }

  /// SplitMix64, twice.
  private static func key(_ number: UInt64) -> SIMD2<UInt64> {
    func mixed(_ value: UInt64) -> UInt64 {
      var value = value &+ 0x9E37_79B9_7F4A_7C15
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
    return SIMD2(mixed(number &* 2), mixed(number &* 2 &+ 1))
  }

  private static func interval(of value: UInt32, _ starts: [UInt32], from first: Int) -> Int {
    var low = first
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= value { low = middle } else { high = middle }
    }
    return low
  }

  /// Index of the interval that holds `value`.
  func interval(of value: UInt32) -> Int { Self.interval(of: value, starts, from: 0) }

  func `class`(of value: UInt32) -> Int { Int(classOfInterval[interval(of: value)]) }
}
