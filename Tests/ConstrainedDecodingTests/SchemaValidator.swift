// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// A JSON Schema validator for the keywords that the tests use, written apart from the engine: it reads schemas anew for each
/// value, and matches patterns with Swift's own `Regex`.
struct SchemaValidator {
  let root: JSONValue

  init(_ root: JSONValue) { self.root = root }

  func isValid(_ value: JSONValue) -> Bool { isValid(value, root) }

  private func isValid(_ value: JSONValue, _ schema: JSONValue) -> Bool {
    if let isAnything = schema.boolValue { return isAnything }
    guard let object = schema.objectValue else { return false }
    return object.allSatisfy { keyword, argument in holds(keyword, argument, object, value) }
  }

  private func holds(_ keyword: String, _ argument: JSONValue, _ schema: JSONObject, _ value: JSONValue) -> Bool {
    switch keyword {
    case "$ref": return isValid(value, resolve(argument.stringValue ?? ""))
    case "type": return (argument.arrayValue ?? [argument]).contains { isType(value, $0.stringValue ?? "") }
    case "enum": return argument.arrayValue?.contains { $0.isEquivalent(to: value) } ?? false
    case "const": return argument.isEquivalent(to: value)
    case "anyOf": return argument.arrayValue?.contains { isValid(value, $0) } ?? false
    case "allOf": return argument.arrayValue?.allSatisfy { isValid(value, $0) } ?? false
    case "oneOf": return argument.arrayValue?.count { isValid(value, $0) } == 1
    default: break
    }
    switch value {
    case .number(let number): return holds(keyword, argument, number)
    case .string(let text): return holds(keyword, argument, text)
    case .array(let items): return holds(keyword, argument, schema, items)
    case .object(let members): return holds(keyword, argument, schema, members)
    default: return true
    }
  }

  private func holds(_ keyword: String, _ argument: JSONValue, _ number: JSONNumber) -> Bool {
    guard let bound = argument.numberValue?.decimal else { return true }
    let value = number.decimal
    switch keyword {
    case "minimum": return value >= bound
    case "maximum": return value <= bound
    case "exclusiveMinimum": return value > bound
    case "exclusiveMaximum": return value < bound
    case "multipleOf":
      let ratio = number.double / (argument.doubleValue ?? 1)
      return abs(ratio - ratio.rounded()) < 1e-6
    default: return true
    }
  }

  private func holds(_ keyword: String, _ argument: JSONValue, _ text: String) -> Bool {
    let count = text.unicodeScalars.count
    switch keyword {
    case "minLength": return count >= argument.intValue ?? 0
    case "maxLength": return count <= argument.intValue ?? .max
    case "pattern":
      guard let regex = try? Regex(argument.stringValue ?? "").matchingSemantics(.unicodeScalar) else { return false }
      return text.contains(regex)
    default: return true
    }
  }

  private func holds(_ keyword: String, _ argument: JSONValue, _ schema: JSONObject, _ items: [JSONValue]) -> Bool {
    switch keyword {
    case "minItems": return items.count >= argument.intValue ?? 0
    case "maxItems": return items.count <= argument.intValue ?? .max
    case "prefixItems": return zip(items, argument.arrayValue ?? []).allSatisfy { isValid($0, $1) }
    case "items":
      let prefix = schema["prefixItems"]?.arrayValue?.count ?? 0
      return items.dropFirst(prefix).allSatisfy { isValid($0, argument) }
    default: return true
    }
  }

  private func holds(_ keyword: String, _ argument: JSONValue, _ schema: JSONObject, _ members: JSONObject) -> Bool {
    switch keyword {
    case "required": return argument.arrayValue?.allSatisfy { members[$0.stringValue ?? ""] != nil } ?? false
    case "properties":
      return members.allSatisfy { key, value in argument[key].map { isValid(value, $0) } ?? true }
    case "additionalProperties":
      return members.allSatisfy { key, value in schema["properties"]?[key] != nil || isValid(value, argument) }
    default: return true
    }
  }

  private func isType(_ value: JSONValue, _ name: String) -> Bool {
    switch (value, name) {
    case (.null, "null"), (.bool, "boolean"), (.number, "number"), (.string, "string"), (.array, "array"),
      (.object, "object"):
      true
    case (.number(let number), "integer"): number.decimal.isInteger
    default: false
    }
  }

  private func resolve(_ reference: String) -> JSONValue {
    var value = root
    for token in reference.split(separator: "/").dropFirst() { value = value[String(token)] ?? false }
    return value
  }
}
