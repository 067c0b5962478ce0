// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// Hashes of JSON values: equal values, however they are written, have equal hashes.
///
/// Strings hash as keys do, by code points (`Machine.hash`).
enum ValueHash {
  static let null: UInt64 = 0x6E75_6C6C_0000_0001
  static let yes: UInt64 = 0x7472_7565_0000_0001
  static let no: UInt64 = 0x6661_6C73_0000_0001

  // MARK: Containers

  static func start(_ kind: ValueRecord.Kind) -> UInt64 {
    kind == .object ? 0x7B7D_0000_5EED_0001 : 0x5B5D_0000_5EED_0001
  }

  /// Takes an item into the hash of an array; the last one first.
  static func item(_ value: UInt64, _ hash: UInt64) -> UInt64 { mixed(mixed(hash) ^ value) }

  /// Takes a member into the hash of an object; in any order.
  static func member(_ value: UInt64, key: UInt64, _ hash: UInt64) -> UInt64 {
    hash &+ mixed(mixed(key ^ 0x6B65_7900_0000_0001) ^ value)
  }

  /// The finalizer of SplitMix64.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var value = value &+ 0x9E37_79B9_7F4A_7C15
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  static func text(_ text: String) -> UInt64 { text.unicodeScalars.reduce(0) { Machine.hash($0, $1.value) } }

  /// The hash of a value of any kind.
  static func value(_ value: JSONValue) -> UInt64 {
    switch value {
    case .array(let items): items.reversed().reduce(start(.array)) { item(Self.value($1), $0) }
    case .object(let members):
      members.reduce(start(.object)) { member(Self.value($1.value), key: text($1.key), $0) }
    default: scalar(Array(value.text().utf8))
    }
  }

  /// The hash of a value written as JSON.
  static func json(_ text: [UInt8]) -> UInt64 {
    guard text.first == UInt8(ascii: "[") || text.first == UInt8(ascii: "{") else { return scalar(text) }
    return (try? JSONValue(parsing: text)).map(value) ?? 0
  }

  /// The hash of a scalar written as JSON.
  static func scalar(_ text: [UInt8]) -> UInt64 {
    switch text.first {
    case UInt8(ascii: "n"): return null
    case UInt8(ascii: "t"): return yes
    case UInt8(ascii: "f"): return no
    case UInt8(ascii: "\""):
      let string = (try? JSONValue(parsing: text))?.stringValue ?? ""
      return string.unicodeScalars.reduce(0) { Machine.hash($0, $1.value) }
    default:
      var number = NumberHash()
      for byte in text { number.append(byte) }
      return number.value
    }
  }
}

/// The hash of a number by its value, byte by byte.
///
/// Digits are a number modulo the prime 2⁶¹ − 1, in whose field powers of ten have inverses: `100`, `1e2` and `1000E-1` come out
/// alike.
struct NumberHash: BitwiseCopyable {
  private static let prime: UInt64 = 1 << 61 - 1
  private static let tenth = power(10, prime - 2)
  /// Exponents beyond are taken as this one.
  private static let farthest: Int32 = 1 << 26

  /// All digits but those of the exponent, as one integer.
  private(set) var digits: UInt64 = 0
  /// Digits of the fraction.
  private(set) var places: Int32 = 0
  private(set) var exponent: Int32 = 0
  private(set) var flags: UInt8 = 0
  private static let negative: UInt8 = 1
  private static let fraction: UInt8 = 2
  private static let scaled: UInt8 = 4
  private static let small: UInt8 = 8

  init() {}

  init(digits: UInt64, places: Int32, exponent: Int32, flags: UInt8) {
    self.digits = digits
    self.places = places
    self.exponent = exponent
    self.flags = flags
  }

  @inline(__always)
  private static func product(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let (high, low) = a.multipliedFullWidth(by: b)
    let sum = (low & prime) + (high << 3 | low >> 61)
    return sum >= prime ? sum - prime : sum
  }

  private static func power(_ base: UInt64, _ exponent: UInt64) -> UInt64 {
    var (result, square, rest): (UInt64, UInt64, UInt64) = (1, base, exponent)
    while rest > 0 {
      if rest & 1 != 0 { result = product(result, square) }
      square = product(square, square)
      rest >>= 1
    }
    return result
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "-"): flags |= flags & Self.scaled == 0 ? Self.negative : Self.small
    case UInt8(ascii: "."): flags |= Self.fraction
    case UInt8(ascii: "e"), UInt8(ascii: "E"): flags |= Self.scaled
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let digit = UInt64(byte - UInt8(ascii: "0"))
      if flags & Self.scaled != 0 {
        exponent = min(exponent * 10 + Int32(digit), Self.farthest)
      } else {
        let next = Self.product(digits, 10) + digit
        digits = next >= Self.prime ? next - Self.prime : next
        if flags & Self.fraction != 0 { places &+= 1 }
      }
    default: break
    }
  }

  /// What it is if it ends here.
  var value: UInt64 {
    let scale = (flags & Self.small != 0 ? -exponent : exponent) &- places
    let factor = scale >= 0 ? Self.power(10, UInt64(scale)) : Self.power(Self.tenth, UInt64(scale.magnitude))
    let size = Self.product(digits, factor)
    // A number never hashes as a word does, and hardly as a string.
    return (flags & Self.negative != 0 && size != 0 ? Self.prime - size : size) &* 0x9E37_79B9_7F4A_7C15
  }
}
