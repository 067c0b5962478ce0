// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

// A plain validator: whether a given value satisfies a schema, by every keyword. Listed values are filtered by it.
extension SchemaNormalizer {
  /// The positions of members and items that a schema has looked at.
  struct Marks {
    var members: Set<Int> = []
    var items: Set<Int> = []
    /// Whether some schema around asks for them.
    var areWanted = false

    mutating func formUnion(_ other: Marks) {
      members.formUnion(other.members)
      items.formUnion(other.items)
    }
  }
  private static let maximumDepth = 400

  /// Whether `value` satisfies every one of `terms`.
  mutating func satisfies(_ terms: [SchemaTerm], _ value: JSONValue) throws(SchemaError) -> Bool {
    for term in terms where try !satisfies(term, value, 0) { return false }
    return true
  }

  private mutating func satisfies(_ term: SchemaTerm, _ value: JSONValue, _ depth: Int) throws(SchemaError) -> Bool {
    var marks = Marks()
    return try holds(term.place, value, &marks, depth) == term.holds
  }

  /// Whether the schema at `id` holds; what it looked at is added to `marks` where it does.
  private mutating func holds(
    _ id: Int, _ value: JSONValue, _ marks: inout Marks, _ depth: Int
  ) throws(SchemaError) -> Bool {
    guard depth < Self.maximumDepth else { throw error(.tooComplex("a listed value is nested too deeply"), id, "enum") }
    steps -= 1
    guard steps > 0 else { throw error(.tooComplex("too many values to judge"), id, "enum") }
    if let terms = places.union(id) {
      for term in terms where try satisfies(term, value, depth + 1) { return true }
      return false
    }
    guard case .object(let schema) = places.value(id) else { return places.value(id) != .bool(false) }
    var own = Marks()
    own.areWanted =
      marks.areWanted || schema.keys.contains { $0.utf8.first == UInt8(ascii: "u") && $0.hasPrefix("unevaluated") }
    if let targets = try referenceTargets(id, schema) {
      for target in targets where try !holdsReferred(target, value, &own, depth + 1) { return false }
    }
    if places.ignoresSiblings, schema["$ref"] != nil {
      marks.formUnion(own)
      return true
    }
    for (position, key) in schema.keys.enumerated() {
      guard let keyword = keyword(key), !keyword.isAnnotation else { continue }
      guard try holds(keyword, id, schema, position, value, &own, depth) else { return false }
    }
    // These look at what all others have left.
    for (position, key) in schema.keys.enumerated() where key.utf8.first == UInt8(ascii: "u") {
      switch (keyword(key), value) {
      case (.unevaluatedProperties, .object(let members)):
        for (index, member) in members.values.enumerated() where !own.members.contains(index) {
          guard try satisfies(SchemaTerm(places.child(id, position)), member, depth + 1) else { return false }
          own.members.insert(index)
        }
      case (.unevaluatedItems, .array(let items)):
        for (index, item) in items.enumerated() where !own.items.contains(index) {
          guard try satisfies(SchemaTerm(places.child(id, position)), item, depth + 1) else { return false }
          own.items.insert(index)
        }
      default: break
      }
    }
    marks.formUnion(own)
    return true
  }

  /// The same for a schema that is referred to: the same values come by again by way of many references.
  private mutating func holdsReferred(
    _ id: Int, _ value: JSONValue, _ marks: inout Marks, _ depth: Int
  ) throws(SchemaError) -> Bool {
    guard !marks.areWanted, TypeSet(of: value).isDisjoint(with: [.array, .object]) else {
      return try holds(id, value, &marks, depth)
    }
    let key = SchemaMemo.Judged(place: id, value: CanonicalValue(value))
    if let known = memo.judged[key] { return known }
    let result = try holds(id, value, &marks, depth)
    memo.judged[key] = result
    return result
  }

