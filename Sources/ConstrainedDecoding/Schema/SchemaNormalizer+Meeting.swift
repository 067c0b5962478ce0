// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

// Conjunction of alternatives.
extension SchemaNormalizer {
  mutating func meet(_ a: [Conjunct], _ b: [Conjunct], at id: Int) throws(SchemaError) -> [Conjunct] {
    let pairs = a.count * b.count
    guard pairs <= 64 * Self.maximumAlternatives else { throw error(.tooComplex("too many combinations"), id, nil) }
    work -= pairs
    guard work > 0 else { throw error(.tooComplex("too many combinations"), id, nil) }
    var result: [Conjunct] = []
    for x in a {
      for y in b {
        // Many properties cost more than few.
        work -= ((x.object?.properties.count ?? 0) + (y.object?.properties.count ?? 0)) / 32
        guard work > 0 else { throw error(.tooComplex("too many combinations"), id, nil) }
        if let both = try meet(x, y, at: id) { result.append(both) }
      }
      try checkCount(result.count, id)
    }
    return result
  }

  /// What satisfies both; nil where nothing does.
  private mutating func meet(_ a: Conjunct, _ b: Conjunct, at id: Int) throws(SchemaError) -> Conjunct? {
    var result = a
    result.types.formIntersection(b.types)
    if result.types.isEmpty { return nil }
    result.place = a.place == SchemaPlaces.root ? b.place : a.place
    if let evaluated = b.evaluated {
      if result.evaluated == nil { result.evaluated = evaluated } else { result.evaluated?.formUnion(evaluated) }
    }
    if let values = b.values {
      result.lists += b.lists
      if let mine = result.values, mine.count <= values.count {} else { result.values = values }
    }
    if let numbers = b.numbers, !result.types.isDisjoint(with: .number) {
      try meetNumbers(&result.numbers, numbers, id)
    }
    if let strings = b.strings, result.types.contains(.string) {
      var mine = result.strings.orNew
      mine.minimum = max(mine.minimum, strings.minimum)
      mine.maximum = Self.least(mine.maximum, strings.maximum)
      result.strings = mine
      if let set = strings.set { try meetTexts(&result.strings, set, id, .pattern) }
    }
    if let array = b.array, result.types.contains(.array) { meetArrays(&result.array, array) }
    if let object = b.object, result.types.contains(.object) { try meetObjects(&result.object, object) }
    return settle(&result) ? result : nil
  }

