// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

// Which given values a conjunct allows, and whether two conjuncts can share one.
extension SchemaNormalizer {
  /// Whether `value` satisfies `conjunct`; with `isListed`, what it lists is known to hold the value.
  mutating func allows(
    _ conjunct: Conjunct, _ value: JSONValue, depth: Int = 0, isListed: Bool = false
  ) throws(SchemaError) -> Bool {
    guard depth < 128 else { throw error(.tooComplex("a listed value is nested too deeply"), conjunct.place, "enum") }
    guard conjunct.types.contains(TypeSet(of: value)) else { return false }
    if !isListed, let values = conjunct.values, !values.contains(where: { $0.isEquivalent(to: value) }) { return false }
    switch value {
    case .null, .bool: return true
    case .number(let number): return conjunct.numbers.contains(number)
    case .string(let text):
      let count = text.unicodeScalars.count
      guard count >= conjunct.minimumLength, count <= conjunct.maximumLength ?? .max else { return false }
      guard let automaton = try automaton(conjunct) else { return true }
      return automaton.accepts(text)
    case .array(let items):
      guard items.count >= conjunct.minimumItems, items.count <= conjunct.maximumItems ?? .max else { return false }
      for (index, item) in items.enumerated() {
        let schemas = index < conjunct.prefix.count ? conjunct.prefix[index] : conjunct.items
        guard try allowsAny(schemas, item, depth) else { return false }
      }
      return true
    case .object(let object):
      guard object.count >= conjunct.minimumProperties, object.count <= conjunct.maximumProperties ?? .max,
        conjunct.required.allSatisfy({ object[$0] != nil })
      else { return false }
      for (key, member) in object {
        let listed = conjunct.schemas(ofProperty: key)
        let schemas = if let listed { listed } else { try undeclared(conjunct, key) }
        guard try allowsAny(schemas, member, depth) else { return false }
        guard try allowsAny(conjunct.propertyNames, .string(key), depth) else { return false }
      }
      return true
    }
  }

  private mutating func allowsAny(_ schemas: [Int], _ value: JSONValue, _ depth: Int) throws(SchemaError) -> Bool {
    if schemas.isEmpty { return true }
    for conjunct in try normalize(schemas) {
      if try allows(conjunct, value, depth: depth + 1) { return true }
    }
    return false
  }

  // MARK: oneOf

  /// Throws unless no value can satisfy two of `branches`: then `oneOf` is `anyOf`.
  mutating func checkDisjoint(_ branches: [[Conjunct]], _ id: Int) throws(SchemaError) {
    let count = branches.reduce(0) { $0 + $1.count }
    guard count <= 1000 else { throw error(.tooComplex("too many alternatives to tell apart"), id, "oneOf") }
    for (index, a) in branches.enumerated() {
      for (other, b) in branches[..<index].enumerated() {
        guard try areDisjoint(a, b, depth: 0) else {
          throw error(
            .unsupported("alternatives \(other) and \(index), which one value may satisfy both,"), id, "oneOf")
        }
      }
    }
  }

  private mutating func areDisjoint(_ a: [Conjunct], _ b: [Conjunct], depth: Int) throws(SchemaError) -> Bool {
    for x in a {
      for y in b {
        guard try areDisjoint(x, y, depth: depth) else { return false }
      }
    }
    return true
  }

  /// Whether it is certain that no value that is written for one satisfies the other.
  private mutating func areDisjoint(_ a: Conjunct, _ b: Conjunct, depth: Int) throws(SchemaError) -> Bool {
    let shared = a.types.intersection(b.types)
    if shared.isEmpty { return true }
    if let values = a.values {
      for value in values {
        guard try allows(a, value, isListed: true) else { continue }
        if try allows(b, value) { return false }
      }
      return true
    }
    if b.values != nil { return try areDisjoint(b, a, depth: depth) }
    if !shared.isDisjoint(with: [.null, .boolean, .array]) { return false }
    if !shared.isDisjoint(with: .number), !areApart(a.numbers, b.numbers) { return false }
    if shared.contains(.string) {
      let areApart = (a.maximumLength ?? .max) < b.minimumLength || (b.maximumLength ?? .max) < a.minimumLength
      if !areApart {
        guard let x = try automaton(a), let y = try automaton(b) else { return false }
        let both = try patterned(a.place, "pattern") { () throws(PatternError) in try x.intersection(y) }
        if !both.isEmpty { return false }
      }
    }
    if shared.contains(.object) { return try areDisjointObjects(a, b, depth: depth) }
    return true
  }

  private func areApart(_ a: NumberRange, _ b: NumberRange) -> Bool {
    func isBelow(_ upper: NumberRange.Bound?, _ lower: NumberRange.Bound?) -> Bool {
      guard let upper, let lower else { return false }
      return upper.value < lower.value || (upper.value == lower.value && (upper.isExclusive || lower.isExclusive))
    }
    return isBelow(a.upper, b.lower) || isBelow(b.upper, a.lower)
  }

  private mutating func areDisjointObjects(_ a: Conjunct, _ b: Conjunct, depth: Int) throws(SchemaError) -> Bool {
    guard depth < 3 else { return false }
    // A key that both demand, with values that never agree.
    for key in a.required where b.required.contains(key) {
      guard let mine = a.schemas(ofProperty: key), let theirs = b.schemas(ofProperty: key) else { continue }
      if mine == theirs { continue }
      let (x, y) = (try normalize(mine), try normalize(theirs))
      if try areDisjoint(x, y, depth: depth + 1) { return true }
    }
    // Each demands a key that is never written for the other.
    guard try lacks(a, someRequiredOf: b) else { return false }
    return try lacks(b, someRequiredOf: a)
  }

  /// Whether `b` demands a key that no object written for `a` has.
  private mutating func lacks(_ a: Conjunct, someRequiredOf b: Conjunct) throws(SchemaError) -> Bool {
    for key in b.required {
      let schemas: [Int]
      if let listed = a.schemas(ofProperty: key) {
        schemas = listed
      } else {
        schemas = try undeclared(a, key)
        if schemas.isEmpty, isClosed(a), !a.required.contains(key) { return true }
      }
      if schemas.isEmpty { continue }
      if try normalize(schemas).isEmpty { return true }
    }
    return false
  }

  /// Whether keys that are not listed are left out although no schema forbids them.
  func isClosed(_ conjunct: Conjunct) -> Bool {
    conjunct.additional == nil && !options.allowsUndeclaredProperties
      && (conjunct.listsProperties || !conjunct.patternProperties.isEmpty)
  }
}
