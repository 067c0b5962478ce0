// SPDX-License-Identifier: Apache-2.0

/// An escape in a JSON string, between two of its bytes; the one place that knows how escapes are spelled.
struct StringEscape: BitwiseCopyable, Sendable, Equatable {
  enum Step: Equatable {
    case more(StringEscape)
    case character(UInt32)
    /// No escape goes on like this.
    case invalid
  }

  /// One of the phases of `Head` from `escape` to `lowHex`.
  var phase: Head.Phase
  /// As in `Head`: the digits read; after those of a high surrogate, it stands in the upper half.
  var partial: UInt32 = 0
  var digits: UInt8 = 0

  /// After the backslash.
  static let start = StringEscape(phase: .escape)

  func reading(_ byte: UInt8) -> Step {
    switch phase {
    case .escape:
      if byte == UInt8(ascii: "u") { return .more(StringEscape(phase: .hex)) }
      return Self.short(byte).map(Step.character) ?? .invalid
    case .hex:
      guard let digit = Self.hexDigit(byte) else { return .invalid }
      let value = partial << 4 | digit
      guard digits == 3 else { return .more(StringEscape(phase: .hex, partial: value, digits: digits + 1)) }
      switch value {
      case 0xDC00...0xDFFF: return .invalid
      case 0xD800...0xDBFF: return .more(StringEscape(phase: .lowBackslash, partial: value << 16))
      default: return .character(value)
      }
    case .lowBackslash:
      return byte == UInt8(ascii: "\\") ? .more(StringEscape(phase: .lowMark, partial: partial)) : .invalid
    case .lowMark:
      return byte == UInt8(ascii: "u") ? .more(StringEscape(phase: .lowHex, partial: partial)) : .invalid
    case .lowHex:
      guard let digit = Self.hexDigit(byte) else { return .invalid }
      let low = (partial & 0xFFFF) << 4 | digit
      guard let range = Self.pairs(high: partial >> 16, low: low, digits: Int(digits) + 1) else { return .invalid }
      if digits == 3 { return .character(range.lowerBound) }
      return .more(StringEscape(phase: .lowHex, partial: partial & 0xFFFF_0000 | low, digits: digits + 1))
    default: return .invalid
    }
  }

  /// The code points whose high surrogate is `high` and whose low one begins with `digits` digits of value `low`.
  static func pairs(high: UInt32, low: UInt32, digits: Int) -> ClosedRange<UInt32>? {
    let shift = UInt32(4 * (4 - digits))
    let lowest = max(low << shift, 0xDC00)
    let highest = min(low << shift | (1 << shift - 1), 0xDFFF)
    guard lowest <= highest else { return nil }
    let base = 0x10000 + (high - 0xD800) << 10
    return (base + (lowest - 0xDC00))...(base + (highest - 0xDC00))
  }

  /// The character that a letter after the backslash stands for.
  static func short(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): UInt32(byte)
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
