// SPDX-License-Identifier: Apache-2.0

/// A JSON value that keeps the order of keys and the text of numbers.
///
/// `==` compares exactly, key order and number text included; `isEquivalent(to:)` compares by JSON's own rules.
package enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// Whether two values mean the same: keys in any order, numbers by value.
  package func isEquivalent(to other: JSONValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a.text == b.text || a.decimal == b.decimal
    case (.string(let a), .string(let b)): a.unicodeScalars.elementsEqual(b.unicodeScalars)
    case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.isEquivalent(to: $1) }
    case (.object(let a), .object(let b)):
      a.count == b.count && a.allSatisfy { key, value in b[key].map { value.isEquivalent(to: $0) } ?? false }
    default: false
    }
  }
}

// MARK: Reading

extension JSONValue {
  package var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  package var numberValue: JSONNumber? { if case .number(let value) = self { value } else { nil } }
  package var intValue: Int? { numberValue?.int }
  package var doubleValue: Double? { numberValue?.double }
  package var arrayValue: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  package var objectValue: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// The member of an object, or nil where there is none or this is no object.
  package subscript(key: String) -> JSONValue? { objectValue?[key] }
}

// MARK: Literals

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  package init(floatLiteral value: Double) { self = .number(JSONNumber(value)) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(nilLiteral: ()) { self = .null }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    var object = JSONObject()
    for (key, value) in elements { object[key] = value }
    self = .object(object)
  }
}
