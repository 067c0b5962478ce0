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

  mutating func addProperty(_ key: String, _ schemas: [Int]) {
    if let index = properties.firstIndex(where: { $0.key.utf8.elementsEqual(key.utf8) }) {
      properties[index].schemas = Self.union(properties[index].schemas, schemas)
    } else {
      properties.append((key, schemas))
    }
  }

  static func union(_ a: [Int], _ b: [Int]) -> [Int] { a + b.filter { !a.contains($0) } }
}
