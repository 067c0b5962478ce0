// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

// What does not satisfy a schema: the union of what breaks each of its keywords.
extension SchemaNormalizer {
  mutating func negative(
    _ id: Int, _ schema: JSONObject, below open: [SchemaTerm]
  ) throws(SchemaError) -> [Conjunct] {
    var result: [Conjunct] = []
    let onlyReference = places.ignoresSiblings && schema["$ref"] != nil
    if let targets = try referenceTargets(id, schema) {
      for target in targets { result += try expand(SchemaTerm(target, holds: false), tracks: false, below: open) }
    } else if schema.keys.contains(where: { ["$ref", "$dynamicRef"].contains($0) }) {
      return [Conjunct(types: .all, place: id)]
    }
    if onlyReference { return result }
    for (position, key) in schema.keys.enumerated() {
      guard let keyword = keyword(key), !keyword.isAnnotation else { continue }
      let value = schema.values[position]
      if let combined = try negatedCombination(id, schema, keyword, position, open) {
        result += combined
      } else {
        result += try negatedAssertion(id, schema, keyword, value, position)
      }
      try checkCount(result.count, id)
    }
    return result.contains(where: \.isTrivial) ? [Conjunct(types: .all, place: id)] : result
  }

  private mutating func negatedCombination(
    _ id: Int, _ schema: JSONObject, _ keyword: SchemaKeyword, _ position: Int, _ open: [SchemaTerm]
  ) throws(SchemaError) -> [Conjunct]? {
    switch keyword {
    case .allOf: return try any(try branches(id, position, keyword).map(\.opposite), false, open, id)
    case .anyOf: return try all(try branches(id, position, keyword).map(\.opposite), false, open, id)
    case .oneOf:
      let branches = try branches(id, position, keyword)
      var result = try all(branches.map(\.opposite), false, open, id)
      for (index, branch) in branches.enumerated() {
        for other in branches[..<index] {
          result += try all([branch, other], false, open, id)
          try checkCount(result.count, id)
        }
      }
      return result
    case .not: return try expand(SchemaTerm(places.child(id, position)), tracks: false, below: open)
    case .if:
      let condition = SchemaTerm(places.child(id, position))
      var result: [Conjunct] = []
      if let then = schema.index(ofKey: "then") {
        result += try all([condition, SchemaTerm(places.child(id, then), holds: false)], false, open, id)
      }
      if let otherwise = schema.index(ofKey: "else") {
        result += try all([condition.opposite, SchemaTerm(places.child(id, otherwise), holds: false)], false, open, id)
      }
      return result
    case .dependentRequired, .dependentSchemas, .dependencies:
      var result: [Conjunct] = []
      for (key, demand) in try dependencyList(id, position, keyword) {
        switch demand {
        case .keys(let keys):
          for absent in keys where PropertyKey(absent) != PropertyKey(key) {
            var conjunct = object(id)
            conjunct.object.orNew.required = [key]
            conjunct.object.orNew.properties.append(absent, [.never])
            result.append(conjunct)
          }
        case .schema(let term):
          var present = object(id)
          present.object.orNew.required = [key]
          result += try meet([present], try expand(term.opposite, tracks: false, below: open), at: id)
        }
      }
      return result
    default: return nil
    }
  }

  private func object(_ id: Int) -> Conjunct { Conjunct(types: .object, place: id) }

  private mutating func negatedAssertion(
    _ id: Int, _ schema: JSONObject, _ keyword: SchemaKeyword, _ value: JSONValue, _ position: Int
  ) throws(SchemaError) -> [Conjunct] {
    switch keyword {
    case .type:
      let types = TypeSet.all.subtracting(try types(id, value))
      return types.isEmpty ? [] : [Conjunct(types: types, place: id)]
    case .enum:
      guard let values = value.arrayValue else { throw error(.invalid("must be an array"), id, keyword.rawValue) }
      return try excluding(values, id, keyword)
    case .const: return try excluding([value], id, keyword)
    case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf:
      guard let range = try numbers(id, schema, keyword, value) else { return [] }
      var opposite = NumberRange()
      if let bound = range.lower { opposite.upper = .init(value: bound.value, isExclusive: !bound.isExclusive) }
      if let bound = range.upper { opposite.lower = .init(value: bound.value, isExclusive: !bound.isExclusive) }
      if let factor = range.multipleOf { opposite.notMultiplesOf = [factor] }
      var conjunct = Conjunct(types: .number, place: id)
      conjunct.numbers = opposite
      return [conjunct]
    case .minLength, .maxLength, .pattern, .format: return try negatedText(id, schema, keyword, value)
    case .items, .prefixItems, .additionalItems, .minItems, .maxItems, .uniqueItems, .contains:
      return try negatedArray(id, schema, keyword, value, position)
    case .properties, .required, .additionalProperties, .patternProperties, .propertyNames, .minProperties,
      .maxProperties:
      return try negatedObject(id, schema, keyword, value, position)
    case .unevaluatedItems, .unevaluatedProperties:
      if value == .bool(true) { return [] }
      leave(id, keyword.rawValue, "the opposite of this")
      return [Conjunct(types: keyword == .unevaluatedItems ? .array : .object, place: id)]
    default: return []
    }
  }

