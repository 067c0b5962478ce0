// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// Resolves references and combinations: any list of places becomes alternatives, each a `Conjunct`.
struct SchemaNormalizer {
  var places: SchemaPlaces
  let options: GrammarOptions
  private(set) var notes: [SchemaNote] = []
  private var automata: [String: StringAutomaton] = [:]
  private var read: [Int: Conjunct] = [:]
  /// Alternatives of one node at most; `allOf` over `anyOf` multiplies them.
  private static let maximumAlternatives = 4096
  /// References and combinations inside each other at most, without a container between.
  private static let maximumDepth = 150
  /// Meetings of alternatives left, over the whole schema.
  private var work = 400_000

  init(document: JSONValue, options: GrammarOptions) {
    places = SchemaPlaces(document: document)
    self.options = options
  }

  func error(_ kind: SchemaError.Kind, _ place: Int, _ keyword: String?) -> SchemaError {
    SchemaError(kind: kind, path: places.path(place), keyword: keyword)
  }

  /// The alternatives of values that satisfy every one of `schemas`.
  mutating func normalize(_ schemas: [Int]) throws(SchemaError) -> [Conjunct] {
    var result = [Conjunct()]
    if let first = schemas.first { result[0].place = first }
    for id in schemas { result = try meet(result, try expand(id, below: []), at: id) }
    return result
  }

  private mutating func expand(_ id: Int, below open: [Int]) throws(SchemaError) -> [Conjunct] {
    guard !open.contains(id) else { throw error(.circularReference, id, "$ref") }
    guard open.count < Self.maximumDepth else {
      throw error(.tooComplex("combinations and references nested too deeply"), id, nil)
    }
    let schema: JSONObject
    switch places.value(id) {
    case .bool(let isAnything): return isAnything ? [Conjunct()] : []
    case .object(let object): schema = object
    default: throw error(.invalid("a schema must be an object or a Boolean"), id, nil)
    }
    var result = [try own(id, schema)]
    let open = open + [id]
    if let reference = schema["$ref"] {
      guard let text = reference.stringValue, let target = places.resolve(text) else {
        throw error(.unresolvedReference(reference.stringValue ?? reference.text()), id, "$ref")
      }
      result = try meet(result, try expand(target, below: open), at: id)
    }
    if let branches = schema["allOf"] {
      for branch in try subschemas(branches, id, "allOf") {
        result = try meet(result, try expand(branch, below: open), at: id)
      }
    }
    for keyword in ["anyOf", "oneOf"] {
      guard let branches = schema[keyword] else { continue }
      var alternatives: [[Conjunct]] = []
      for branch in try subschemas(branches, id, keyword) {
        alternatives.append(try expand(branch, below: open))
        try checkCount(alternatives.reduce(0) { $0 + $1.count }, id)
      }
      if keyword == "oneOf" {
        // What stands beside it may be what sets the branches apart.
        var whole: [[Conjunct]] = []
        for alternative in alternatives { whole.append(try meet(result, alternative, at: id)) }
        try checkDisjoint(whole, id)
        result = whole.flatMap { $0 }
      } else {
        result = try meet(result, alternatives.flatMap { $0 }, at: id)
      }
    }
    return result
  }

  private mutating func subschemas(
    _ value: JSONValue, _ id: Int, _ keyword: String
  ) throws(SchemaError) -> [Int] {
    guard let branches = value.arrayValue, !branches.isEmpty else {
      throw error(.invalid("must be an array with at least one schema"), id, keyword)
    }
    let parent = places.child(id, keyword, value)
    return branches.enumerated().map { places.child(parent, String($0.offset), $0.element) }
  }

  /// The assertions that stand in the schema itself.
  private mutating func own(_ id: Int, _ schema: JSONObject) throws(SchemaError) -> Conjunct {
    if let known = read[id] { return known }
    var reader = SchemaReader(id: id, schema: schema, options: options)
    try reader.read(&places)
    notes += reader.notes.map { SchemaNote(path: places.path(id), keyword: $0.keyword, reason: $0.reason) }
    var conjunct = reader.conjunct
    // A listed key that also matches a pattern must satisfy both.
    for index in conjunct.properties.indices {
      let matching = try matchingPatterns(conjunct, conjunct.properties[index].key)
      conjunct.properties[index].schemas = Conjunct.union(conjunct.properties[index].schemas, matching)
    }
    read[id] = conjunct
    return conjunct
  }

