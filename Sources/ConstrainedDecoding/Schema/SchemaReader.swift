// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// Reads the keywords of one subschema into a conjunct; combinations and references are `SchemaNormalizer`'s.
struct SchemaReader {
  let id: Int
  let schema: JSONObject
  let options: GrammarOptions
  private(set) var conjunct = Conjunct()
  private(set) var notes: [(keyword: String, reason: String)] = []

  /// Keywords that say nothing about which values are valid.
  private static let annotations: Set<String> = [
    "title", "description", "default", "examples", "example", "$schema", "$id", "id", "$comment", "$defs",
    "definitions",
    "$anchor", "$vocabulary", "deprecated", "readOnly", "writeOnly", "contentMediaType", "contentEncoding",
    "contentSchema",
  ]
  /// Keywords that the normalizer reads.
  private static let combinations: Set<String> = ["$ref", "allOf", "anyOf", "oneOf"]

  /// Keywords that restrict values in ways that are not enforced.
  private static let unenforced: Set<String> = [
    "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "dependencies", "contains", "minContains",
    "maxContains", "unevaluatedProperties", "unevaluatedItems", "$dynamicRef", "$recursiveRef", "extends", "disallow",
    "divisibleBy",
  ]

  init(id: Int, schema: JSONObject, options: GrammarOptions) {
    self.id = id
    self.schema = schema
    self.options = options
  }

  mutating func read(_ places: inout SchemaPlaces) throws(SchemaError) {
    conjunct.place = id
    for (keyword, value) in schema {
      if Self.annotations.contains(keyword) || Self.combinations.contains(keyword) { continue }
      if try readScalar(keyword, value, places) { continue }
      if try readContainer(keyword, value, &places) { continue }
      if keyword.hasPrefix("x-") { continue }
      guard !options.refusesUnknownKeywords, !Self.unenforced.contains(keyword) else {
        throw error(.unsupported(""), keyword, places)
      }
      notes.append((keyword, "not a keyword of JSON Schema"))
    }
    if conjunct.types.intersection(.number) == .integer { conjunct.numbers.isInteger = true }
  }

  private func error(_ kind: SchemaError.Kind, _ keyword: String, _ places: SchemaPlaces) -> SchemaError {
    SchemaError(kind: kind, path: places.path(id), keyword: keyword)
  }

  // MARK: Scalars

  private mutating func readScalar(
    _ keyword: String, _ value: JSONValue, _ places: SchemaPlaces
  ) throws(SchemaError) -> Bool {
    switch keyword {
    case "type":
      var types = TypeSet()
      for name in value.arrayValue ?? [value] {
        guard let type = name.stringValue.flatMap(TypeSet.init(named:)) else {
          throw error(.invalid("unknown type \(name)"), keyword, places)
        }
        types.formUnion(type)
      }
      conjunct.types.formIntersection(types)
    case "enum":
      guard let values = value.arrayValue else { throw error(.invalid("must be an array"), keyword, places) }
      restrict(to: values)
    case "const": restrict(to: [value])
    case "minimum":
      // Draft 4 has a Boolean beside it.
      let isExclusive = schema["exclusiveMinimum"]?.boolValue ?? false
      conjunct.numbers.raiseLower(to: .init(value: try decimal(value, keyword, places), isExclusive: isExclusive))
    case "maximum":
      let isExclusive = schema["exclusiveMaximum"]?.boolValue ?? false
      conjunct.numbers.reduceUpper(to: .init(value: try decimal(value, keyword, places), isExclusive: isExclusive))
    case "exclusiveMinimum":
      if value.boolValue != nil { break }
      conjunct.numbers.raiseLower(to: .init(value: try decimal(value, keyword, places), isExclusive: true))
    case "exclusiveMaximum":
      if value.boolValue != nil { break }
      conjunct.numbers.reduceUpper(to: .init(value: try decimal(value, keyword, places), isExclusive: true))
    case "multipleOf":
      let factor = try decimal(value, keyword, places)
      guard factor > .zero else { throw error(.invalid("must be above 0"), keyword, places) }
      conjunct.numbers.multipleOf = factor
    case "minLength": conjunct.minimumLength = try count(value, keyword, places)
    case "maxLength": conjunct.maximumLength = try count(value, keyword, places)
    case "pattern":
      guard let pattern = value.stringValue else { throw error(.invalid("must be a string"), keyword, places) }
      conjunct.patterns.append(pattern)
    case "format":
      guard let format = value.stringValue else { throw error(.invalid("must be a string"), keyword, places) }
      if !options.enforcesFormats {
        notes.append((keyword, "\"\(format)\" is a note only"))
      } else if StringFormat.pattern(format) != nil {
        conjunct.formats.append(format)
      } else if let bounds = StringFormat.numberBounds(format) {
        // For numbers only; other types are not concerned.
        if conjunct.types.isSubset(of: [.integer, .fraction, .null]) || schema["type"] != nil {
          conjunct.numbers.raiseLower(to: .init(value: bounds.lower, isExclusive: false))
          conjunct.numbers.reduceUpper(to: .init(value: bounds.upper, isExclusive: false))
        }
      } else {
        notes.append((keyword, "\"\(format)\" is not known"))
      }
    default: return false
    }
    return true
  }