  private mutating func negatedText(
    _ id: Int, _ schema: JSONObject, _ keyword: SchemaKeyword, _ value: JSONValue
  ) throws(SchemaError) -> [Conjunct] {
    var conjunct = Conjunct(types: .string, place: id)
    switch keyword {
    case .minLength:
      let minimum = try count(value, id, keyword)
      if minimum == 0 { return [] }
      conjunct.strings.orNew.maximum = minimum - 1
    case .maxLength: conjunct.strings.orNew.minimum = try count(value, id, keyword) + 1
    case .pattern:
      guard let pattern = value.stringValue else { throw error(.invalid("must be a string"), id, keyword.rawValue) }
      guard let set = try set(ofPattern: pattern, id, keyword) else { return [conjunct] }
      conjunct.strings.orNew.set = try texts(id, keyword) { (algebra) throws(PatternError) in
        try algebra.complement(of: set)
      }
    default:
      guard let format = value.stringValue else { throw error(.invalid("must be a string"), id, keyword.rawValue) }
      guard options.enforcesFormats else { return [] }
      if let bounds = StringFormat.numberBounds(format) {
        guard schema["type"] != nil else { return [] }
        var (below, above) = (Conjunct(types: .number, place: id), Conjunct(types: .number, place: id))
        below.numbers = NumberRange()
        below.numbers?.upper = .init(value: bounds.lower, isExclusive: true)
        above.numbers = NumberRange()
        above.numbers?.lower = .init(value: bounds.upper, isExclusive: true)
        return [below, above]
      }
      guard let set = try set(ofFormat: format, id) else { return [] }
      conjunct.strings.orNew.set = try texts(id, keyword) { (algebra) throws(PatternError) in
        try algebra.complement(of: set)
      }
    }
    return [conjunct]
  }

  private mutating func negatedArray(
    _ id: Int, _ schema: JSONObject, _ keyword: SchemaKeyword, _ value: JSONValue, _ position: Int
  ) throws(SchemaError) -> [Conjunct] {
    var conjunct = Conjunct(types: .array, place: id)
    switch keyword {
    case .items where value.arrayValue == nil, .additionalItems:
      let start: Int
      if keyword == .items {
        start = schema["prefixItems"]?.arrayValue?.count ?? 0
      } else {
        guard let items = schema["items"]?.arrayValue else { return [] }
        start = items.count
      }
      let term = SchemaTerm(places.child(id, position), holds: false)
      if try canonical(term) == .never { return [] }
      conjunct.array.orNew.tallies = [.init(terms: [term], minimum: 1, maximum: nil, start: start)]
      return [conjunct]
    case .items, .prefixItems:
      let list = places.child(id, position)
      guard let items = value.arrayValue else { throw error(.invalid("must be an array"), id, keyword.rawValue) }
      try checkMembers(items.count, id, keyword)
      var result: [Conjunct] = []
      for index in items.indices {
        let term = try canonical(SchemaTerm(places.child(list, index), holds: false))
        if term == .never { continue }
        var broken = conjunct
        broken.array.orNew.prefix = Array(repeating: [], count: index) + [[term]]
        broken.array.orNew.minimum = index + 1
        result.append(broken)
      }
      return result
    case .minItems:
      let minimum = try count(value, id, keyword)
      if minimum == 0 { return [] }
      conjunct.array.orNew.maximum = minimum - 1
      return [conjunct]
    case .maxItems:
      conjunct.array.orNew.minimum = try count(value, id, keyword) + 1
      return [conjunct]
    case .uniqueItems:
      if value != .bool(true) { return [] }
      leave(id, keyword.rawValue, "the opposite of this")
      return [conjunct]
    default:
      let bounds = try containsBounds(id, schema)
      let terms = [SchemaTerm(places.child(id, position))]
      var result: [Conjunct] = []
      if bounds.minimum > 0 {
        var fewer = conjunct
        fewer.array.orNew.tallies = [.init(terms: terms, minimum: 0, maximum: bounds.minimum - 1)]
        result.append(fewer)
      }
      if let maximum = bounds.maximum {
        conjunct.array.orNew.tallies = [.init(terms: terms, minimum: maximum + 1, maximum: nil)]
        result.append(conjunct)
      }
      return result
    }
  }

