// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// Which JSON numbers are allowed.
struct NumberRange: Sendable, Hashable {
  struct Bound: Sendable, Hashable {
    var value: JSONDecimal
    var isExclusive: Bool
  }
  var isInteger = false
  var lower: Bound?
  var upper: Bound?
  var multipleOf: JSONDecimal?
  /// Whole numbers of times these are left out. With 1 in it: no integers.
  var notMultiplesOf: [JSONDecimal] = []
  /// Whether an integer may be written with a fraction of zeros, as in `1.0`.
  var allowsZeroFractionInIntegers = false
  /// Most digits before the point, where no bound needs more; keeps a model from writing digits for ever.
  var integerDigits = 20
  /// Most digits after the point, where no bound needs more.
  var fractionDigits = 20
  /// Whether `e` notation may be written, with two digits at most: of numbers that are no integers, without factors, and where
  /// there are bounds after a single digit above 0 or a fraction after it, as programs write it.
  var allowsExponent = true

  mutating func raiseLower(to bound: Bound) {
    if let old = lower, old.value > bound.value || (old.value == bound.value && old.isExclusive) { return }
    lower = bound
  }

  mutating func reduceUpper(to bound: Bound) {
    if let old = upper, old.value < bound.value || (old.value == bound.value && old.isExclusive) { return }
    upper = bound
  }

  /// Whether `number` lies in the range, whatever its notation.
  func contains(_ number: JSONNumber) -> Bool {
    let value = number.decimal
    if isInteger, !value.isInteger { return false }
    if let lower, value < lower.value || (lower.isExclusive && value == lower.value) { return false }
    if let upper, value > upper.value || (upper.isExclusive && value == upper.value) { return false }
    if let multipleOf, !value.isMultiple(of: multipleOf) { return false }
    return !notMultiplesOf.contains { value.isMultiple(of: $0) }
  }
}

extension JSONDecimal {
  /// Whether this is a whole number of times `factor`; decided digit by digit, so exact. False where `factor` has too many
  /// digits to count with.
  func isMultiple(of factor: JSONDecimal) -> Bool {
    if digits.isEmpty { return true }
    // value / factor = (own digits · 10^shift) / (factor digits).
    guard let modulus = factor.significand, modulus > 0, modulus < 1 << 58 else { return false }
    let shift = (exponent - digits.count) - (factor.exponent - factor.digits.count)
    var rest = 0
    for digit in digits { rest = (rest * 10 + Int(digit)) % modulus }
    if shift >= 0 {
      var zeros = shift
      while zeros > 0, rest != 0, zeros + 64 > shift {
        rest = rest * 10 % modulus
        zeros -= 1
      }
      return rest == 0
    }
    // No trailing zeros in our digits: dividing by ten leaves a fraction, unless the factor has tens itself.
    return false
  }

  /// The digits as an integer, if it fits.
  var significand: Int? {
    var value = 0
    for digit in digits {
      let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
      guard !overflow, shifted <= Int.max - 9 else { return nil }
      value = shifted + Int(digit)
    }
    return value
  }
}
