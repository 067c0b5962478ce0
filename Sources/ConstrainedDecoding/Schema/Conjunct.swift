// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// JSON's types, numbers split into whole ones and others.
struct TypeSet: OptionSet, Sendable, Hashable {
  let rawValue: UInt8
  static let null = TypeSet(rawValue: 1)
  static let boolean = TypeSet(rawValue: 2)
  static let integer = TypeSet(rawValue: 4)
  static let fraction = TypeSet(rawValue: 8)
  static let string = TypeSet(rawValue: 16)
  static let array = TypeSet(rawValue: 32)
  static let object = TypeSet(rawValue: 64)
  static let number: TypeSet = [.integer, .fraction]
  static let all = TypeSet(rawValue: 127)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init?(named name: String) {
    switch name {
    case "null": self = .null
    case "boolean": self = .boolean
    case "integer": self = .integer
    case "number": self = .number
    case "string": self = .string
    case "array": self = .array
    case "object": self = .object
    default: return nil
    }
  }

  init(of value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool: self = .boolean
    case .number(let number): self = number.decimal.isInteger ? .integer : .fraction
    case .string: self = .string
    case .array: self = .array
    case .object: self = .object
    }
  }
}

/// What one alternative of a schema demands, references and combinations resolved: all of it at once.
///
/// Subschemas are lists of place ids: a value must satisfy each of them; the empty list is "anything".
struct Conjunct {
  var types = TypeSet.all
  /// The values listed by `enum` and `const`.
  var values: [JSONValue]?

  var numbers = NumberRange()

  var minimumLength = 0
  var maximumLength: Int?
  var patterns: [String] = []
  var formats: [String] = []

  var prefix: [[Int]] = []
  var items: [Int] = []
  var minimumItems = 0
  var maximumItems: Int?

  var properties: [(key: String, schemas: [Int])] = []
  var required: [String] = []
  /// Schemas of the keys not listed; nil where no schema speaks of them.
  var additional: [Int]?
  var patternProperties: [(pattern: String, schemas: [Int])] = []
  /// Whether some schema lists properties.
  var listsProperties = false
  var propertyNames: [Int] = []
  var minimumProperties = 0
  var maximumProperties: Int?
  /// Order asked for by `x-order`.
  var order: [String] = []

  /// The place that errors name.
  var place = 0

  func schemas(ofProperty key: String) -> [Int]? {
    properties.first { $0.key.utf8.elementsEqual(key.utf8) }?.schemas
  }

  static func union(_ a: [Int], _ b: [Int]) -> [Int] { a + b.filter { !a.contains($0) } }

  /// The values of `a` that also stand in `b`.
  static func intersection(_ a: [JSONValue], _ b: [JSONValue]) -> [JSONValue] {
    let keys = Set(b.map(key))
    return a.filter { keys.contains(key($0)) }
  }

  /// Bytes that equal values share: keys sorted, numbers by value.
  private static func key(_ value: JSONValue) -> [UInt8] {
    switch value {
    case .number(let number):
      let decimal = number.decimal
      return [decimal.isNegative ? UInt8(ascii: "-") : UInt8(ascii: "+")] + decimal.digits.map { $0 + 0x30 }
        + "e\(decimal.exponent)".utf8
    case .array(let items): return [UInt8(ascii: "[")] + items.map { key($0) + [UInt8(ascii: ",")] }.joined()
    case .object(let object):
      let members = object.map { Array(JSONValue.quoted($0.key).utf8) + key($0.value) }
      return [UInt8(ascii: "{")] + members.sorted { $0.lexicographicallyPrecedes($1) }.joined()
    default: return Array(value.text().utf8)
    }
  }
}
