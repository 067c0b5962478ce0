// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// A JSON value that equals every value that means the same: keys in any order, numbers by value.
struct CanonicalValue: Hashable {
  private enum Content: Hashable {
    case word(UInt8)
    case number(JSONDecimal)
    case text(PropertyKey)
    case bytes([UInt8])
  }
  private let content: Content

  init(_ value: JSONValue) {
    switch value {
    case .null: content = .word(0)
    case .bool(let value): content = .word(value ? 1 : 2)
    case .number(let number): content = .number(number.decimal)
    case .string(let text): content = .text(PropertyKey(text))
    case .array, .object: content = .bytes(Self.bytes(value))
    }
  }

  /// Bytes that equal values share.
  private static func bytes(_ value: JSONValue) -> [UInt8] {
    switch value {
    case .number(let number):
      let decimal = number.decimal
      return [decimal.isNegative ? UInt8(ascii: "-") : UInt8(ascii: "+")] + decimal.digits.map { $0 + 0x30 }
        + "e\(decimal.exponent)".utf8
    case .array(let items): return [UInt8(ascii: "[")] + items.map { bytes($0) + [UInt8(ascii: ",")] }.joined()
    case .object(let object):
      let members = object.map { Array(JSONValue.quoted($0.key).utf8) + bytes($0.value) }
      return [UInt8(ascii: "{")] + members.sorted { $0.lexicographicallyPrecedes($1) }.joined()
    default: return Array(value.text().utf8)
    }
  }
}
