// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// Carries a JSON value through `Encoder` and `Decoder`.
///
/// Foundation's JSON coders do not keep the order of keys; whoever needs it restores it.
package struct CodableJSON: Codable {
  package var value: JSONValue

  package init(_ value: JSONValue) { self.value = value }

  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }

  package init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      var object = JSONObject()
      for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
        object[key.stringValue] = try container.decode(CodableJSON.self, forKey: key).value
      }
      value = .object(object)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !container.isAtEnd { elements.append(try container.decode(CodableJSON.self).value) }
      value = .array(elements)
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        value = .null
      } else if let bool = try? container.decode(Bool.self) {
        value = .bool(bool)
      } else if let int = try? container.decode(Int.self) {
        value = .number(JSONNumber(int))
      } else if let double = try? container.decode(Double.self) {
        value = .number(JSONNumber(double))
      } else {
        value = .string(try container.decode(String.self))
      }
    }
  }

  package func encode(to encoder: any Encoder) throws {
    switch value {
    case .object(let object):
      var container = encoder.container(keyedBy: Key.self)
      for (key, value) in object { try container.encode(CodableJSON(value), forKey: Key(key)) }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(CodableJSON(element)) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .number(let number):
      var container = encoder.singleValueContainer()
      if let int = number.int { try container.encode(int) } else { try container.encode(number.double) }
    case .string(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }
}
