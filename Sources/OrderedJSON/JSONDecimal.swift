// SPDX-License-Identifier: Apache-2.0

/// The exact value of a JSON number: ±0.d₁d₂…dₙ × 10^exponent, so that comparison never rounds.
package struct JSONDecimal: Sendable, Hashable, Comparable {
  package let isNegative: Bool
  /// Decimal digits 0–9, most significant first; neither the first nor the last is 0. Empty for zero.
  package let digits: [UInt8]
  /// 0 for zero. Beyond ±2^40 the exponent of the text is cut to that, far past any number of practical use.
  package let exponent: Int

  package static let zero = JSONDecimal(isNegative: false, digits: [], exponent: 0)
  private static let exponentBound = 1 << 40

  /// Normalises 0.d₁d₂… × 10^exponent.
  package init(isNegative: Bool, digits: [UInt8], exponent: Int) {
    let leadingZeros = digits.prefix { $0 == 0 }.count
    let significant = digits.dropFirst(leadingZeros)
    let end = (significant.lastIndex { $0 != 0 } ?? significant.startIndex - 1) + 1
    self.digits = Array(significant[significant.startIndex..<max(end, significant.startIndex)])
    self.isNegative = isNegative && !self.digits.isEmpty
    self.exponent = self.digits.isEmpty ? 0 : exponent - leadingZeros
  }

  /// Reads text that follows JSON's grammar for numbers.
  init(numberText text: String) {
    var digits: [UInt8] = []
    var isNegative = false
    var integerDigits: Int?
    var exponent = 0
    var exponentSign: Int?
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-"):
        if exponentSign == nil { isNegative = true } else { exponentSign = -1 }
      case UInt8(ascii: "."): integerDigits = digits.count
      case UInt8(ascii: "e"), UInt8(ascii: "E"): exponentSign = 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = byte - UInt8(ascii: "0")
        if exponentSign == nil {
          digits.append(digit)
        } else {
          exponent = min(exponent * 10 + Int(digit), Self.exponentBound)
        }
      default: break
      }
    }
    let point = integerDigits ?? digits.count
    self.init(isNegative: isNegative, digits: digits, exponent: point + exponent * (exponentSign ?? 1))
  }

  package var isInteger: Bool { digits.count <= exponent || digits.isEmpty }

  /// The value as a machine integer, if it is one.
  package var int: Int? {
    guard isInteger, exponent <= 19 else { return nil }
    // Counted below zero, where Int reaches one further.
    var value = 0
    for index in 0..<exponent {
      let digit = index < digits.count ? Int(digits[index]) : 0
      let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
      let (next, overflow2) = shifted.subtractingReportingOverflow(digit)
      if overflow || overflow2 { return nil }
      value = next
    }
    return isNegative ? value : value == .min ? nil : -value
  }

  package static func < (a: JSONDecimal, b: JSONDecimal) -> Bool {
    if a.isNegative != b.isNegative { return a.isNegative }
    return a.isNegative ? b.isSmallerInMagnitude(than: a) : a.isSmallerInMagnitude(than: b)
  }

  private func isSmallerInMagnitude(than other: JSONDecimal) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    if exponent != other.exponent { return exponent < other.exponent }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}

extension JSONNumber {
  /// The exact value.
  package var decimal: JSONDecimal { JSONDecimal(numberText: text) }
}