  private func checkCount(_ count: Int, _ id: Int) throws(SchemaError) {
    guard count <= Self.maximumAlternatives else {
      throw error(.tooComplex("more than \(Self.maximumAlternatives) alternatives"), id, nil)
    }
  }

  // MARK: Meeting

  private mutating func meet(_ a: [Conjunct], _ b: [Conjunct], at id: Int) throws(SchemaError) -> [Conjunct] {
    try checkCount(a.count * b.count, id)
    work -= a.count * b.count
    guard work > 0 else { throw error(.tooComplex("too many combinations"), id, nil) }
    var result: [Conjunct] = []
    for x in a {
      for y in b {
        if let both = try meet(x, y) { result.append(both) }
      }
    }
    return result
  }

  /// What satisfies both; nil where nothing does.
  private mutating func meet(_ a: Conjunct, _ b: Conjunct) throws(SchemaError) -> Conjunct? {
    var result = a
    result.types.formIntersection(b.types)
    if result.types.isEmpty { return nil }
    result.place = a.place == 0 ? b.place : a.place
    if let values = b.values {
      result.values = a.values.map { Conjunct.intersection($0, values) } ?? values
    }
    try meetNumbers(&result, b)
    result.minimumLength = max(a.minimumLength, b.minimumLength)
    result.maximumLength = Self.least(a.maximumLength, b.maximumLength)
    result.patterns = a.patterns + b.patterns.filter { !a.patterns.contains($0) }
    result.formats = a.formats + b.formats.filter { !a.formats.contains($0) }
    result.minimumItems = max(a.minimumItems, b.minimumItems)
    result.maximumItems = Self.least(a.maximumItems, b.maximumItems)
    result.prefix = (0..<max(a.prefix.count, b.prefix.count)).map { index in
      Conjunct.union(
        index < a.prefix.count ? a.prefix[index] : a.items, index < b.prefix.count ? b.prefix[index] : b.items)
    }
    result.items = Conjunct.union(a.items, b.items)
    try meetProperties(&result, a, b)
    return result
  }

