// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// Compiles a JSON schema into nodes of a draft.
///
/// A node belongs to a *set* of terms, all of which its value must satisfy, so that a reference met again gives the node it
/// gave before, and recursion ends. Nodes wait in a queue: nesting of the schema costs no stack.
struct SchemaCompiler {
  var draft: GrammarDraft
  var normalizer: SchemaNormalizer
  let options: GrammarOptions
  private var nodeOfTerms: [[SchemaTerm]: Int] = [:]
  private var queue: [(terms: [SchemaTerm], node: Int)] = []
  var anyKey: StringMatcher?
  /// Listed numbers that have an automaton of their own.
  var exactNumbers = 0
  /// Sets of keys looked through so far.
  var searches = 0
  /// Bytes of listed values so far.
  var literalBytes = 0
  /// Nodes of their tries, at most.
  var literalSteps = 0
  var lastLiteral: [UInt8] = []
  /// Values in listed containers so far.
  var literalParts = 0
  private static let maximumNodes = 600_000

  /// Everything accepted that is not enforced.
  var notes: [SchemaNote] { normalizer.unenforced + normalizer.notes }

  init(document: JSONValue, options: GrammarOptions, draft: GrammarDraft) {
    self.draft = draft
    self.options = options
    normalizer = SchemaNormalizer(document: document, options: options)
  }

  /// Compiles the whole document; the index of its node.
  mutating func compile() throws(SchemaError) -> Int {
    let root = try node(for: [SchemaTerm(SchemaPlaces.root)])
    while let (terms, node) = queue.popLast() {
      draft.nodes[node] = try build(terms)
      guard draft.nodes.count <= Self.maximumNodes else {
        throw normalizer.error(.tooComplex("more than \(Self.maximumNodes) nodes"), terms.first?.place ?? 0, nil)
      }
    }
    if !options.acceptsUnenforced, !normalizer.unenforced.isEmpty {
      throw SchemaError(unenforced: normalizer.unenforced)
    }
    return root
  }

  /// The node of values that satisfy every one of `terms`.
  mutating func node(for terms: [SchemaTerm]) throws(SchemaError) -> Int {
    var key: [SchemaTerm] = []
    for term in terms {
      let simple = try normalizer.canonical(term)
      if simple != .always, !key.contains(simple) { key.append(simple) }
    }
    if key.count > 1 { key.sort() }
    if key.isContradictory { key = [.never] }
    if let known = nodeOfTerms[key] { return known }
    let index = draft.add(.nothing)
    nodeOfTerms[key] = index
    if key != [.never] { queue.append((key, index)) }
    return index
  }

  private mutating func build(_ terms: [SchemaTerm]) throws(SchemaError) -> GrammarDraft.Node {
    var parts = NodeParts()
    // Where the schema itself lists the values, judging them decides all.
    for term in terms {
      guard let values = normalizer.listedValues(term) else { continue }
      // A schema of nothing but the list, and types, has the consent of those values that are of the types.
      if terms.count == 1, let types = try normalizer.typesBesideList(term) {
        let fitting = types == .all ? values : values.filter { types.contains(normalizer.type(of: $0)) }
        try list(fitting, terms, isFree: true, &parts)
      } else {
        try list(values, terms, isFree: false, &parts)
      }
      return choice(parts)
    }
    for conjunct in try normalizer.normalize(terms) {
      if let values = conjunct.values {
        let isFree = conjunct.onlyLists
        let fitting = isFree ? values.filter { conjunct.types.contains(TypeSet(of: $0)) } : values
        try list(fitting, terms, isFree: isFree, &parts)
      } else {
        try add(conjunct, &parts)
      }
    }
    return choice(parts)
  }

  private mutating func choice(_ parts: NodeParts) -> GrammarDraft.Node {
    let nodes = parts.nodes
    if nodes.count == 1 { return nodes[0] }
    return .choice(nodes.map { draft.add($0) })
  }

  // MARK: Types

