// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// The schema of a call's arguments, taken apart where they are written one by one.
struct ArgumentSchema {
  /// What an argument may be.
  enum Kind: Equatable {
    /// Any string.
    case text
    /// One of these strings.
    case choice([String])
    case flag
    /// What only a schema says.
    case other
  }

  struct Member: Equatable {
    var name: String
    var isRequired: Bool
    var kind: Kind
    /// The schema of the argument alone, definitions included.
    var schema: JSONValue
  }

  /// In declared order.
  let members: [Member]

  private static let annotations: Set<String> = ["title", "description", "x-order", "$defs", "default", "examples"]

  /// - Returns: nil for schemas that say more of an object than its properties.
  init?(_ root: JSONValue) {
    let definitions = root["$defs"]
    guard !Self.refersToRoot(root), let object = Self.resolved(root, definitions)?.objectValue,
      object["type"] == "object"
    else { return nil }
    let known = Self.annotations.union(["type", "properties", "required", "additionalProperties"])
    guard object.keys.allSatisfy(known.contains), object["additionalProperties"] ?? false == false else { return nil }
    let properties = object["properties"]?.objectValue ?? JSONObject()
    let required = (object["required"]?.arrayValue ?? []).compactMap(\.stringValue)
    guard required.allSatisfy({ properties[$0] != nil }) else { return nil }
    var members: [Member] = []
    for (name, schema) in properties {
      guard var alone = schema.objectValue else { return nil }
      if let definitions, alone["$defs"] == nil { alone["$defs"] = definitions }
      members.append(
        Member(
          name: name, isRequired: required.contains(name), kind: Self.kind(of: schema, definitions),
          schema: .object(alone)))
    }
    self.members = members
  }

  private static func kind(of schema: JSONValue, _ definitions: JSONValue?) -> Kind {
    guard let object = resolved(schema, definitions)?.objectValue else { return .other }
    let keys = Set(object.keys).subtracting(annotations)
    if keys == ["type"], object["type"] == "string" { return .text }
    if keys == ["type"], object["type"] == "boolean" { return .flag }
    guard keys.isSubset(of: ["type", "enum"]), object["type"] ?? "string" == "string",
      let values = object["enum"]?.arrayValue
    else { return .other }
    let texts = values.compactMap(\.stringValue)
    return texts.count == values.count && !texts.isEmpty ? .choice(texts) : .other
  }

  /// The schema that a reference to a definition means; nil for other references, and where more stands beside one than
  /// annotations.
  private static func resolved(_ schema: JSONValue, _ definitions: JSONValue?) -> JSONValue? {
    guard let object = schema.objectValue, let reference = object["$ref"]?.stringValue else { return schema }
    let prefix = "#/$defs/"
    guard reference.hasPrefix(prefix), Set(object.keys).subtracting(annotations) == ["$ref"] else { return nil }
    let target = definitions?[String(reference.dropFirst(prefix.count))]
    return target?["$ref"] == nil ? target : nil
  }

  /// Whether something within means the whole schema, which an argument's own schema would not be.
  private static func refersToRoot(_ schema: JSONValue) -> Bool {
    switch schema {
    case .object(let object):
      object.contains { key, value in
        if key == "$ref", let text = value.stringValue { return !text.hasPrefix("#/$defs/") }
        return refersToRoot(value)
      }
    case .array(let elements): elements.contains { refersToRoot($0) }
    default: false
    }
  }
}
