// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

// The keywords of one schema that make no alternatives.
extension SchemaNormalizer {
  mutating func ownDemands(_ id: Int, _ schema: JSONObject) throws(SchemaError) -> Conjunct {
    if let known = read[id] { return known }
    var conjunct = Conjunct(types: .all, place: id)
    for (position, key) in schema.keys.enumerated() {
      guard let keyword = keyword(key) else {
        if key.hasPrefix("x-") { continue }
        if options.refusesUnknownKeywords {
          leave(id, key, "this unknown keyword")
        } else {
          note(id, key, "not a keyword of JSON Schema")
        }
        continue
      }
      if keyword.isAnnotation {
        if keyword == .comment, key != SchemaKeyword.comment.rawValue {
          note(id, key, "a keyword of a later draft than the schema's")
        }
        continue
      }
      if keyword.isOfDraft3 { leave(id, key, "what only draft 3 has") }
      let value = schema.values[position]
      if try readScalar(&conjunct, id, schema, keyword, value) { continue }
      if try readArray(&conjunct, id, schema, keyword, value, position) { continue }
      if keyword.isAboutObjects { try readObject(&conjunct, id, schema, keyword, value, position) }
    }
    try finishObject(&conjunct, id, schema)
    read[id] = conjunct
    return conjunct
  }

  // MARK: Scalars

  private mutating func readScalar(
    _ conjunct: inout Conjunct, _ id: Int, _ schema: JSONObject, _ keyword: SchemaKeyword, _ value: JSONValue
  ) throws(SchemaError) -> Bool {
    switch keyword {
    case .type: conjunct.types.formIntersection(try types(id, value))
    case .enum:
      guard let values = value.arrayValue else { throw error(.invalid("must be an array"), id, keyword.rawValue) }
      conjunct.values = narrower(conjunct.values, values)
      conjunct.lists += 1
    case .const:
      conjunct.values = narrower(conjunct.values, [value])
      conjunct.lists += 1
    case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf:
      if let range = try numbers(id, schema, keyword, value) {
        try meetNumbers(&conjunct.numbers, range, id)
      }
    case .minLength: conjunct.strings.orNew.minimum = try count(value, id, keyword)
    case .maxLength: conjunct.strings.orNew.maximum = try count(value, id, keyword)
    case .pattern:
      guard let pattern = value.stringValue else { throw error(.invalid("must be a string"), id, keyword.rawValue) }
      if let set = try set(ofPattern: pattern, id, keyword) { try meetTexts(&conjunct.strings, set, id, keyword) }
    case .format: try readFormat(&conjunct, id, schema, value)
    default: return false
    }
    return true
  }

  private func narrower(_ a: [JSONValue]?, _ b: [JSONValue]) -> [JSONValue] {
    guard let a, a.count < b.count else { return b }
    return a
  }

  func types(_ id: Int, _ value: JSONValue) throws(SchemaError) -> TypeSet {
    var types = TypeSet()
    for name in value.arrayValue ?? [value] {
      if name == "any" {
        types = .all
        continue
      }
      guard let type = name.stringValue.flatMap(TypeSet.init(named:)) else {
        throw error(.invalid("unknown type \(name)"), id, "type")
      }
      types.formUnion(type)
    }
    return types
  }

  /// What a keyword asks of numbers; nil for nothing.
  func numbers(
    _ id: Int, _ schema: JSONObject, _ keyword: SchemaKeyword, _ value: JSONValue
  ) throws(SchemaError) -> NumberRange? {
    var range = NumberRange()
    switch keyword {
    case .minimum, .exclusiveMinimum:
      // Draft 4 has a Boolean beside the bound.
      if keyword == .exclusiveMinimum, value.boolValue != nil { return nil }
      let isExclusive = keyword == .exclusiveMinimum || schema["exclusiveMinimum"]?.boolValue ?? false
      range.lower = .init(value: try decimal(value, id, keyword), isExclusive: isExclusive)
    case .maximum, .exclusiveMaximum:
      if keyword == .exclusiveMaximum, value.boolValue != nil { return nil }
      let isExclusive = keyword == .exclusiveMaximum || schema["exclusiveMaximum"]?.boolValue ?? false
      range.upper = .init(value: try decimal(value, id, keyword), isExclusive: isExclusive)
    default:
      let factor = try decimal(value, id, keyword)
      guard factor > .zero else { throw error(.invalid("must be above 0"), id, keyword.rawValue) }
      range.multipleOf = factor
    }
    return range
  }

