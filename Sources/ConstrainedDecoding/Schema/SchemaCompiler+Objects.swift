// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

extension SchemaCompiler {
  /// Nil where no object satisfies `conjunct`.
  mutating func object(_ conjunct: Conjunct) throws(SchemaError) -> GrammarDraft.Object? {
    var conjunct = conjunct
    let declared = Set(conjunct.properties.map { Array($0.key.utf8) })
    for key in conjunct.required where !declared.contains(Array(key.utf8)) {
      conjunct.properties.append((key, try normalizer.undeclared(conjunct, key)))
    }
    sort(&conjunct)
    let required = Set(conjunct.required.map { Array($0.utf8) })
    let names = try keyNames(conjunct)
    var object = GrammarDraft.Object()
    for (key, schemas) in conjunct.properties {
      let isAllowed = names?.accepts(key) ?? true
      object.properties.append(
        .init(
          key: key, isRequired: required.contains(Array(key.utf8)),
          value: isAllowed ? node(for: schemas) : draft.add(.nothing)))
    }
    try addKinds(&object, conjunct, names)
    guard try checkCounts(object, conjunct) else { return nil }
    return object
  }

  /// Puts the keys that `x-order` lists first, in its order.
  private func sort(_ conjunct: inout Conjunct) {
    guard !conjunct.order.isEmpty else { return }
    let rank = Dictionary(conjunct.order.enumerated().map { ($1, $0) }) { first, _ in first }
    let ranked = conjunct.properties.enumerated().sorted { a, b in
      let (x, y) = (rank[a.element.key] ?? .max, rank[b.element.key] ?? .max)
      return x == y ? a.offset < b.offset : x < y
    }
    conjunct.properties = ranked.map(\.element)
  }

  /// What `propertyNames` allows; nil for anything.
  private mutating func keyNames(_ conjunct: Conjunct) throws(SchemaError) -> StringAutomaton? {
    guard !conjunct.propertyNames.isEmpty else { return nil }
    let alternatives = try normalizer.normalize(conjunct.propertyNames).filter { $0.types.contains(.string) }
    guard alternatives.count <= 1 else {
      throw normalizer.error(.unsupported("more than one alternative"), conjunct.place, "propertyNames")
    }
    guard let names = alternatives.first else {
      return StringAutomaton.none
    }
    if let values = names.values {
      var texts: [String] = []
      for value in values {
        guard let text = value.stringValue else { continue }
        if try normalizer.allows(names, value, isListed: true) { texts.append(text) }
      }
      return try normalizer.patterned(conjunct.place, "propertyNames") { () throws(PatternError) in
        try StringAutomaton.all.subtracting(.excluding(texts))
      }
    }
    var automaton = try normalizer.automaton(names)
    if names.minimumLength > 0 || names.maximumLength != nil {
      let length = Pattern.repetition(
        .set(.all), minimum: names.minimumLength, maximum: names.maximumLength)
      automaton = try normalizer.patterned(conjunct.place, "propertyNames") { () throws(PatternError) in
        let lengths = try StringAutomaton(length, isWhole: true)
        guard let patterned = automaton else { return lengths }
        return try patterned.intersection(lengths)
      }
    }
    return automaton
  }

  /// Keys that are not listed: one kind for each pattern, and one for the rest.
  private mutating func addKinds(
    _ object: inout GrammarDraft.Object, _ conjunct: Conjunct, _ names: StringAutomaton?
  ) throws(SchemaError) {
    let isFree = conjunct.additional != nil || !normalizer.isClosed(conjunct)
    guard isFree || !conjunct.patternProperties.isEmpty else { return }
    var rest = StringAutomaton.excluding(conjunct.properties.map(\.key))
    if let names { rest = try both(rest, names, conjunct) }
    let hasKeys = !conjunct.properties.isEmpty || names != nil
    var taken: StringAutomaton?
    for (pattern, schemas) in conjunct.patternProperties {
      let matching = try normalizer.automaton(ofPattern: pattern, conjunct.place, "patternProperties")
      let keys = try both(rest, matching, conjunct)
      if let before = taken {
        guard try both(before, keys, conjunct).isEmpty else {
          throw normalizer.error(.unsupported("patterns that share a key"), conjunct.place, "patternProperties")
        }
        taken = try union(before, keys, conjunct)
      } else {
        taken = keys
      }
      try addKind(&object, keys, node(for: schemas), conjunct)
    }
    guard isFree else { return }
    if let taken {
      rest = try normalizer.patterned(conjunct.place, "patternProperties") { () throws(PatternError) in
        try rest.subtracting(taken)
      }
    }
    let value = node(for: conjunct.additional ?? [])
    try addKind(&object, hasKeys || taken != nil ? rest : nil, value, conjunct)
  }

  private func both(
    _ a: StringAutomaton, _ b: StringAutomaton, _ conjunct: Conjunct
  ) throws(SchemaError) -> StringAutomaton {
    try normalizer.patterned(conjunct.place, "patternProperties") { () throws(PatternError) in try a.intersection(b) }
  }

  private func union(
    _ a: StringAutomaton, _ b: StringAutomaton, _ conjunct: Conjunct
  ) throws(SchemaError) -> StringAutomaton {
    try normalizer.patterned(conjunct.place, "patternProperties") { () throws(PatternError) in
      let all = StringAutomaton.all
      return try all.subtracting(try all.subtracting(a).intersection(try all.subtracting(b)))
    }
  }

  private mutating func addKind(
    _ object: inout GrammarDraft.Object, _ keys: StringAutomaton?, _ value: Int, _ conjunct: Conjunct
  ) throws(SchemaError) {
    let matcher = try normalizer.patterned(conjunct.place, "additionalProperties") { () throws(PatternError) in
      try StringMatcher(keys, minimum: 0, maximum: nil)
    }
    if let matcher { object.kinds.append(.init(key: matcher, value: value)) }
  }

  /// Bounds on the count of members that hold by themselves are fine; others cannot be enforced. False if none can hold.
  private func checkCounts(
    _ object: GrammarDraft.Object, _ conjunct: Conjunct
  ) throws(SchemaError) -> Bool {
    let needed = object.properties.filter(\.isRequired).count
    let most = object.kinds.isEmpty ? object.properties.count : nil
    if let maximum = conjunct.maximumProperties {
      if needed > maximum { return false }
      guard let most, most <= maximum else {
        throw normalizer.error(
          .unsupported("a bound that other keywords do not imply"), conjunct.place, "maxProperties")
      }
    }
    if conjunct.minimumProperties > needed {
      if let most, most < conjunct.minimumProperties { return false }
      throw normalizer.error(.unsupported("a bound that other keywords do not imply"), conjunct.place, "minProperties")
    }
    return true
  }
}