  private mutating func negatedObject(
    _ id: Int, _ schema: JSONObject, _ keyword: SchemaKeyword, _ value: JSONValue, _ position: Int
  ) throws(SchemaError) -> [Conjunct] {
    var conjunct = object(id)
    var result: [Conjunct] = []
    switch keyword {
    case .properties:
      guard let properties = value.objectValue else { throw error(.invalid("must be an object"), id, keyword.rawValue) }
      try checkMembers(properties.count, id, keyword)
      let map = places.child(id, position)
      for (index, key) in properties.keys.enumerated() {
        let term = try canonical(SchemaTerm(places.child(map, index), holds: false))
        if term == .never { continue }
        var broken = conjunct
        broken.object.orNew.required = [key]
        broken.object.orNew.properties.append(key, [term])
        result.append(broken)
      }
    case .required:
      if value.boolValue != nil { return [] }
      for key in try keys(value, id, keyword) {
        var broken = conjunct
        broken.object.orNew.properties.append(key, [.never])
        result.append(broken)
      }
    case .additionalProperties:
      let term = try canonical(SchemaTerm(places.child(id, position), holds: false))
      if term == .never { return [] }
      guard let keys = try otherKeys(id, schema) else { return [conjunct] }
      conjunct.object.orNew.duties = [.init(keys: keys, terms: [term])]
      result = [conjunct]
    case .patternProperties:
      guard let patterns = value.objectValue else { throw error(.invalid("must be an object"), id, keyword.rawValue) }
      try checkMembers(patterns.count, id, keyword)
      let map = places.child(id, position)
      for (index, pattern) in patterns.keys.enumerated() {
        let term = try canonical(SchemaTerm(places.child(map, index), holds: false))
        if term == .never { continue }
        guard let set = try set(ofPattern: pattern, id, keyword) else { return [conjunct] }
        var broken = conjunct
        broken.object.orNew.duties = [.init(keys: KeySet(set: set), terms: [term])]
        result.append(broken)
      }
    case .propertyNames:
      let term = try canonical(SchemaTerm(places.child(id, position), holds: false))
      if term == .never { return [] }
      guard let set = try keyTexts([term], id) else { return [conjunct] }
      conjunct.object.orNew.duties = [.init(keys: KeySet(set: set), terms: [])]
      result = [conjunct]
    case .minProperties:
      let minimum = try count(value, id, keyword)
      if minimum == 0 { return [] }
      conjunct.object.orNew.maximum = minimum - 1
      result = [conjunct]
    default:
      conjunct.object.orNew.minimum = try count(value, id, keyword) + 1
      result = [conjunct]
    }
    return result
  }

  /// The texts that satisfy all of `terms`; nil, and a note, where they cannot be had.
  mutating func keyTexts(_ terms: [SchemaTerm], _ id: Int) throws(SchemaError) -> StringSet? {
    var sets: [StringSet] = []
    for conjunct in try normalize(terms) where conjunct.types.contains(.string) {
      if let values = conjunct.values {
        var listed: [String] = []
        for value in values {
          guard let text = value.stringValue else { continue }
          if try satisfies(terms, value) { listed.append(text) }
        }
        guard let set = try texts(id, .propertyNames, { (algebra) throws(PatternError) in try algebra.set(of: listed) })
        else { return nil }
        sets.append(set)
        continue
      }
      let demand = conjunct.strings ?? StringDemand()
      let set = try texts(id, .propertyNames) { (algebra) throws(PatternError) in
        guard demand.minimum > 0 || demand.maximum != nil else { return demand.set ?? algebra.all }
        let lengths = try algebra.lengths(minimum: demand.minimum, maximum: demand.maximum)
        return try demand.set.map { (set) throws(PatternError) in try algebra.intersection(set, lengths) } ?? lengths
      }
      guard let set else { return nil }
      sets.append(set)
    }
    return try texts(id, .propertyNames) { (algebra) throws(PatternError) in try algebra.union(sets) }
  }

