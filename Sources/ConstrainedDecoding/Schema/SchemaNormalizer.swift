// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// Resolves references, combinations and negations: any list of terms becomes alternatives, each a `Conjunct`
/// (disjunctive normal form).
struct SchemaNormalizer {
  var places: SchemaPlaces
  let options: GrammarOptions
  let algebra = StringAlgebra()
  /// What is accepted and says nothing that could be enforced, and what could not be.
  private(set) var notes: [SchemaNote] = []
  private(set) var unenforced: [SchemaNote] = []
  private var noted: Set<SchemaNote> = []
  var read: [Int: Conjunct] = [:]
  var patterns: [String: StringSet?] = [:]
  var memo = SchemaMemo()
  /// Alternatives of one node at most; `allOf` over `anyOf` multiplies them.
  static let maximumAlternatives = 4096
  /// Alternatives that one keyword which multiplies them may make before it is given up.
  static let maximumExpansion = 256
  /// Members or items that one schema lists at most: the largest schemas in public have some 600.
  static let maximumMembers = 20_000
  /// References and combinations inside each other at most, without a container between.
  private static let maximumDepth = 150
  /// Meetings of alternatives left, over the whole schema.
  var work = 400_000
  /// Steps of evaluation left, over the whole schema.
  var steps = 30_000_000

  init(document: JSONValue, options: GrammarOptions) {
    places = SchemaPlaces(document: document, documents: options.documents)
    self.options = options
  }

  // MARK: Errors and notes

  func error(_ kind: SchemaError.Kind, _ place: Int, _ keyword: String?) -> SchemaError {
    SchemaError(kind: kind, path: places.path(place), keyword: keyword)
  }

  mutating func note(_ place: Int, _ keyword: String, _ reason: String) {
    let note = SchemaNote(path: places.path(place), keyword: keyword, reason: reason)
    if noted.insert(note).inserted { notes.append(note) }
  }

  /// Notes that a keyword is not enforced; the caller goes on as if it were satisfied.
  mutating func leave(_ place: Int, _ keyword: String, _ reason: String) {
    let note = SchemaNote(path: places.path(place), keyword: keyword, reason: reason)
    if noted.insert(note).inserted { unenforced.append(note) }
  }

  // MARK: Keywords

  /// The keyword of that name; nil where there is none. What the draft that the document names does not have says nothing where
  /// the specification is followed to the letter; otherwise it means what later drafts say.
  func keyword(_ name: String) -> SchemaKeyword? {
    guard let keyword = SchemaKeyword(named: name) else { return nil }
    return hasDraft(of: keyword) ? keyword : .comment
  }

  func hasDraft(of keyword: SchemaKeyword) -> Bool {
    guard let draft = places.draft, !options.refusesUnknownKeywords else { return true }
    return keyword.firstDraft <= draft
  }

  // MARK: Alternatives

  /// The alternatives of values that satisfy every one of `terms`.
  mutating func normalize(_ terms: [SchemaTerm]) throws(SchemaError) -> [Conjunct] {
    var result = [Conjunct()]
    if let first = terms.first { result[0].place = first.place }
    for term in terms { result = try meet(result, try expand(term, tracks: false, below: []), at: term.place) }
    return result
  }

  /// A term that means the same with fewer steps to it: references, single-branch `allOf` and `not` are followed.
  mutating func canonical(_ term: SchemaTerm) throws(SchemaError) -> SchemaTerm {
    if let known = memo.canonical[term] { return known }
    var result = term
    for _ in 0..<50 {
      guard let next = try simpler(result), next != term else { break }
      result = next
    }
    memo.canonical[term] = result
    return result
  }

  private mutating func simpler(_ term: SchemaTerm) throws(SchemaError) -> SchemaTerm? {
    guard places.union(term.place) == nil else { return nil }
    switch places.value(term.place) {
    case .bool(let isAnything):
      let simple = isAnything == term.holds ? SchemaTerm.always : .never
      return simple == term ? nil : simple
    case .object(let object):
      var only: (keyword: SchemaKeyword, position: Int)?
      for (position, key) in object.keys.enumerated() {
        guard let keyword = keyword(key) else { return nil }
        if keyword.isAnnotation { continue }
        guard only == nil else { return nil }
        only = (keyword, position)
      }
      guard let only else { return term.holds ? .always : .never }
      let value = object.values[only.position]
      switch (only.keyword, value) {
      case (.reference, .string(let text)):
        guard case .place(let place) = places.resolve(text, from: term.place) else { return nil }
        return SchemaTerm(place, holds: term.holds)
      case (.not, .object), (.not, .bool):
        return SchemaTerm(places.child(term.place, only.position), holds: !term.holds)
      case (.allOf, .array(let branches)) where branches.count == 1,
        (.anyOf, .array(let branches)) where branches.count == 1,
        (.oneOf, .array(let branches)) where branches.count == 1:
        return SchemaTerm(places.child(places.child(term.place, only.position), 0), holds: term.holds)
      default: return nil
      }
    default: return nil
    }
  }

