// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

// Objects: declared keys, kinds of other keys, and members that must be there.
extension SchemaCompiler {
  /// An object whose duties have each been given to a key or to a member of another kind.
  private struct Variant {
    var properties: PropertyList<[SchemaTerm]>
    var required: Set<PropertyKey>
    /// What further members must be there.
    var duties: [ObjectDemand.Duty] = []
  }
  private static let maximumVariants = 128
  private static let maximumKeyBytes = 64 << 10

  mutating func objects(_ demand: ObjectDemand, _ place: Int) throws(SchemaError) -> [GrammarDraft.Object] {
    var demand = demand
    for key in demand.required where demand.properties.index(of: key) == nil {
      demand.properties.append(key, demand.demands(on: key))
    }
    for duty in demand.duties {
      for key in duty.keys.excluded.keys + duty.keys.alsoExcluded where demand.properties.index(of: key) == nil {
        if normalizer.isClosed(demand) { continue }
        demand.properties.append(key, demand.demands(on: key))
      }
    }
    // A trie has a node for each byte of a key.
    guard demand.properties.keys.allSatisfy({ $0.utf8.count <= Self.maximumKeyBytes }) else {
      throw normalizer.error(.tooComplex("a key of more than 64 KiB"), place, "properties")
    }
    sort(&demand)
    let names = try keyNames(&demand, place)
    let kinds = try kinds(demand, names, place)
    var result: [GrammarDraft.Object] = []
    for variant in try variants(demand, place) {
      for duties in Self.groupings(variant.duties) {
        if let object = try object(variant, duties, demand, kinds, place) { result.append(object) }
      }
    }
    return result
  }

  private mutating func object(
    _ variant: Variant, _ duties: [[ObjectDemand.Duty]], _ demand: ObjectDemand, _ kinds: [Kind], _ place: Int
  ) throws(SchemaError) -> GrammarDraft.Object? {
    var object = GrammarDraft.Object()
    object.isAnyOrder = options.propertyOrder == .any
    object.minimumMembers = demand.minimum
    object.maximumMembers = demand.maximum
    for (index, key) in variant.properties.keys.enumerated() {
      let terms = variant.properties.values[index]
      let isRequired = variant.required.contains(PropertyKey(key))
      if terms.contains(.never) {
        if isRequired { return nil }
        // Stays declared: what is declared is of no kind.
      }
      object.properties.append(.init(key: key, isRequired: isRequired, value: try node(for: terms)))
    }
    for kind in kinds {
      object.kinds.append(.init(key: kind.matcher, value: try node(for: kind.terms), duty: nil))
    }
    for (number, group) in duties.enumerated() {
      var isMet = false
      for kind in kinds {
        var terms = kind.terms
        var sets = kind.set.map { [$0] } ?? []
        for duty in group {
          terms = terms.union(duty.terms)
          guard let set = duty.keys.set else { continue }
          guard duty.keys.isInverted else {
            sets.append(set)
            continue
          }
          if let others = try complement(of: set, place) { sets.append(others) }
        }
        if terms.isContradictory { continue }
        guard let matcher = try matcher(sets, place) else { continue }
        object.kinds.append(.init(key: matcher, value: try node(for: terms), duty: number))
        isMet = true
      }
      if !isMet { return nil }
    }
    object.dutyCount = duties.count
    return object
  }

  /// Every way to let one member meet several duties; each duty by itself where there are many.
  private static func groupings(_ duties: [ObjectDemand.Duty]) -> [[[ObjectDemand.Duty]]] {
    guard (2...3).contains(duties.count) else { return [duties.map { [$0] }] }
    var result: [[[ObjectDemand.Duty]]] = [[]]
    for duty in duties {
      result = result.flatMap { grouping in
        [grouping + [[duty]]]
          + grouping.indices.map { index in
            var joined = grouping
            joined[index].append(duty)
            return joined
          }
      }
    }
    return result
  }

  /// Gives each duty to a declared key that can meet it, or leaves it to other members.
  private mutating func variants(_ demand: ObjectDemand, _ place: Int) throws(SchemaError) -> [Variant] {
    var result = [Variant(properties: demand.properties, required: Set(demand.required.map(PropertyKey.init)))]
    for duty in demand.duties {
      var next: [Variant] = []
      for variant in result {
        var others = variant
        others.duties.append(duty)
        next.append(others)
        for (index, key) in variant.properties.keys.enumerated() where duty.keys.contains(key) {
          let terms = variant.properties.values[index].union(duty.terms)
          if terms.isContradictory { continue }
          var chosen = variant
          chosen.properties.values[index] = terms
          chosen.required.insert(PropertyKey(key))
          next.append(chosen)
        }
        if next.count > Self.maximumVariants { break }
      }
      guard next.count <= Self.maximumVariants,
        next.allSatisfy({ $0.duties.count <= GrammarDraft.Object.maximumDuties })
      else {
        normalizer.leave(place, "not", "a member that many keys may be")
        continue
      }
      result = next
    }
    return result
  }

  /// Puts the keys that `x-order` lists first, in its order.
  private func sort(_ demand: inout ObjectDemand) {
    guard !demand.order.isEmpty else { return }
    let rank = Dictionary(demand.order.enumerated().map { (PropertyKey($1), $0) }) { first, _ in first }
    let keys = demand.properties.keys
    demand.properties.reorder(
      keys.indices.sorted { a, b in
        let (x, y) = (rank[PropertyKey(keys[a])] ?? .max, rank[PropertyKey(keys[b])] ?? .max)
        return x == y ? a < b : x < y
      })
  }