  private mutating func add(_ conjunct: Conjunct, _ parts: inout NodeParts) throws(SchemaError) {
    if conjunct.types.contains(.null) { parts.add(literal: Array("null".utf8)) }
    if conjunct.types.contains(.boolean) {
      parts.add(literal: Array("true".utf8))
      parts.add(literal: Array("false".utf8))
    }
    if !conjunct.types.isDisjoint(with: .number) {
      let range = range(conjunct)
      if parts.add(range: range) { parts.nodes(append: .number(try numbers(range, conjunct.place))) }
    }
    if conjunct.types.contains(.string) {
      let demand = conjunct.strings ?? StringDemand()
      if parts.add(strings: demand), let matcher = try matcher(demand, conjunct.place) {
        parts.nodes(append: .string(matcher))
      }
    }
    if conjunct.types.contains(.array), parts.add(array: conjunct.array == nil) {
      for array in try arrays(conjunct.array ?? ArrayDemand(), conjunct.place) { parts.nodes(append: .array(array)) }
    }
    if conjunct.types.contains(.object), parts.add(object: conjunct.object == nil) {
      for object in try objects(conjunct.object ?? ObjectDemand(), conjunct.place) {
        parts.nodes(append: .object(object))
      }
    }
  }

  private func range(_ conjunct: Conjunct) -> NumberRange {
    var range = conjunct.numbers ?? NumberRange()
    range.isInteger = !conjunct.types.contains(.fraction)
    if !conjunct.types.contains(.integer) { range.notMultiplesOf.append(JSONNumber(1).decimal) }
    range.allowsZeroFractionInIntegers =
      options.acceptsZeroFractionIntegers && !normalizer.places.comparesIntegersByText
    if range.isInteger, options.limitsIntegersTo64Bits {
      range.raiseLower(to: .init(value: JSONNumber(Int.min).decimal, isExclusive: false))
      range.reduceUpper(to: .init(value: JSONNumber(Int.max).decimal, isExclusive: false))
    }
    return range
  }

  private mutating func numbers(_ range: NumberRange, _ place: Int) throws(SchemaError) -> NumberAutomaton {
    if let known = automata[range] { return known }
    var range = range
    if let automaton = NumberAutomaton(range) {
      automata[range] = automaton
      return automaton
    }
    let keyword = range.multipleOf == nil ? nil : "multipleOf"
    let reason = "the range of numbers needs too many states"
    guard options.acceptsUnenforced, range.multipleOf != nil || !range.notMultiplesOf.isEmpty else {
      throw normalizer.error(.tooComplex(reason), place, keyword)
    }
    normalizer.leave(place, keyword ?? "not", reason)
    range.multipleOf = nil
    range.notMultiplesOf = []
    return try numbers(range, place)
  }
  private var automata: [NumberRange: NumberAutomaton] = [:]
  private var matchers: [StringDemand: StringMatcher?] = [:]

  mutating func matcher(_ demand: StringDemand, _ place: Int) throws(SchemaError) -> StringMatcher? {
    if let known = matchers[demand] { return known }
    do throws(PatternError) {
      let matcher = try StringMatcher(demand.set, minimum: demand.minimum, maximum: demand.maximum)
      matchers[demand] = .some(matcher)
      return matcher
    } catch {
      guard options.acceptsUnenforced else { throw normalizer.error(.tooComplex(error.reason), place, "pattern") }
      normalizer.leave(place, "pattern", error.reason)
      return try? StringMatcher(nil, minimum: demand.minimum, maximum: demand.maximum)
    }
  }
}

/// The alternatives of a node, without those that say what others have said.
struct NodeParts {
  private var literals: [[UInt8]] = []
  private var ranges: Set<NumberRange> = []
  private var strings: [StringDemand] = []
  private var hasAnyArray = false
  private var hasAnyObject = false
  private var parts: [GrammarDraft.Node] = []

  /// Equal literals become one in their trie.
  mutating func add(literal: [UInt8]) { literals.append(literal) }

  mutating func add(range: NumberRange) -> Bool { ranges.insert(range).inserted }

  mutating func add(strings demand: StringDemand) -> Bool {
    for known in strings
    where (known.set == nil || known.set == demand.set) && known.minimum <= demand.minimum
      && known.maximum ?? .max >= demand.maximum ?? .max
    {
      return false
    }
    strings.append(demand)
    return true
  }

  /// False where an alternative that allows everything of the type is there already.
  mutating func add(array isAny: Bool) -> Bool {
    defer { hasAnyArray = hasAnyArray || isAny }
    return !hasAnyArray
  }

  mutating func add(object isAny: Bool) -> Bool {
    defer { hasAnyObject = hasAnyObject || isAny }
    return !hasAnyObject
  }

  mutating func nodes(append node: GrammarDraft.Node) { parts.append(node) }

  var nodes: [GrammarDraft.Node] { literals.isEmpty ? parts : [.literals(literals)] + parts }
}