  /// The alternatives of one term.
  ///
  /// - Parameters:
  ///   - tracks: whether alternatives tell what they evaluate, which makes more of them.
  ///   - open: the terms being expanded, to find references to themselves.
  mutating func expand(
    _ term: SchemaTerm, tracks: Bool, below open: [SchemaTerm]
  ) throws(SchemaError) -> [Conjunct] {
    let key = SchemaMemo.Expansion(term: term, tracks: tracks)
    if let known = memo.expansions[key] { return known }
    guard !open.contains(term) else { throw error(.circularReference, term.place, "$ref") }
    guard open.count < Self.maximumDepth else {
      throw error(.tooComplex("combinations and references nested too deeply"), term.place, nil)
    }
    let open = open + [term]
    let id = term.place
    if let parts = places.union(id) {
      let result = term.holds ? try any(parts, tracks, open, id) : try all(parts.map(\.opposite), tracks, open, id)
      memo.expansions[key] = result
      return result
    }
    let result: [Conjunct]
    switch places.value(id) {
    case .bool(let isAnything): result = isAnything == term.holds ? [Conjunct()] : []
    case .object(let object):
      result =
        term.holds
        ? try positive(id, object, tracks: tracks, below: open) : try negative(id, object, below: open)
    default: throw error(.invalid("a schema must be an object or a Boolean"), id, nil)
    }
    memo.expansions[key] = result
    return result
  }

  /// Values that satisfy one of `terms`.
  mutating func any(
    _ terms: [SchemaTerm], _ tracks: Bool, _ open: [SchemaTerm], _ id: Int
  ) throws(SchemaError) -> [Conjunct] {
    var result: [Conjunct] = []
    for term in terms {
      result += try expand(term, tracks: tracks, below: open)
      try checkCount(result.count, id)
    }
    if !tracks, let trivial = result.first(where: \.isTrivial) { return [trivial] }
    return result
  }

  /// Values that satisfy all of `terms`.
  mutating func all(
    _ terms: [SchemaTerm], _ tracks: Bool, _ open: [SchemaTerm], _ id: Int
  ) throws(SchemaError) -> [Conjunct] {
    var result = [Conjunct()]
    for term in terms { result = try meet(result, try expand(term, tracks: tracks, below: open), at: id) }
    return result
  }

  /// Before anything is done for each of them.
  func checkMembers(_ count: Int, _ id: Int, _ keyword: SchemaKeyword) throws(SchemaError) {
    guard count <= Self.maximumMembers else {
      throw error(.tooComplex("more than \(Self.maximumMembers) entries"), id, keyword.rawValue)
    }
  }

  func checkCount(_ count: Int, _ id: Int) throws(SchemaError) {
    guard count <= Self.maximumAlternatives else {
      throw error(.tooComplex("more than \(Self.maximumAlternatives) alternatives"), id, nil)
    }
  }

  // MARK: What holds

  private mutating func positive(
    _ id: Int, _ schema: JSONObject, tracks: Bool, below open: [SchemaTerm]
  ) throws(SchemaError) -> [Conjunct] {
    if places.ignoresSiblings, schema["$ref"] != nil {
      return try reference(id, schema, tracks, open) ?? [Conjunct()]
    }
    let leftOver = hasDraft(of: .unevaluatedProperties) ? LeftOver(schema) : LeftOver([:])
    let tracksHere = tracks || leftOver.properties != nil || leftOver.items != nil
    var own = try ownDemands(id, schema)
    if tracksHere { own.evaluated = try ownEvaluated(id, schema) }
    var result = [own]
    if let target = try reference(id, schema, tracksHere, open) { result = try meet(result, target, at: id) }
    for (position, key) in schema.keys.enumerated() {
      guard let keyword = keyword(key) else { continue }
      switch keyword {
      case .allOf:
        for branch in try branches(id, position, keyword) {
          result = try meet(result, try expand(branch, tracks: tracksHere, below: open), at: id)
        }
      case .anyOf: result = try anyOf(result, id, position, tracksHere, open)
      case .oneOf: result = try oneOf(result, id, position, tracksHere, open)
      case .not:
        let term = SchemaTerm(places.child(id, position), holds: false)
        if let other = try attempt(
          id, keyword, result.count,
          { (it) throws(SchemaError) in
            try it.expand(term, tracks: false, below: open)
          })
        {
          result = try meetIfPossible(result, other, id, keyword)
        }
      case .if: result = try conditional(result, id, schema, position, tracksHere, open)
      case .dependentRequired, .dependentSchemas, .dependencies:
        result = try dependencies(result, id, position, keyword, tracksHere, open)
      default: break
      }
    }
    if let position = leftOver.properties {
      result = try leftOverProperties(result, SchemaTerm(places.child(id, position)), id)
    }
    if let position = leftOver.items {
      result = try leftOverItems(result, SchemaTerm(places.child(id, position)), id)
    }
    if !tracks, tracksHere { for index in result.indices { result[index].evaluated = nil } }
    return result
  }