  private mutating func restrict(to values: [JSONValue]) {
    conjunct.values = conjunct.values.map { Conjunct.intersection($0, values) } ?? values
  }

  private func decimal(
    _ value: JSONValue, _ keyword: String, _ places: SchemaPlaces
  ) throws(SchemaError) -> JSONDecimal {
    guard let number = value.numberValue else { throw error(.invalid("must be a number"), keyword, places) }
    return number.decimal
  }

  private func count(_ value: JSONValue, _ keyword: String, _ places: SchemaPlaces) throws(SchemaError) -> Int {
    guard let count = value.intValue, count >= 0 else {
      throw error(.invalid("must be a whole number, 0 or more"), keyword, places)
    }
    return count
  }

  // MARK: Containers

  private mutating func readContainer(
    _ keyword: String, _ value: JSONValue, _ places: inout SchemaPlaces
  ) throws(SchemaError) -> Bool {
    switch keyword {
    case "items":
      // An array here is how drafts before 2020-12 spell `prefixItems`.
      if let items = value.arrayValue {
        readPrefix(items, keyword, &places)
      } else {
        conjunct.items.append(places.child(id, keyword, value))
      }
    case "prefixItems":
      guard let items = value.arrayValue else { throw error(.invalid("must be an array"), keyword, places) }
      readPrefix(items, keyword, &places)
    case "additionalItems":
      if schema["items"]?.arrayValue != nil { conjunct.items.append(places.child(id, keyword, value)) }
    case "minItems": conjunct.minimumItems = try count(value, keyword, places)
    case "maxItems": conjunct.maximumItems = try count(value, keyword, places)
    case "uniqueItems":
      if value == .bool(false) { break }
      throw error(.unsupported(""), keyword, places)
    case "properties":
      guard let properties = value.objectValue else { throw error(.invalid("must be an object"), keyword, places) }
      conjunct.listsProperties = true
      let parent = places.child(id, keyword, value)
      // Keys of an object differ, so none needs to be looked for.
      conjunct.properties = properties.map { (key, schema) in (key, [places.child(parent, key, schema)]) }
    case "required":
      if value.boolValue != nil { throw error(.unsupported("a Boolean here (draft 3)"), keyword, places) }
      guard let keys = value.arrayValue?.map(\.stringValue) else {
        throw error(.invalid("must be an array of strings"), keyword, places)
      }
      var seen: Set<[UInt8]> = []
      for key in keys {
        guard let key else { throw error(.invalid("must be an array of strings"), keyword, places) }
        if seen.insert(Array(key.utf8)).inserted { conjunct.required.append(key) }
      }
    case "additionalProperties":
      conjunct.additional = value == .bool(true) ? [] : [places.child(id, keyword, value)]
    case "patternProperties":
      guard let patterns = value.objectValue else { throw error(.invalid("must be an object"), keyword, places) }
      let parent = places.child(id, keyword, value)
      conjunct.patternProperties = patterns.map { (key, schema) in (key, [places.child(parent, key, schema)]) }
    case "propertyNames": conjunct.propertyNames.append(places.child(id, keyword, value))
    case "minProperties": conjunct.minimumProperties = try count(value, keyword, places)
    case "maxProperties": conjunct.maximumProperties = try count(value, keyword, places)
    case "x-order": conjunct.order = value.arrayValue?.compactMap(\.stringValue) ?? []
    default: return false
    }
    return true
  }

  private mutating func readPrefix(_ items: [JSONValue], _ keyword: String, _ places: inout SchemaPlaces) {
    let parent = places.child(id, keyword, .array(items))
    for (index, item) in items.enumerated() {
      conjunct.prefix.append([places.child(parent, String(index), item)])
    }
  }
}
