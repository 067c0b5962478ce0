// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// Compiles a JSON schema into nodes of a draft.
///
/// A node belongs to a *set* of places, all of which its value must satisfy, so that a reference met again gives the node it
/// gave before, and recursion ends. Nodes wait in a queue: nesting of the schema costs no stack.
struct SchemaCompiler {
  var draft: GrammarDraft
  var normalizer: SchemaNormalizer
  private var nodeOfPlaces: [[Int]: Int] = [:]
  private var queue: [(places: [Int], node: Int)] = []
  private var literalBytes = 0
  private let options: GrammarOptions
  private static let maximumNodes = 2_000_000
  /// Bytes of all listed values together at most.
  private static let maximumLiteralBytes = 24 << 20

  var notes: [SchemaNote] { normalizer.notes }

  init(document: JSONValue, options: GrammarOptions, draft: GrammarDraft) {
    self.draft = draft
    self.options = options
    normalizer = SchemaNormalizer(document: document, options: options)
  }

  /// Compiles the whole document; the index of its node.
  mutating func compile() throws(SchemaError) -> Int {
    let root = node(for: [SchemaPlaces.root])
    while let (places, node) = queue.popLast() {
      draft.nodes[node] = try build(try normalizer.normalize(places))
      guard draft.nodes.count <= Self.maximumNodes else {
        throw normalizer.error(.tooComplex("more than \(Self.maximumNodes) nodes"), places.first ?? 0, nil)
      }
    }
    return root
  }

  /// The node of values that satisfy every one of `places`.
  mutating func node(for places: [Int]) -> Int {
    let key = places.sorted()
    if let known = nodeOfPlaces[key] { return known }
    let index = draft.add(.nothing)
    nodeOfPlaces[key] = index
    queue.append((places, index))
    return index
  }

  private mutating func build(_ conjuncts: [Conjunct]) throws(SchemaError) -> GrammarDraft.Node {
    var parts: [GrammarDraft.Node] = []
    for conjunct in conjuncts {
      if conjunct.values == nil { parts += try typed(conjunct) } else { parts += try listed(conjunct) }
    }
    if parts.count == 1 { return parts[0] }
    return .choice(parts.map { draft.add($0) })
  }

  // MARK: Listed values

  private mutating func listed(_ conjunct: Conjunct) throws(SchemaError) -> [GrammarDraft.Node] {
    var seen: Set<[UInt8]> = []
    var literals: [[UInt8]] = []
    var parts: [GrammarDraft.Node] = []
    for value in conjunct.values ?? [] {
      guard try normalizer.allows(conjunct, value, isListed: true) else { continue }
      let bytes = Array(value.text().utf8)
      literalBytes += bytes.count
      guard literalBytes <= Self.maximumLiteralBytes else {
        throw normalizer.error(.tooComplex("listed values of more than 24 MiB"), conjunct.place, "enum")
      }
      guard seen.insert(bytes).inserted else { continue }
      switch value {
      case .array, .object: parts.append(constant(value))
      default: literals.append(bytes)
      }
    }
    return literals.isEmpty ? parts : [.literals(literals)] + parts
  }

  /// A container of exactly these contents, white space between its tokens as everywhere.
  private mutating func constant(_ value: JSONValue) -> GrammarDraft.Node {
    switch value {
    case .array(let items):
      return .array(
        .init(
          prefix: items.map { [.init(value: add(constant($0)))] }, minimum: items.count, maximum: items.count))
    case .object(let object):
      return .object(
        .init(properties: object.map { key, member in .init(key: key, isRequired: true, value: add(constant(member))) })
      )
    default: return .literals([Array(value.text().utf8)])
    }
  }

  private mutating func add(_ node: GrammarDraft.Node) -> Int { draft.add(node) }

  // MARK: Types

  private mutating func typed(_ conjunct: Conjunct) throws(SchemaError) -> [GrammarDraft.Node] {
    var parts: [GrammarDraft.Node] = []
    var words: [String] = []
    if conjunct.types.contains(.null) { words.append("null") }
    if conjunct.types.contains(.boolean) { words += ["true", "false"] }
    if !words.isEmpty { parts.append(.literals(words.map { Array($0.utf8) })) }
    if conjunct.types.contains(.integer) { parts.append(.number(try numbers(conjunct))) }
    if conjunct.types.contains(.string), let matcher = try string(conjunct) { parts.append(.string(matcher)) }
    if conjunct.types.contains(.array) { parts.append(.array(array(conjunct))) }
    if conjunct.types.contains(.object), let object = try object(conjunct) { parts.append(.object(object)) }
    return parts
  }

  private func numbers(_ conjunct: Conjunct) throws(SchemaError) -> NumberAutomaton {
    var range = conjunct.numbers
    range.isInteger = !conjunct.types.contains(.fraction)
    if range.isInteger, options.limitsIntegersTo64Bits {
      range.raiseLower(to: .init(value: JSONNumber(Int.min).decimal, isExclusive: false))
      range.reduceUpper(to: .init(value: JSONNumber(Int.max).decimal, isExclusive: false))
    }
    guard let automaton = NumberAutomaton(range) else {
      let keyword = range.multipleOf == nil ? nil : "multipleOf"
      throw normalizer.error(.tooComplex("the range of numbers needs too many states"), conjunct.place, keyword)
    }
    return automaton
  }

  private mutating func string(_ conjunct: Conjunct) throws(SchemaError) -> StringMatcher? {
    let automaton = try normalizer.automaton(conjunct)
    return try normalizer.patterned(conjunct.place, conjunct.patterns.isEmpty ? "format" : "pattern") {
      () throws(PatternError) in
      try StringMatcher(automaton, minimum: conjunct.minimumLength, maximum: conjunct.maximumLength)
    }
  }

  private mutating func array(_ conjunct: Conjunct) -> GrammarDraft.Array {
    // Items past `maxItems` never come.
    let count = min(conjunct.prefix.count, conjunct.maximumItems ?? .max)
    let prefix = conjunct.prefix[..<count].map { [GrammarDraft.Item(value: node(for: $0))] }
    let rest = count < conjunct.maximumItems ?? .max ? [GrammarDraft.Item(value: node(for: conjunct.items))] : []
    return .init(prefix: prefix, rest: rest, minimum: conjunct.minimumItems, maximum: conjunct.maximumItems)
  }
}