  /// Runs `body` with a part of the work that is left; nil, and a note, where it takes more.
  mutating func attempt<R>(
    _ id: Int, _ keyword: SchemaKeyword, _ count: Int, _ body: (inout SchemaNormalizer) throws(SchemaError) -> R
  ) throws(SchemaError) -> R? {
    let before = work
    let allowance = min(before, 40_000)
    work = allowance
    do {
      let result = try body(&self)
      work = before - (allowance - work)
      return result
    } catch {
      work = before - (allowance - max(work, 0))
      guard case .tooComplex(let why) = error.kind, work > 0 else { throw error }
      leave(id, keyword.rawValue, why)
      return nil
    }
  }

  /// `a` and `b` together; `a` alone, and a note, where that takes too much.
  mutating func meetIfPossible(
    _ a: [Conjunct], _ b: [Conjunct], _ id: Int, _ keyword: SchemaKeyword
  ) throws(SchemaError) -> [Conjunct] {
    if let trivial = b.first, b.count == 1, trivial.isTrivial, trivial.evaluated == nil { return a }
    return try attempt(id, keyword, a.count) { (it) throws(SchemaError) in
      let result = try it.meet(a, b, at: id)
      guard result.count <= max(Self.maximumExpansion, a.count) else {
        throw it.error(.tooComplex("more than \(Self.maximumExpansion) alternatives"), id, keyword.rawValue)
      }
      return result
    } ?? a
  }

  /// The alternatives of what the schema refers to; nil where it refers to nothing, or to what cannot be had.
  private mutating func reference(
    _ id: Int, _ schema: JSONObject, _ tracks: Bool, _ open: [SchemaTerm]
  ) throws(SchemaError) -> [Conjunct]? {
    guard let targets = try referenceTargets(id, schema) else { return nil }
    return try all(targets.map { SchemaTerm($0) }, tracks, open, id)
  }

  /// The places that the schema refers to; nil where there are none.
  mutating func referenceTargets(_ id: Int, _ schema: JSONObject) throws(SchemaError) -> [Int]? {
    if let known = memo.references[id] { return known }
    let targets = try findReferenceTargets(id, schema)
    memo.references[id] = .some(targets)
    return targets
  }

  private mutating func findReferenceTargets(_ id: Int, _ schema: JSONObject) throws(SchemaError) -> [Int]? {
    var result: [Int] = []
    for (key, value) in schema where key.utf8.first == UInt8(ascii: "$") {
      guard let keyword = SchemaKeyword(named: key) else { continue }
      let target: SchemaPlaces.Target
      switch keyword {
      case .reference, .dynamicReference, .recursiveReference:
        guard let text = value.stringValue else { throw error(.invalid("must be a string"), id, key) }
        switch keyword {
        case .reference: target = places.resolve(text, from: id)
        case .dynamicReference: target = places.resolveDynamic(text, from: id)
        default: target = places.resolveRecursive(from: id)
        }
        switch target {
        case .place(let place): result.append(place)
        case .undecided: leave(id, key, "an anchor that depends on the way to it")
        case .elsewhere where options.acceptsUnenforced: leave(id, key, "the document \"\(text)\"")
        case .elsewhere, .nowhere: throw error(.unresolvedReference(text), id, key)
        }
      default: continue
      }
    }
    return result.isEmpty ? nil : result
  }

  /// The schemas of a list.
  mutating func branches(_ id: Int, _ position: Int, _ keyword: SchemaKeyword) throws(SchemaError) -> [SchemaTerm] {
    let list = places.child(id, position)
    guard let branches = places.value(list).arrayValue, !branches.isEmpty else {
      throw error(.invalid("must be an array with at least one schema"), id, keyword.rawValue)
    }
    try checkMembers(branches.count, id, keyword)
    return branches.indices.map { SchemaTerm(places.child(list, $0)) }
  }
}

/// What has been worked out before.
struct SchemaMemo {
  struct Expansion: Hashable {
    let term: SchemaTerm
    let tracks: Bool
  }
  struct Judged: Hashable {
    let place: Int
    let value: CanonicalValue
  }
  var canonical: [SchemaTerm: SchemaTerm] = [:]
  /// By place, the places that it refers to.
  var references: [Int: [Int]?] = [:]
  /// Whether the schema at a place holds for a value, or one, or just one, of those listed there.
  var judged: [Judged: Bool] = [:]
  var expansions: [Expansion: [Conjunct]] = [:]
  var isDead: [[SchemaTerm]: Bool] = [:]
  var listed: [Int: Set<CanonicalValue>] = [:]
  var alternatives: [[SchemaTerm]: [Conjunct]] = [:]
  /// Rules made for `unevaluatedProperties`.
  var ruleCount = 0
}

/// Where a schema has `unevaluated…`.
private struct LeftOver {
  var properties: Int?
  var items: Int?

  init(_ schema: JSONObject) {
    for (position, key) in schema.keys.enumerated() where key.utf8.first == UInt8(ascii: "u") {
      if key == "unevaluatedProperties" { properties = position }
      if key == "unevaluatedItems" { items = position }
    }
  }
}