  // MARK: Listed values

  /// Every value but these.
  private mutating func excluding(
    _ values: [JSONValue], _ id: Int, _ keyword: SchemaKeyword
  ) throws(SchemaError) -> [Conjunct] {
    var types = TypeSet.all
    var texts: [String] = []
    var numbers: [JSONDecimal] = []
    var containers: (arrays: [JSONValue], objects: [JSONValue]) = ([], [])
    var booleans: [Bool] = []
    for value in values {
      switch value {
      case .null: types.remove(.null)
      case .bool(let value): booleans.append(value)
      case .number(let number): numbers.append(number.decimal)
      case .string(let text): texts.append(text)
      case .array: containers.arrays.append(value)
      case .object: containers.objects.append(value)
      }
    }
    var result: [Conjunct] = []
    if !booleans.isEmpty {
      types.remove(.boolean)
      if !(booleans.contains(true) && booleans.contains(false)) {
        var other = Conjunct(types: .boolean, place: id)
        other.values = [.bool(!booleans[0])]
        other.lists = 1
        result.append(other)
      }
    }
    if numbers.count > 256 {
      leave(id, keyword.rawValue, "the opposite of so many numbers")
    } else if !numbers.isEmpty {
      types.subtract(.number)
      result += between(numbers, id)
    }
    if containers.arrays.count + containers.objects.count > 16 {
      leave(id, keyword.rawValue, "the opposite of so many arrays and objects")
    } else {
      if !containers.arrays.isEmpty {
        types.remove(.array)
        result += try excluding(containers: containers.arrays, .array, id)
      }
      if !containers.objects.isEmpty {
        types.remove(.object)
        result += try excluding(containers: containers.objects, .object, id)
      }
    }
    var rest = Conjunct(types: types, place: id)
    if !texts.isEmpty {
      rest.strings.orNew.set = try self.texts(id, keyword) { (algebra) throws(PatternError) in
        try algebra.complement(of: try algebra.set(of: texts))
      }
    }
    return [rest] + result
  }

  /// The ranges of numbers between these.
  private func between(_ numbers: [JSONDecimal], _ id: Int) -> [Conjunct] {
    var result: [Conjunct] = []
    var lower: NumberRange.Bound?
    for number in Array(Set(numbers)).sorted() {
      var conjunct = Conjunct(types: .number, place: id)
      conjunct.numbers = NumberRange()
      conjunct.numbers?.lower = lower
      conjunct.numbers?.upper = .init(value: number, isExclusive: true)
      result.append(conjunct)
      lower = .init(value: number, isExclusive: true)
    }
    var last = Conjunct(types: .number, place: id)
    last.numbers = NumberRange()
    last.numbers?.lower = lower
    return result + [last]
  }

  /// Arrays, or objects, that are none of `containers`: by schemas that say the same as a constant.
  private mutating func excluding(
    containers: [JSONValue], _ type: TypeSet, _ id: Int
  ) throws(SchemaError) -> [Conjunct] {
    var result = [Conjunct(types: type, place: id)]
    for container in containers {
      let place = places.add(schema: Self.spelled(container), for: id)
      result = try meet(result, try expand(SchemaTerm(place, holds: false), tracks: false, below: []), at: id)
    }
    return result
  }

  /// A schema of exactly this array or object, in keywords that every draft has.
  private static func spelled(_ container: JSONValue) -> JSONValue {
    func constant(_ value: JSONValue) -> JSONValue { ["enum": [value]] }
    switch container {
    case .array(let items):
      let count = JSONValue.number(JSONNumber(items.count))
      return ["items": .array(items.map(constant)), "minItems": count, "maxItems": count]
    case .object(let object):
      var properties = JSONObject()
      for (key, value) in object { properties[key] = constant(value) }
      return [
        "properties": .object(properties), "required": .array(object.keys.map { .string($0) }),
        "additionalProperties": false,
      ]
    default: return constant(container)
    }
  }
}