  private mutating func readFormat(
    _ conjunct: inout Conjunct, _ id: Int, _ schema: JSONObject, _ value: JSONValue
  ) throws(SchemaError) {
    guard let format = value.stringValue else { throw error(.invalid("must be a string"), id, "format") }
    if !options.enforcesFormats {
      note(id, "format", "\"\(format)\" is a note only")
    } else if let set = try set(ofFormat: format, id) {
      try meetTexts(&conjunct.strings, set, id, .format)
    } else if let bounds = StringFormat.numberBounds(format) {
      guard schema["type"] != nil else { return }
      var range = NumberRange()
      range.lower = .init(value: bounds.lower, isExclusive: false)
      range.upper = .init(value: bounds.upper, isExclusive: false)
      try meetNumbers(&conjunct.numbers, range, id)
    } else {
      note(id, "format", "\"\(format)\" is not known")
    }
  }

  func decimal(_ value: JSONValue, _ id: Int, _ keyword: SchemaKeyword) throws(SchemaError) -> JSONDecimal {
    guard let number = value.numberValue else { throw error(.invalid("must be a number"), id, keyword.rawValue) }
    return number.decimal
  }

  func count(_ value: JSONValue, _ id: Int, _ keyword: SchemaKeyword) throws(SchemaError) -> Int {
    guard let count = value.intValue, count >= 0 else {
      throw error(.invalid("must be a whole number, 0 or more"), id, keyword.rawValue)
    }
    return count
  }

  // MARK: Arrays

  private mutating func readArray(
    _ conjunct: inout Conjunct, _ id: Int, _ schema: JSONObject, _ keyword: SchemaKeyword, _ value: JSONValue,
    _ position: Int
  ) throws(SchemaError) -> Bool {
    switch keyword {
    case .items, .prefixItems:
      // `items` with an array is how drafts before 2020-12 spell `prefixItems`.
      if let items = value.arrayValue {
        try checkMembers(items.count, id, keyword)
        let list = places.child(id, position)
        conjunct.array.orNew.prefix = items.indices.map { [SchemaTerm(places.child(list, $0))] }
      } else if keyword == .items {
        conjunct.array.orNew.items.append(SchemaTerm(places.child(id, position)))
      } else {
        throw error(.invalid("must be an array"), id, keyword.rawValue)
      }
    case .additionalItems:
      if schema["items"]?.arrayValue != nil {
        conjunct.array.orNew.items.append(SchemaTerm(places.child(id, position)))
      }
    case .minItems: conjunct.array.orNew.minimum = try count(value, id, keyword)
    case .maxItems: conjunct.array.orNew.maximum = try count(value, id, keyword)
    case .uniqueItems: if value == .bool(true) { conjunct.array.orNew.isUnique = true }
    case .contains:
      let bounds = try containsBounds(id, schema)
      guard bounds.minimum > 0 || bounds.maximum != nil else { break }
      conjunct.array.orNew.tallies.append(
        .init(terms: [SchemaTerm(places.child(id, position))], minimum: bounds.minimum, maximum: bounds.maximum))
    case .minContains, .maxContains: _ = try count(value, id, keyword)
    default: return false
    }
    return true
  }

  func containsBounds(_ id: Int, _ schema: JSONObject) throws(SchemaError) -> (minimum: Int, maximum: Int?) {
    var bounds: (minimum: Int, maximum: Int?) = (1, nil)
    if let minimum = schema["minContains"] { bounds.minimum = try count(minimum, id, .minContains) }
    if let maximum = schema["maxContains"] { bounds.maximum = try count(maximum, id, .maxContains) }
    return bounds
  }

  // MARK: Objects

  private mutating func readObject(
    _ conjunct: inout Conjunct, _ id: Int, _ schema: JSONObject, _ keyword: SchemaKeyword, _ value: JSONValue,
    _ position: Int
  ) throws(SchemaError) {
    // One list of many keys is built in place.
    var demand = conjunct.object ?? ObjectDemand()
    conjunct.object = nil
    defer { conjunct.object = demand }
    switch keyword {
    case .properties:
      guard let properties = value.objectValue else { throw error(.invalid("must be an object"), id, keyword.rawValue) }
      try checkMembers(properties.count, id, keyword)
      demand.listsProperties = true
      let map = places.child(id, position)
      for (index, key) in properties.keys.enumerated() {
        demand.properties.append(key, [SchemaTerm(places.child(map, index))])
        if properties.values[index]["required"]?.boolValue != nil {
          note(places.child(map, index), "required", "a Boolean here is how draft 3 spells it")
        }
      }
    case .required:
      if value.boolValue != nil { return }
      demand.required = try keys(value, id, keyword)
    case .additionalProperties:
      demand.mentionsOthers = true
      guard value != .bool(true), let keys = try otherKeys(id, schema) else { return }
      demand.rules.append(
        .init(id: id * 4, keys: keys, terms: [SchemaTerm(places.child(id, position))]))
    case .patternProperties:
      guard let patterns = value.objectValue else { throw error(.invalid("must be an object"), id, keyword.rawValue) }
      try checkMembers(patterns.count, id, keyword)
      demand.listsProperties = true
      let map = places.child(id, position)
      for (index, pattern) in patterns.keys.enumerated() {
        guard let set = try set(ofPattern: pattern, id, keyword) else { continue }
        let place = places.child(map, index)
        demand.rules.append(.init(id: place * 4 + 1, keys: KeySet(set: set), terms: [SchemaTerm(place)]))
      }
    case .propertyNames: demand.names.append(SchemaTerm(places.child(id, position)))
    case .minProperties: demand.minimum = try count(value, id, keyword)
    case .maxProperties: demand.maximum = try count(value, id, keyword)
    case .order: demand.order = value.arrayValue?.compactMap(\.stringValue) ?? []
    default: break
    }
  }

