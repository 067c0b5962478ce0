// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

extension JSONValue {
  /// Bytes of texts and keys, and some for each value.
  var size: Int {
    switch self {
    case .null, .bool, .number: 16
    case .string(let text): 16 + text.utf8.count
    case .array(let elements): elements.reduce(16) { $0 + $1.size }
    case .object(let members): members.reduce(16) { $0 + 16 + $1.key.utf8.count + $1.value.size }
    }
  }
}

extension Value {
  /// A JSON value whose strings are marked as input, or not; nil where it is nested too deeply.
  init?(_ json: JSONValue, isInput: Bool, depth: Int = 0) {
    guard depth < TemplateLimits.nesting else { return nil }
    switch json {
    case .null: self = .none
    case .bool(let flag): self = .bool(flag)
    case .string(let text): self = .string(MarkedString(text, isInput: isInput))
    case .number(let number):
      let isInteger = !number.text.utf8.contains { ".eE".utf8.contains($0) }
      if isInteger, let value = Int(number.text) { self = .int(value) } else { self = .double(number.double) }
    case .array(let elements):
      var items: [Value] = []
      items.reserveCapacity(elements.count)
      for element in elements {
        guard let item = Value(element, isInput: isInput, depth: depth + 1) else { return nil }
        items.append(item)
      }
      self = .list(items)
    case .object(let members):
      let dictionary = DictionaryObject()
      for (key, member) in members {
        guard let value = Value(member, isInput: isInput, depth: depth + 1) else { return nil }
        dictionary[.string(MarkedString(key, isInput: isInput))] = value
      }
      self = .dictionary(dictionary)
    }
  }
}
