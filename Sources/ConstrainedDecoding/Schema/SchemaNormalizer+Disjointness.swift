// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

// Whether alternatives can share a value: where they cannot, `oneOf` is `anyOf`.
extension SchemaNormalizer {
  /// Whether a key tells the branches apart: every one demands it, and lists other values for it than the others.
  mutating func hasDiscriminator(_ branches: [[Conjunct]]) -> Bool {
    guard let first = branches.first?.first, first.values == nil, let object = first.object else { return false }
    for key in object.required.prefix(8) where discriminates(key, branches) { return true }
    return false
  }

  private mutating func discriminates(_ key: String, _ branches: [[Conjunct]]) -> Bool {
    var owner: [CanonicalValue: Int] = [:]
    for (index, branch) in branches.enumerated() {
      for conjunct in branch {
        guard conjunct.types == .object, let object = conjunct.object,
          object.required.contains(where: { PropertyKey($0) == PropertyKey(key) }), let terms = object.properties[key]
        else { return false }
        var values: [JSONValue]?
        for term in terms where values == nil {
          if let simple = try? canonical(term) { values = listedValues(simple) }
        }
        guard let values, values.count <= 1000 else { return false }
        for value in values {
          let canonical = CanonicalValue(value)
          if let other = owner[canonical], other != index { return false }
          owner[canonical] = index
        }
      }
    }
    return true
  }

  mutating func areDisjoint(_ a: [Conjunct], _ b: [Conjunct], depth: Int) throws(SchemaError) -> Bool {
    for x in a {
      for y in b {
        work -= 1
        guard work > 0 else { throw error(.tooComplex("too many alternatives to tell apart"), x.place, "oneOf") }
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
      return values.count <= 4096 && values.allSatisfy { !mayAllow(a, $0) || !mayAllow(b, $0) }
    }
    if let values = b.values {
      return values.count <= 4096 && values.allSatisfy { !mayAllow(a, $0) || !mayAllow(b, $0) }
    }
    if !shared.isDisjoint(with: [.null, .boolean]) { return false }
    if !shared.isDisjoint(with: .number) {
      guard var range = a.numbers, let other = b.numbers else { return false }
      if let lower = other.lower { range.raiseLower(to: lower) }
      if let upper = other.upper { range.reduceUpper(to: upper) }
      if !range.isCertainlyEmpty { return false }
    }
    if shared.contains(.string), try !areDisjointTexts(a.strings, b.strings, a.place) { return false }
    if shared.contains(.array), try !areDisjointArrays(a.array, b.array, depth: depth) { return false }
    if shared.contains(.object) { return try areDisjointObjects(a, b, depth: depth) }
    return true
  }

  /// False only where `conjunct` surely refuses the value; what is listed for `conjunct` itself holds.
  private func mayAllow(_ conjunct: Conjunct, _ value: JSONValue) -> Bool {
    guard conjunct.types.contains(TypeSet(of: value)) else { return false }
    if let values = conjunct.values, values.count <= 64, !values.contains(where: { $0.isEquivalent(to: value) }) {
      return false
    }
    switch value {
    case .number(let number): return conjunct.numbers?.contains(number) ?? true
    case .string(let text):
      guard let strings = conjunct.strings else { return true }
      let count = text.unicodeScalars.count
      guard count >= strings.minimum, count <= strings.maximum ?? .max else { return false }
      return strings.set.map { algebra.accepts($0, text) } ?? true
    default: return true
    }
  }

  private mutating func areDisjointTexts(
    _ a: StringDemand?, _ b: StringDemand?, _ id: Int
  ) throws(SchemaError) -> Bool {
    guard let a, let b else { return false }
    if (a.maximum ?? .max) < b.minimum || (b.maximum ?? .max) < a.minimum { return true }
    guard let x = a.set, let y = b.set, x != y else { return false }
    let both = try? algebra.intersection(x, y)
    return both.map { (try? algebra.isEmpty($0)) ?? false } ?? false
  }

  private mutating func areDisjointArrays(
    _ a: ArrayDemand?, _ b: ArrayDemand?, depth: Int
  ) throws(SchemaError) -> Bool {
    guard let a, let b else { return false }
    if a.minimum > b.maximum ?? .max || b.minimum > a.maximum ?? .max { return true }
    guard depth < 3, max(a.minimum, b.minimum) > 0 else { return false }
    return try areDisjoint(a.prefix.first ?? a.items, b.prefix.first ?? b.items, depth: depth)
  }

  private mutating func areDisjoint(_ a: [SchemaTerm], _ b: [SchemaTerm], depth: Int) throws(SchemaError) -> Bool {
    if a.isEmpty || b.isEmpty || a == b { return false }
    if a.union(b).isContradictory { return true }
    return try areDisjoint(try alternatives(a), try alternatives(b), depth: depth + 1)
  }

  /// The alternatives of a part, kept, since each branch is compared with every other; "anything" where they are too many.
  private mutating func alternatives(_ terms: [SchemaTerm]) throws(SchemaError) -> [Conjunct] {
    if let known = memo.alternatives[terms] { return known }
    var result = try normalize(terms)
    if result.count > 32 { result = [Conjunct()] }
    memo.alternatives[terms] = result
    return result
  }

  private mutating func areDisjointObjects(_ a: Conjunct, _ b: Conjunct, depth: Int) throws(SchemaError) -> Bool {
    guard depth < 3, let mine = a.object, let theirs = b.object else { return false }
    if mine.minimum > theirs.maximum ?? .max || theirs.minimum > mine.maximum ?? .max { return true }
    // A key that both demand, with values that never agree; or that one demands and the other forbids.
    for key in mine.required {
      let (x, y) = (mine.demands(on: key), theirs.demands(on: key))
      if y.contains(.never) { return true }
      guard theirs.required.contains(where: { PropertyKey($0) == PropertyKey(key) }) else { continue }
      if try areDisjoint(x, y, depth: depth) { return true }
    }
    for key in theirs.required where mine.demands(on: key).contains(.never) { return true }
    // Each demands a key that is never written for the other.
    return lacks(mine, someRequiredOf: theirs) && lacks(theirs, someRequiredOf: mine)
  }

  /// Whether `b` demands a key that no object written for `a` has.
  private func lacks(_ a: ObjectDemand, someRequiredOf b: ObjectDemand) -> Bool {
    isClosed(a)
      && b.required.contains { key in
        a.properties.index(of: key) == nil && !a.required.contains { PropertyKey($0) == PropertyKey(key) }
          && !a.rules.contains { $0.keys.contains(key) }
      }
  }

  /// Whether keys that are not listed are left out although no schema forbids them.
  func isClosed(_ object: ObjectDemand) -> Bool {
    !object.mentionsOthers && !options.allowsUndeclaredProperties && object.listsProperties
  }
}
