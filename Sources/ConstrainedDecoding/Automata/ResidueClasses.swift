// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// The digits of a number as far as multiples of some factors are concerned: modulo their least common multiple, in units of
/// the last place that any factor has, with residues merged that no further digits tell apart.
struct ResidueClasses {
  /// Places after the point that matter; a number with more of them is no multiple of anything.
  let scale: Int
  /// Classes at most.
  let count: Int
  /// Whether a number must be a multiple of something.
  let needsMultiple: Bool
  private let modulus: Int
  /// In units of the last place. At most one is wanted, 0 for none.
  private let wanted: Int
  private let unwanted: [Int]
  /// By class × digit, and by class; empty where residues stand for themselves.
  private var next: [Int32] = []
  private var isGoodClass: [Bool] = []

  /// Residues that are merged; merging more takes longer than it saves.
  private static let maximumMerged = 4096
  private static let maximumModulus = 1 << 39

  /// Nil where the factors need too many residues.
  init?(multipleOf factor: JSONDecimal?, butNotOf others: [JSONDecimal]) {
    let all = (factor.map { [$0] } ?? []) + others
    let scale = max(all.map { $0.digits.count - $0.exponent }.max() ?? 0, 0)
    guard scale < 18 else { return nil }
    var units: [Int] = []
    for factor in all {
      guard let unit = Self.integer(factor, scale: scale) else { return nil }
      units.append(unit)
    }
    wanted = factor == nil ? 0 : units.removeFirst()
    // What is no multiple of a factor is none of the factor's own multiples.
    var fewest: [Int] = []
    for unit in units.sorted() where !fewest.contains(where: { unit % $0 == 0 }) { fewest.append(unit) }
    unwanted = fewest
    var modulus = max(wanted, 1)
    for unit in unwanted {
      let (product, overflow) = (modulus / Self.commonDivisor(modulus, unit)).multipliedReportingOverflow(by: unit)
      guard !overflow, product < Self.maximumModulus else { return nil }
      modulus = product
    }
    self.scale = scale
    self.modulus = modulus
    needsMultiple = factor != nil
    guard modulus <= Self.maximumMerged else {
      count = modulus
      return
    }
    let isGood = (0..<modulus).map { [wanted, unwanted] in Self.isGood($0, wanted, unwanted) }
    let (classes, count) = Self.merge(modulus, isGood: isGood)
    self.count = count
    next = Array(repeating: 0, count: count * 10)
    isGoodClass = Array(repeating: false, count: count)
    for residue in 0..<modulus {
      let own = Int(classes[residue])
      isGoodClass[own] = isGood[residue]
      for digit in 0..<10 { next[own * 10 + digit] = classes[(residue * 10 + digit) % modulus] }
    }
  }

  /// `factor` · 10^scale, if it is small enough to count with.
  private static func integer(_ factor: JSONDecimal, scale: Int) -> Int? {
    guard !factor.digits.isEmpty, !factor.isNegative, var value = factor.significand else { return nil }
    let zeros = factor.exponent - factor.digits.count + scale
    guard zeros < 18 else { return nil }
    for _ in 0..<zeros {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      value = product
    }
    return value < maximumModulus ? value : nil
  }

  private static func commonDivisor(_ a: Int, _ b: Int) -> Int {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }

  private static func isGood(_ residue: Int, _ wanted: Int, _ unwanted: [Int]) -> Bool {
    (wanted == 0 || residue % wanted == 0) && !unwanted.contains { residue % $0 == 0 }
  }

  /// Residues that any digits lead to equally good ends share a class (Moore's refinement). The class of residue 0 is 0.
  private static func merge(_ modulus: Int, isGood: [Bool]) -> (classes: [Int32], count: Int) {
    var classes = isGood.map { Int32($0 == isGood[0] ? 0 : 1) }
    var count: Int32 = isGood.contains(!isGood[0]) ? 2 : 1
    while true {
      var refined = classes
      var refinedCount: Int32 = 0
      // One digit after the other: each splits the classes by where it leads.
      for digit in 0..<10 {
        var numbers = NumberTable()
        refinedCount = 0
        for residue in 0..<modulus {
          let key = UInt64(UInt32(refined[residue])) << 32 | UInt64(UInt32(classes[(residue * 10 + digit) % modulus]))
          refined[residue] = numbers.number(of: key, next: refinedCount)
          if refined[residue] == refinedCount { refinedCount += 1 }
        }
      }
      if refinedCount == count { return (classes, Int(count)) }
      (classes, count) = (refined, refinedCount)
      if count == modulus { return (classes, Int(count)) }
    }
  }

  // MARK: Reading

  /// The class after one more digit, which is before the point or among the places that matter.
  @inline(__always)
  func step(_ own: Int, _ digit: Int) -> Int {
    next.isEmpty ? (own * 10 + digit) % modulus : Int(next[own * 10 + digit])
  }

  /// Whether a number of this class, all places that matter read, is wanted.
  func isGood(_ own: Int) -> Bool {
    isGoodClass.isEmpty ? Self.isGood(own, wanted, unwanted) : isGoodClass[own]
  }

  /// The same after `places` of the places that matter; further ones are zeros.
  func isGood(_ own: Int, afterPlaces places: Int) -> Bool {
    var own = own
    for _ in places..<max(scale, places) { own = step(own, 0) }
    return isGood(own)
  }

  /// Whether no number is wanted.
  var isEmpty: Bool { needsMultiple && unwanted.contains { wanted % $0 == 0 } }
}