  private mutating func holds(
    _ keyword: SchemaKeyword, _ id: Int, _ schema: JSONObject, _ position: Int, _ value: JSONValue,
    _ marks: inout Marks, _ depth: Int
  ) throws(SchemaError) -> Bool {
    switch keyword {
    case .type:
      return try types(id, schema.values[position]).contains(type(of: value))
    case .enum: return try isListed(value, places.child(id, position))
    case .const: return schema.values[position].isEquivalent(to: value)
    case .allOf:
      for branch in try branches(id, position, keyword) {
        guard try holds(branch.place, value, &marks, depth + 1) else { return false }
      }
      return true
    case .anyOf, .oneOf: return try holdsAlternative(keyword, id, position, value, &marks, depth)
    case .not:
      var ignored = Marks()
      return try !holds(places.child(id, position), value, &ignored, depth + 1)
    case .if:
      let next = try holds(places.child(id, position), value, &marks, depth + 1) ? "then" : "else"
      guard let branch = schema.index(ofKey: next) else { return true }
      return try holds(places.child(id, branch), value, &marks, depth + 1)
    default: break
    }
    switch value {
    case .null, .bool: return true
    case .number(let number): return try holds(keyword, id, schema, position, number)
    case .string(let text): return try holds(keyword, id, schema, position, text)
    case .array(let items): return try holds(keyword, id, schema, position, items, &marks, depth)
    case .object(let members): return try holds(keyword, id, schema, position, members, &marks, depth)
    }
  }

  /// The type of a value as the schema's draft sees it.
  func type(of value: JSONValue) -> TypeSet {
    let type = TypeSet(of: value)
    guard type == .integer, places.comparesIntegersByText, value.numberValue?.text.contains(".") ?? false else {
      return type
    }
    return .fraction
  }

  private mutating func holdsAlternative(
    _ keyword: SchemaKeyword, _ id: Int, _ position: Int, _ value: JSONValue, _ marks: inout Marks, _ depth: Int
  ) throws(SchemaError) -> Bool {
    // The same values come by again where parts of many alternatives refer to one long list of schemas.
    var judged: SchemaMemo.Judged?
    let list = places.child(id, position)
    if !marks.areWanted, TypeSet(of: value).isDisjoint(with: [.array, .object]),
      places.value(list).arrayValue?.count ?? 0 > 8
    {
      let key = SchemaMemo.Judged(place: list, value: CanonicalValue(value))
      if let known = memo.judged[key] { return known }
      judged = key
    }
    var count = 0
    for branch in try branches(id, position, keyword) where try holds(branch.place, value, &marks, depth + 1) {
      count += 1
      // Enough is known, unless what further branches look at matters.
      if keyword == .oneOf ? count > 1 : !marks.areWanted { break }
    }
    let result = keyword == .anyOf ? count > 0 : count == 1
    if let judged { memo.judged[judged] = result }
    return result
  }

  private mutating func isListed(_ value: JSONValue, _ list: Int) throws(SchemaError) -> Bool {
    guard let values = places.value(list).arrayValue else { return false }
    if values.count <= 16 { return values.contains { $0.isEquivalent(to: value) } }
    if memo.listed[list] == nil { memo.listed[list] = Set(values.map(CanonicalValue.init)) }
    return memo.listed[list]?.contains(CanonicalValue(value)) ?? false
  }

  private mutating func holds(
    _ keyword: SchemaKeyword, _ id: Int, _ schema: JSONObject, _ position: Int, _ number: JSONNumber
  ) throws(SchemaError) -> Bool {
    switch keyword {
    case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf:
      return try numbers(id, schema, keyword, schema.values[position])?.contains(number) ?? true
    case .format:
      guard options.enforcesFormats, schema["type"] != nil, let name = schema.values[position].stringValue,
        let bounds = StringFormat.numberBounds(name)
      else { return true }
      return number.decimal >= bounds.lower && number.decimal <= bounds.upper
    default: return true
    }
  }

  private mutating func holds(
    _ keyword: SchemaKeyword, _ id: Int, _ schema: JSONObject, _ position: Int, _ text: String
  ) throws(SchemaError) -> Bool {
    let argument = schema.values[position]
    switch keyword {
    case .minLength: return text.unicodeScalars.count >= (try count(argument, id, keyword))
    case .maxLength: return text.unicodeScalars.count <= (try count(argument, id, keyword))
    case .pattern:
      guard let set = try set(ofPattern: argument.stringValue ?? "", id, keyword) else { return true }
      return algebra.accepts(set, text)
    case .format:
      guard options.enforcesFormats, let set = try set(ofFormat: argument.stringValue ?? "", id) else { return true }
      return algebra.accepts(set, text)
    default: return true
    }
  }