  private static func least(_ a: Int?, _ b: Int?) -> Int? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }

  private func meetNumbers(_ result: inout Conjunct, _ b: Conjunct) throws(SchemaError) {
    result.numbers.isInteger = result.numbers.isInteger || b.numbers.isInteger
    if let lower = b.numbers.lower { result.numbers.raiseLower(to: lower) }
    if let upper = b.numbers.upper { result.numbers.reduceUpper(to: upper) }
    guard let factor = b.numbers.multipleOf else { return }
    switch result.numbers.multipleOf {
    case nil: result.numbers.multipleOf = factor
    case let other? where other.isMultiple(of: factor): break
    case let other? where factor.isMultiple(of: other): result.numbers.multipleOf = factor
    default: throw error(.unsupported("two values of which neither is a multiple of the other"), b.place, "multipleOf")
    }
  }

  private mutating func meetProperties(
    _ result: inout Conjunct, _ a: Conjunct, _ b: Conjunct
  ) throws(SchemaError) {
    let required = Set(a.required)
    result.required = a.required + b.required.filter { !required.contains($0) }
    result.propertyNames = Conjunct.union(a.propertyNames, b.propertyNames)
    result.minimumProperties = max(a.minimumProperties, b.minimumProperties)
    result.maximumProperties = Self.least(a.maximumProperties, b.maximumProperties)
    result.listsProperties = a.listsProperties || b.listsProperties
    result.order = a.order.isEmpty ? b.order : a.order
    if b.properties.isEmpty, b.additional == nil, b.patternProperties.isEmpty { return }
    if a.properties.isEmpty, a.additional == nil, a.patternProperties.isEmpty {
      result.properties = b.properties
      result.additional = b.additional
      result.patternProperties = b.patternProperties
      return
    }
    if !a.patternProperties.isEmpty || !b.patternProperties.isEmpty {
      let meetsKeys: (Conjunct, Conjunct) -> Bool = { x, y in
        !x.patternProperties.isEmpty && (y.additional != nil || !y.patternProperties.isEmpty)
      }
      if meetsKeys(a, b) || meetsKeys(b, a) {
        throw error(.unsupported("combining this with other rules for undeclared keys"), b.place, "patternProperties")
      }
    }
    let mine = Dictionary(a.properties.map { ($0.key, $0.schemas) }) { first, _ in first }
    let theirs = Dictionary(b.properties.map { ($0.key, $0.schemas) }) { first, _ in first }
    result.properties = []
    for (key, schemas) in a.properties {
      let others = if let listed = theirs[key] { listed } else { try undeclared(b, key) }
      result.properties.append((key, Conjunct.union(schemas, others)))
    }
    for (key, schemas) in b.properties where mine[key] == nil {
      result.properties.append((key, Conjunct.union(try undeclared(a, key), schemas)))
    }
    result.patternProperties = a.patternProperties + b.patternProperties
    if let theirs = b.additional { result.additional = Conjunct.union(a.additional ?? [], theirs) }
  }

  /// What `conjunct` demands of the value of a key that it does not list.
  mutating func undeclared(_ conjunct: Conjunct, _ key: String) throws(SchemaError) -> [Int] {
    let matching = try matchingPatterns(conjunct, key)
    return matching.isEmpty ? conjunct.additional ?? [] : matching
  }

  private mutating func matchingPatterns(_ conjunct: Conjunct, _ key: String) throws(SchemaError) -> [Int] {
    var result: [Int] = []
    for (pattern, schemas) in conjunct.patternProperties {
      let automaton = try automaton(ofPattern: pattern, conjunct.place, "patternProperties")
      if automaton.accepts(key) { result = Conjunct.union(result, schemas) }
    }
    return result
  }

  // MARK: Strings

  /// The automaton of texts that contain a match of `pattern`; built once per pattern.
  mutating func automaton(
    ofPattern pattern: String, _ place: Int, _ keyword: String, dialect: PatternDialect? = nil
  ) throws(SchemaError) -> StringAutomaton {
    let dialect = dialect ?? options.patternDialect
    let key = "\(dialect) \(pattern)"
    if let known = automata[key] { return known }
    let automaton = try patterned(place, keyword) { () throws(PatternError) in
      try StringAutomaton(Pattern(parsing: pattern, dialect: dialect))
    }
    automata[key] = automaton
    return automaton
  }

  /// What the patterns and formats of `conjunct` allow together; nil for anything.
  mutating func automaton(_ conjunct: Conjunct) throws(SchemaError) -> StringAutomaton? {
    var result: StringAutomaton?
    func add(_ next: StringAutomaton, _ keyword: String) throws(SchemaError) {
      guard let before = result else {
        result = next
        return
      }
      result = try patterned(conjunct.place, keyword) { () throws(PatternError) in try before.intersection(next) }
    }
    for pattern in conjunct.patterns {
      try add(try automaton(ofPattern: pattern, conjunct.place, "pattern"), "pattern")
    }
    for format in conjunct.formats {
      guard let pattern = StringFormat.pattern(format) else { continue }
      try add(try automaton(ofPattern: pattern, conjunct.place, "format", dialect: .ecmaScript), "format")
    }
    return result
  }

  /// Runs `body`, its errors told as the keyword's.
  func patterned<R>(
    _ place: Int, _ keyword: String, _ body: () throws(PatternError) -> R
  ) throws(SchemaError) -> R {
    do throws(PatternError) { return try body() } catch {
      switch error.kind {
      case .syntax: throw self.error(.invalid(error.reason), place, keyword)
      case .unsupported(let what): throw self.error(.unsupported(what), place, keyword)
      case .tooComplex: throw self.error(.tooComplex(error.reason), place, keyword)
      }
    }
  }
}