  static func least(_ a: Int?, _ b: Int?) -> Int? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }

  /// Drops the types that have no value left; false where none has.
  func settle(_ conjunct: inout Conjunct) -> Bool {
    if let numbers = conjunct.numbers, numbers.isCertainlyEmpty { conjunct.types.subtract(.number) }
    if let strings = conjunct.strings {
      if strings.minimum > strings.maximum ?? .max || strings.set == algebra.none { conjunct.types.remove(.string) }
    }
    if let array = conjunct.array, array.minimum > array.maximum ?? .max { conjunct.types.remove(.array) }
    if let object = conjunct.object {
      if object.minimum > object.maximum ?? .max || object.required.count > object.maximum ?? .max
        || object.required.contains(where: { object.properties[$0]?.isContradictory ?? false })
      {
        conjunct.types.remove(.object)
      }
    }
    if !conjunct.types.contains(.object) { conjunct.object = nil }
    if !conjunct.types.contains(.array) { conjunct.array = nil }
    if !conjunct.types.contains(.string) { conjunct.strings = nil }
    if conjunct.types.isDisjoint(with: .number) { conjunct.numbers = nil }
    return !conjunct.types.isEmpty
  }

  // MARK: Scalars

  mutating func meetNumbers(_ result: inout NumberRange?, _ other: NumberRange, _ id: Int) throws(SchemaError) {
    guard var mine = result else {
      result = other
      return
    }
    if let lower = other.lower { mine.raiseLower(to: lower) }
    if let upper = other.upper { mine.reduceUpper(to: upper) }
    for factor in other.notMultiplesOf where !mine.notMultiplesOf.contains(factor) {
      mine.notMultiplesOf.append(factor)
    }
    if let factor = other.multipleOf {
      if let before = mine.multipleOf {
        if let common = before.leastCommonMultiple(factor) {
          mine.multipleOf = common
        } else {
          leave(id, "multipleOf", "two values with a common multiple of so many digits")
        }
      } else {
        mine.multipleOf = factor
      }
    }
    result = mine
  }

  mutating func meetTexts(
    _ result: inout StringDemand?, _ set: StringSet, _ id: Int, _ keyword: SchemaKeyword
  ) throws(SchemaError) {
    guard let before = result?.set else {
      result.orNew.set = set
      return
    }
    if before == set { return }
    let both = try texts(id, keyword) { (algebra) throws(PatternError) in try algebra.intersection(before, set) }
    if let both { result?.set = both }
  }

  // MARK: Containers

  private func meetArrays(_ result: inout ArrayDemand?, _ other: ArrayDemand) {
    guard var mine = result else {
      result = other
      return
    }
    let own = mine
    mine.prefix = (0..<max(own.prefix.count, other.prefix.count)).map { index in
      (index < own.prefix.count ? own.prefix[index] : own.items)
        .union(index < other.prefix.count ? other.prefix[index] : other.items)
    }
    mine.items = own.items.union(other.items)
    mine.minimum = max(own.minimum, other.minimum)
    mine.maximum = Self.least(own.maximum, other.maximum)
    mine.tallies += other.tallies
    mine.isUnique = own.isUnique || other.isUnique
    result = mine
  }

  private mutating func meetObjects(_ result: inout ObjectDemand?, _ other: ObjectDemand) throws(SchemaError) {
    guard var mine = result else {
      result = other
      return
    }
    result = nil
    // Where the other speaks of listed keys only, those alone are looked up.
    for (index, key) in mine.properties.keys.enumerated() where !other.rules.isEmpty {
      let more = other.demands(on: key)
      guard !more.isEmpty else { continue }
      mine.properties.values[index] = try narrowed(mine.properties.values[index], more)
    }
    for (index, key) in other.properties.keys.enumerated() {
      let more = other.properties.values[index]
      if let own = mine.properties.index(of: key) {
        if other.rules.isEmpty { mine.properties.values[own] = try narrowed(mine.properties.values[own], more) }
      } else {
        mine.properties.append(key, try narrowed(mine.demands(on: key), more))
      }
    }
    if mine.required.isEmpty {
      mine.required = other.required
    } else if !other.required.isEmpty {
      let known = Set(mine.required.map(PropertyKey.init))
      mine.required += other.required.filter { !known.contains(PropertyKey($0)) }
    }
    for rule in other.rules where !mine.rules.contains(where: { $0.id == rule.id }) { mine.rules.append(rule) }
    mine.duties += other.duties
    mine.names = mine.names.union(other.names)
    mine.minimum = max(mine.minimum, other.minimum)
    mine.maximum = Self.least(mine.maximum, other.maximum)
    mine.listsProperties = mine.listsProperties || other.listsProperties
    mine.mentionsOthers = mine.mentionsOthers || other.mentionsOthers
    if mine.order.isEmpty { mine.order = other.order }
    result = mine
  }

  /// Both lists; `never` where listed values show that nothing satisfies both.
  private mutating func narrowed(_ a: [SchemaTerm], _ b: [SchemaTerm]) throws(SchemaError) -> [SchemaTerm] {
    let both = a.union(b)
    if both.count == a.count { return a }
    if both.isContradictory { return [.never] }
    guard !a.isEmpty, both.count <= 64 else { return both }
    if let known = memo.isDead[both] { return known ? [.never] : both }
    let isDead = try isDeadByValues(both)
    memo.isDead[both] = isDead
    return isDead ? [.never] : both
  }

  /// Whether one of `terms` lists a few values of which none satisfies the others.
  private mutating func isDeadByValues(_ terms: [SchemaTerm]) throws(SchemaError) -> Bool {
    for term in terms where term.holds {
      // In two steps: `self` is read before the arguments of its methods are.
      let simple = try canonical(term)
      guard let values = listedValues(simple), values.count <= 32 else { continue }
      for value in values where try satisfies(terms, value) { return false }
      return true
    }
    return false
  }

  /// The values that a schema lists in its own `enum` or `const`.
  func listedValues(_ term: SchemaTerm) -> [JSONValue]? {
    guard term.holds, case .object(let object) = places.value(term.place) else { return nil }
    if places.ignoresSiblings, object["$ref"] != nil { return nil }
    if let value = object["const"], hasDraft(of: .const) { return [value] }
    return object["enum"]?.arrayValue
  }
}

extension ObjectDemand {
  /// What is demanded of the value of a key, listed or not.
  func demands(on key: String) -> [SchemaTerm] {
    if let listed = properties[key] { return listed }
    var result: [SchemaTerm] = []
    for rule in rules where rule.keys.contains(key) { result = result.union(rule.terms) }
    return result
  }
}

extension NumberRange {
  /// Whether the bounds alone leave no number.
  var isCertainlyEmpty: Bool {
    guard let lower, let upper else { return false }
    return lower.value > upper.value || (lower.value == upper.value && (lower.isExclusive || upper.isExclusive))
  }
}

extension JSONDecimal {
  /// The smallest number that is a whole multiple of both; nil where it has too many digits.
  func leastCommonMultiple(_ other: JSONDecimal) -> JSONDecimal? {
    if isMultiple(of: other) { return self }
    if other.isMultiple(of: self) { return other }
    let power = min(exponent - digits.count, other.exponent - other.digits.count)
    func scaled(_ value: JSONDecimal) -> Int? {
      guard var result = value.significand else { return nil }
      let shift = value.exponent - value.digits.count - power
      guard shift < 18 else { return nil }
      for _ in 0..<shift {
        let (next, overflow) = result.multipliedReportingOverflow(by: 10)
        if overflow { return nil }
        result = next
      }
      return result
    }
    guard let a = scaled(self), let b = scaled(other), a > 0, b > 0 else { return nil }
    var (x, y) = (a, b)
    while y != 0 { (x, y) = (y, x % y) }
    let (product, overflow) = (a / x).multipliedReportingOverflow(by: b)
    guard !overflow else { return nil }
    let digits = String(product).utf8.map { $0 - UInt8(ascii: "0") }
    return JSONDecimal(isNegative: false, digits: digits, exponent: digits.count + power)
  }
}