  private mutating func holds(
    _ keyword: SchemaKeyword, _ id: Int, _ schema: JSONObject, _ position: Int, _ items: [JSONValue],
    _ marks: inout Marks, _ depth: Int
  ) throws(SchemaError) -> Bool {
    let argument = schema.values[position]
    switch keyword {
    case .minItems: return items.count >= (try count(argument, id, keyword))
    case .maxItems: return items.count <= (try count(argument, id, keyword))
    case .uniqueItems: return argument != .bool(true) || Set(items.map(CanonicalValue.init)).count == items.count
    case .prefixItems, .items, .additionalItems:
      let start: Int
      if let list = argument.arrayValue {
        for index in list.indices.prefix(items.count) {
          let place = places.child(places.child(id, position), index)
          guard try satisfies(SchemaTerm(place), items[index], depth + 1) else { return false }
          marks.items.insert(index)
        }
        return true
      }
      if keyword == .additionalItems {
        guard let list = schema["items"]?.arrayValue else { return true }
        start = list.count
      } else {
        start = schema["prefixItems"]?.arrayValue?.count ?? 0
      }
      for index in items.indices.dropFirst(start) {
        guard try satisfies(SchemaTerm(places.child(id, position)), items[index], depth + 1) else { return false }
        marks.items.insert(index)
      }
      return true
    case .contains:
      let bounds = try containsBounds(id, schema)
      var found = 0
      for (index, item) in items.enumerated()
      where try satisfies(SchemaTerm(places.child(id, position)), item, depth + 1) {
        found += 1
        marks.items.insert(index)
      }
      return found >= bounds.minimum && found <= bounds.maximum ?? .max
    default: return true
    }
  }

  private mutating func holds(
    _ keyword: SchemaKeyword, _ id: Int, _ schema: JSONObject, _ position: Int, _ members: JSONObject,
    _ marks: inout Marks, _ depth: Int
  ) throws(SchemaError) -> Bool {
    let argument = schema.values[position]
    switch keyword {
    case .required: return argument.arrayValue?.allSatisfy { members[$0.stringValue ?? ""] != nil } ?? true
    case .minProperties: return members.count >= (try count(argument, id, keyword))
    case .maxProperties: return members.count <= (try count(argument, id, keyword))
    case .properties:
      guard let properties = argument.objectValue else { return true }
      for (index, key) in members.keys.enumerated() {
        guard let at = properties.index(ofKey: key) else { continue }
        let place = places.child(places.child(id, position), at)
        guard try satisfies(SchemaTerm(place), members.values[index], depth + 1) else { return false }
        marks.members.insert(index)
      }
      return true
    case .patternProperties:
      for (at, pattern) in (argument.objectValue?.keys ?? []).enumerated() {
        guard let set = try set(ofPattern: pattern, id, keyword) else { continue }
        for (index, key) in members.keys.enumerated() where algebra.accepts(set, key) {
          let place = places.child(places.child(id, position), at)
          guard try satisfies(SchemaTerm(place), members.values[index], depth + 1) else { return false }
          marks.members.insert(index)
        }
      }
      return true
    case .additionalProperties:
      guard let keys = try otherKeys(id, schema) else { return true }
      for (index, key) in members.keys.enumerated() where keys.contains(key) {
        guard try satisfies(SchemaTerm(places.child(id, position)), members.values[index], depth + 1) else {
          return false
        }
        marks.members.insert(index)
      }
      return true
    case .propertyNames:
      for key in members.keys
      where try !satisfies(SchemaTerm(places.child(id, position)), .string(key), depth + 1) { return false }
      return true
    case .dependentRequired, .dependentSchemas, .dependencies:
      for (key, demand) in try dependencyList(id, position, keyword) where members[key] != nil {
        switch demand {
        case .keys(let keys): if !keys.allSatisfy({ members[$0] != nil }) { return false }
        case .schema(let term):
          guard try holds(term.place, .object(members), &marks, depth + 1) else { return false }
        }
      }
      return true
    default: return true
    }
  }
}
