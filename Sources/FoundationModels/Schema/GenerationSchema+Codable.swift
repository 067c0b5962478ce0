// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

extension GenerationSchema: Codable {
  /// Reads a schema in its JSON form. The order of properties is that of `x-order`.
  ///
  /// - Throws: `DecodingError` for what is no schema or refers to a schema that is not there.
  public init(from decoder: any Decoder) throws {
    let value = try CodableJSON(from: decoder).value
    do throws(SchemaFormError) {
      guard case .object(let object) = value else { throw SchemaFormError(reason: "is no JSON object") }
      try self.init(document: object)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "The schema \(error.reason)."))
    }
  }

  /// What keeps JSON from being a schema.
  struct SchemaFormError: Error {
    let reason: String
  }

  /// Takes a JSON Schema document whose keys may have lost their order.
  init(document: JSONObject) throws(SchemaFormError) {
    let ordered = Self.ordered(document)
    if let missing = Self.undefinedReference(in: .object(ordered), definitions: ordered["$defs"]) {
      throw SchemaFormError(reason: "has the reference '\(missing)', which leads nowhere")
    }
    self.init(root: .document(ordered))
  }

  /// Writes the schema in its JSON form.
  ///
  /// - Throws: `EncodingError` when a guide has no JSON form.
  public func encode(to encoder: any Encoder) throws {
    let (json, problems) = SchemaWriter.document(for: self)
    guard problems.isEmpty else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: problems.joined(separator: "; ")))
    }
    try CodableJSON(json).encode(to: encoder)
  }

  /// The order in which keywords are written; others follow by name.
  private static let keywords = [
    "$ref", "type", "title", "description", "properties", "required", "additionalProperties", "x-order", "items",
    "minItems", "maxItems", "enum", "const", "pattern", "minimum", "maximum", "anyOf",
  ]

  /// Restores what a decoder does not keep: the order of properties and of keywords.
  package static func ordered(_ object: JSONObject) -> JSONObject {
    var result = JSONObject()
    for key in keywords + object.keys.filter({ $0 != "$defs" }) + ["$defs"] {
      guard result[key] == nil, let value = object[key] else { continue }
      if key == "properties", let properties = value.objectValue {
        let order = object["x-order"]?.arrayValue?.compactMap(\.stringValue) ?? []
        result[key] = .object(ordered(members: properties, first: order))
      } else if key == "$defs", let definitions = value.objectValue {
        result[key] = .object(ordered(members: definitions, first: []))
      } else {
        result[key] = ordered(value)
      }
    }
    return result
  }

  /// Members whose names are the author's, not keywords.
  private static func ordered(members: JSONObject, first order: [String]) -> JSONObject {
    var result = JSONObject()
    for key in order + members.keys where result[key] == nil {
      result[key] = members[key].map { ordered($0) }
    }
    return result
  }

  private static func ordered(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let object): .object(ordered(object))
    case .array(let elements): .array(elements.map { ordered($0) })
    default: value
    }
  }

  private static func undefinedReference(in value: JSONValue, definitions: JSONValue?) -> String? {
    switch value {
    case .object(let object):
      if let target = object["$ref"]?.stringValue {
        let prefix = "#/$defs/"
        let isKnown =
          target == "#" || (target.hasPrefix(prefix) && definitions?[String(target.dropFirst(prefix.count))] != nil)
        if !isKnown { return target }
      }
      return object.lazy.compactMap { undefinedReference(in: $0.value, definitions: definitions) }.first
    case .array(let elements):
      return elements.lazy.compactMap { undefinedReference(in: $0, definitions: definitions) }.first
    default: return nil
    }
  }
}