  // MARK: Other keys

  struct Kind {
    let matcher: StringMatcher
    /// Nil: every key.
    let set: StringSet?
    let terms: [SchemaTerm]
  }
  private static let maximumKinds = 64
  /// Searches for a key that some patterns share, over the whole schema.
  private static let maximumSearches = 500

  /// What `propertyNames` allows, nil for anything; declared keys that it does not allow get no value.
  private mutating func keyNames(_ demand: inout ObjectDemand, _ place: Int) throws(SchemaError) -> StringSet? {
    guard !demand.names.isEmpty else { return nil }
    for (index, key) in demand.properties.keys.enumerated()
    where try !normalizer.satisfies(demand.names, .string(key)) { demand.properties.values[index] = [.never] }
    return try normalizer.keyTexts(demand.names, place)
  }

  /// The keys that are not declared, split so that all of a kind have the same demands on their values.
  private mutating func kinds(
    _ demand: ObjectDemand, _ names: StringSet?, _ place: Int
  ) throws(SchemaError) -> [Kind] {
    struct Part {
      var sets: [StringSet] = []
      var terms: [SchemaTerm] = []
      var isMatched = false
    }
    let isClosed = normalizer.isClosed(demand)
    var parts = [Part()]
    for rule in demand.rules {
      let terms = rule.terms
      guard let set = rule.keys.set else {
        // About every key that is not declared.
        for index in parts.indices { parts[index].terms = parts[index].terms.union(terms) }
        continue
      }
      guard let others = try complement(of: set, place) else { continue }
      let (inside, outside) = rule.keys.isInverted ? (others, set) : (set, others)
      var complements: [StringSet] = []
      for part in rule.keys.parts {
        guard let other = try complement(of: part, place) else { continue }
        complements.append(other)
      }
      var next: [Part] = []
      for part in parts {
        // Inside, what a pattern matches has no part in "what no pattern matches"; outside, the other way round.
        let isMatched = rule.keys.parts.contains { part.sets.contains($0) }
        let isUnmatched = !complements.isEmpty && complements.allSatisfy { part.sets.contains($0) }
        if isUnmatched || isMatched {
          next.append(part)
          if isUnmatched == rule.keys.isInverted { next[next.count - 1].terms = part.terms.union(terms) }
          continue
        }
        var (yes, no) = (part, part)
        yes.sets.append(inside)
        yes.terms = part.terms.union(terms)
        yes.isMatched = part.isMatched || !rule.keys.isInverted
        no.sets.append(outside)
        for candidate in [yes, no] {
          // Few may stay although no key is theirs: they get no automaton in the end.
          if parts.count > 8, try isEmpty(candidate.sets, place) { continue }
          guard searches < Self.maximumSearches else { return try undivided(demand, place) }
          next.append(candidate)
        }
      }
      guard next.count <= Self.maximumKinds else { return try undivided(demand, place) }
      parts = next
    }
    var result: [Kind] = []
    for part in parts where !isClosed || part.isMatched {
      if part.terms.isContradictory { continue }
      let sets = part.sets + (names.map { [$0] } ?? [])
      guard let matcher = try matcher(sets, place) else { continue }
      let set = sets.isEmpty ? nil : try intersection(sets, place)
      result.append(Kind(matcher: matcher, set: set, terms: part.terms))
    }
    return result
  }

  /// Keys of any kind, where telling kinds apart takes too much.
  private mutating func undivided(_ demand: ObjectDemand, _ place: Int) throws(SchemaError) -> [Kind] {
    let reason = "patterns that share too many keys"
    guard options.acceptsUnenforced else { throw normalizer.error(.tooComplex(reason), place, "patternProperties") }
    normalizer.leave(place, "patternProperties", reason)
    return try matcher([], place).map { [Kind(matcher: $0, set: nil, terms: [])] } ?? []
  }

  private mutating func complement(of set: StringSet, _ place: Int) throws(SchemaError) -> StringSet? {
    try normalizer.texts(place, .patternProperties) { (algebra) throws(PatternError) in
      try algebra.complement(of: set)
    }
  }

  private mutating func intersection(_ sets: [StringSet], _ place: Int) throws(SchemaError) -> StringSet? {
    try normalizer.texts(place, .patternProperties) { (algebra) throws(PatternError) in
      try algebra.intersection(sets)
    }
  }

  private mutating func isEmpty(_ sets: [StringSet], _ place: Int) throws(SchemaError) -> Bool {
    if sets.count <= 1 { return sets.first == normalizer.algebra.none }
    guard let set = try intersection(sets, place) else { return false }
    searches += 1
    return (try? normalizer.algebra.isEmpty(set)) ?? false
  }

  /// Nil where no key is in all of `sets`.
  private mutating func matcher(_ sets: [StringSet], _ place: Int) throws(SchemaError) -> StringMatcher? {
    if sets.isEmpty {
      if anyKey == nil { anyKey = try? StringMatcher(nil, minimum: 0, maximum: nil) }
      return anyKey
    }
    guard let set = sets.count == 1 ? sets[0] : try intersection(sets, place) else { return nil }
    return try matcher(StringDemand(set: set), place)
  }
}