  func keys(_ value: JSONValue, _ id: Int, _ keyword: SchemaKeyword) throws(SchemaError) -> [String] {
    guard let items = value.arrayValue else {
      throw error(.invalid("must be an array of strings"), id, keyword.rawValue)
    }
    try checkMembers(items.count, id, keyword)
    var seen: Set<PropertyKey> = []
    var result: [String] = []
    for item in items {
      guard let key = item.stringValue else {
        throw error(.invalid("must be an array of strings"), id, keyword.rawValue)
      }
      if items.count == 1 || seen.insert(PropertyKey(key)).inserted { result.append(key) }
    }
    return result
  }

  /// The keys that `additionalProperties` is about; nil where a pattern is not understood.
  mutating func otherKeys(_ id: Int, _ schema: JSONObject) throws(SchemaError) -> KeySet? {
    var keys = KeySet(excluded: schema["properties"]?.objectValue ?? JSONObject(), isInverted: true)
    guard let patterns = schema["patternProperties"]?.objectValue, !patterns.isEmpty else { return keys }
    var sets: [StringSet] = []
    for pattern in patterns.keys {
      guard let set = try set(ofPattern: pattern, id, .patternProperties) else { return nil }
      sets.append(set)
    }
    keys.set = try texts(id, .patternProperties) { (algebra) throws(PatternError) in try algebra.union(sets) }
    keys.parts = sets
    return keys.set == nil ? nil : keys
  }

  /// Gives listed keys what patterns demand of them.
  private mutating func finishObject(_ conjunct: inout Conjunct, _ id: Int, _ schema: JSONObject) throws(SchemaError) {
    guard let object = conjunct.object, !object.rules.isEmpty, schema["patternProperties"] != nil else { return }
    for (index, key) in object.properties.keys.enumerated() {
      let more = object.rules.filter { $0.keys.contains(key) }.flatMap(\.terms)
      if !more.isEmpty {
        conjunct.object?.properties.values[index] = object.properties.values[index].union(more)
      }
    }
  }

  // MARK: Texts

  /// The texts that contain a match of `pattern`; nil, and a note, where the pattern cannot be had.
  mutating func set(
    ofPattern pattern: String, _ id: Int, _ keyword: SchemaKeyword, dialect: PatternDialect? = nil
  ) throws(SchemaError) -> StringSet? {
    let dialect = dialect ?? options.patternDialect
    let key = dialect == options.patternDialect ? pattern : "\u{0}" + pattern
    if let known = patterns[key], let set = known { return set }
    let set = try texts(id, keyword) { (algebra) throws(PatternError) in
      try algebra.set(ofPattern: Pattern(parsing: pattern, dialect: dialect))
    }
    patterns[key] = .some(set)
    return set
  }

  mutating func set(ofFormat format: String, _ id: Int) throws(SchemaError) -> StringSet? {
    guard let pattern = StringFormat.pattern(format) else { return nil }
    return try set(ofPattern: pattern, id, .format, dialect: .ecmaScript)
  }

  /// Runs `body`. Where it fails: nil and a note, if what cannot be enforced is accepted or is only not supported, or an
  /// error.
  mutating func texts(
    _ id: Int, _ keyword: SchemaKeyword, _ body: (StringAlgebra) throws(PatternError) -> StringSet
  ) throws(SchemaError) -> StringSet? {
    do throws(PatternError) { return try body(algebra) } catch {
      switch error.kind {
      case .unsupported(let what): leave(id, keyword.rawValue, what)
      case .syntax where options.acceptsUnenforced, .tooComplex where options.acceptsUnenforced:
        leave(id, keyword.rawValue, error.reason)
      case .syntax: throw self.error(.invalid(error.reason), id, keyword.rawValue)
      case .tooComplex: throw self.error(.tooComplex(error.reason), id, keyword.rawValue)
      }
      return nil
    }
  }
}

/// A demand with no content yet.
protocol Demand { init() }
extension StringDemand: Demand {}
extension ArrayDemand: Demand {}
extension ObjectDemand: Demand {}

extension Optional where Wrapped: Demand {
  /// The demand, made where there was none.
  var orNew: Wrapped {
    get { self ?? Wrapped() }
    set { self = newValue }
  }
}
