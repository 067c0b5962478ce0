// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// Lays a draft out as tables, leaving out what nothing can match.
struct GrammarLayout {
  private let draft: GrammarDraft
  private let analysis: GrammarAnalysis

  private(set) var nodes: [GrammarNode] = []
  private(set) var strings: [StringSpecification] = []
  private(set) var numbers: [NumberSpecification] = []
  private(set) var objects: [ObjectSpecification] = []
  private(set) var properties: [PropertySpecification] = []
  private(set) var keyKinds: [KeyKindSpecification] = []
  private(set) var nextRequired: [Int32] = []
  private(set) var arrays: [ArraySpecification] = []
  private(set) var items: [ItemSpecification] = []
  private(set) var itemLists: [ListSpecification] = []
  private(set) var tallies: [TallySpecification] = []
  private(set) var choices: [ListSpecification] = []
  private(set) var sequences: [ListSpecification] = []
  private(set) var lists: [Int32] = []
  private(set) var repetitions: [RepetitionSpecification] = []
  private(set) var texts: [TextSpecification] = []
  private(set) var networks: [RuleNetwork] = []
  private(set) var captures: [CaptureSpecification] = []
  private(set) var literalNodes: [ByteTrie.Node] = []
  private(set) var literalChildren: [ByteTrie.Child] = []
  private(set) var literalEntries: [Int32] = []
  /// As many as there are literal nodes where some array has unique items, else none.
  private(set) var literalValues: [UInt64] = []
  private(set) var literalParts: [Int32] = []
  private(set) var valueParts: [ValuePart] = []
  /// What is laid out already, since the nodes of many places are equal.
  private var known = KnownParts()
  /// Tables that specifications point into.
  private(set) var owned: [AnyObject & Sendable] = []

  init(_ draft: GrammarDraft, _ analysis: GrammarAnalysis) {
    self.draft = draft
    self.analysis = analysis
  }

  mutating func run() {
    for index in draft.nodes.indices {
      let firstLiteral = literalNodes.count
      let (kind, specification) = specify(draft.nodes[index])
      if analysis.hasUniqueItems { addValues(of: draft.nodes[index], from: firstLiteral) }
      nodes.append(
        GrammarNode(
          kind: kind, isNullable: analysis.isNullable[index],
          height: UInt8(min(analysis.height[index] ?? 255, 255)), specification: Int32(specification),
          first: analysis.first[index]))
    }
  }

  private func isAlive(_ node: Int) -> Bool { analysis.height[node] != nil }

  private mutating func specify(_ node: GrammarDraft.Node) -> (GrammarNode.Kind, Int) {
    switch node {
    case .nothing: return (.literals, add(literals: []))
    case .literals(let literals): return (.literals, add(literals: literals))
    case .string(let matcher): return (.string, add(matcher))
    case .number(let automaton):
      let address = automaton.next.withUnsafeBytes(\.baseAddress)
      if let known = known.numbers[address] { return (.number, known) }
      known.numbers[address] = numbers.count
      let next = Table(automaton.next)
      let accepting = Table(automaton.isAccepting)
      let distances = Table(automaton.isEmpty ? [Cost.infinite] : automaton.distances)
      owned += [next, accepting, distances]
      numbers.append(
        NumberSpecification(
          next: next.pointer, isAccepting: accepting.pointer, distances: distances.pointer, stateCount: accepting.count)
      )
      return (.number, numbers.count - 1)
    case .object(let object): return (.object, add(object))
    case .array(let array): return (.array, add(array))
    case .choice(let parts):
      choices.append(list(parts.filter(isAlive)))
      return (.choice, choices.count - 1)
    case .sequence(let parts):
      sequences.append(list(parts))
      return (.sequence, sequences.count - 1)
    case .repetition(let child, let minimum, let maximum):
      repetitions.append(
        RepetitionSpecification(
          child: Int32(child), minimum: Int32(clamping: minimum), maximum: Int32(clamping: maximum ?? Int(Int32.max))))
      return (.repetition, repetitions.count - 1)
    case .text(let automaton):
      let next = Table(automaton.next)
      owned.append(next)
      texts.append(
        TextSpecification(
          next: next.pointer, stateCount: automaton.stateCount, hasStop: automaton.hasStop, special: automaton.special))
      return (.text, texts.count - 1)
    case .rules(let network):
      networks.append(network)
      return (.rules, networks.count - 1)
    case .capture(let child, let label):
      captures.append(CaptureSpecification(child: Int32(child), label: Int32(label)))
      return (.capture, captures.count - 1)
    }
  }

  private mutating func list(_ parts: [Int]) -> ListSpecification {
    lists += parts.map { Int32($0) }
    return ListSpecification(first: Int32(lists.count - parts.count), count: Int32(parts.count))
  }

  private mutating func add(_ matcher: StringMatcher) -> Int {
    if let known = known.strings[ObjectIdentifier(matcher)] { return known }
    known.strings[ObjectIdentifier(matcher)] = strings.count
    owned.append(matcher)
    strings.append(matcher.specification)
    return strings.count - 1
  }

  private mutating func add(literals: [[UInt8]]) -> Int {
    guard literals.count <= KnownParts.maximumLiterals else { return add(ByteTrie(literals)) }
    if let known = known.literals[literals] { return known }
    let root = add(ByteTrie(literals))
    known.literals[literals] = root
    return root
  }

  private mutating func add(keys: [[UInt8]]) -> Int {
    if let known = known.keys[keys] { return known }
    let root = add(ByteTrie(keys, listsEntries: true))
    known.keys[keys] = root
    return root
  }

  /// The trie of the keys of an object, and the bytes and the hash of each. The alternatives of one schema come one after the
  /// other and mostly declare the same keys.
  private mutating func layOut(keys listed: [GrammarDraft.Property]) -> KnownParts.Keys {
    let last = known.lastKeys
    if last.trie >= 0, last.keys.count == listed.count,
      zip(last.keys, listed).allSatisfy({ PropertyKey($0) == PropertyKey($1.key) })
    {
      return last
    }
    let quoted = listed.map { Array(JSONValue.quoted($0.key).utf8) }
    known.lastKeys = KnownParts.Keys(
      keys: listed.map(\.key), trie: add(keys: quoted),
      rows: zip(quoted, listed).map { (Int32($0.count), ValueHash.text($1.key)) })
    return known.lastKeys
  }

  /// Appends a trie to the tables, its indices moved; the index of its root.
  private mutating func add(_ trie: ByteTrie) -> Int {
    let (node, child, entry) = (literalNodes.count, literalChildren.count, literalEntries.count)
    for var row in trie.nodes {
      row.firstChild += Int32(child)
      row.firstEntry += Int32(entry)
      literalNodes.append(row)
    }
    literalChildren += trie.children.map { ByteTrie.Child(symbol: $0.symbol, node: $0.node + Int32(node)) }
    literalEntries += trie.entries
    return node
  }

  private mutating func addValues(of node: GrammarDraft.Node, from first: Int) {
    literalValues += repeatElement(0, count: literalNodes.count - first)
    literalParts += repeatElement(-1, count: literalNodes.count - first)
    guard case .literals(let texts) = node else { return }
    for index in first..<literalNodes.count where literalNodes[index].entry >= 0 {
      let text = texts[Int(literalNodes[index].entry)]
      literalValues[index] = ValueHash.json(text)
      if let first = text.first, first == UInt8(ascii: "[") || first == UInt8(ascii: "{"),
        let value = try? JSONValue(parsing: text)
      {
        literalParts[index] = ValuePart.append(value, to: &valueParts)
      }
    }
  }

  private mutating func add(_ object: GrammarDraft.Object) -> Int {
    // A property whose value nothing can be is one that cannot be there.
    let listed = object.properties.filter { isAlive($0.value) }
    let keys = layOut(keys: listed)
    let first = properties.count
    let inner = analysis.innerHeight(object) ?? -1
    func isShallow(_ value: Int) -> Bool { analysis.height[value].map { $0 <= inner } ?? false }
    for (property, key) in zip(listed, keys.rows) {
      properties.append(
        PropertySpecification(
          value: Int32(property.value), isRequired: property.isRequired, keyLength: key.length, key: key.hash,
          isShallow: isShallow(property.value)))
    }
    let firstNextRequired = nextRequired.count
    var next = [Int32](repeating: Int32(listed.count), count: listed.count + 1)
    for index in listed.indices.reversed() { next[index] = listed[index].isRequired ? Int32(index) : next[index + 1] }
    nextRequired += next
    let firstKind = keyKinds.count
    var (endlessDuties, isEndless, mayRunOut): (UInt16, Bool, Bool) = (0, false, false)
    for kind in object.kinds where isAlive(kind.value) {
      let duty = kind.duty.map { UInt16(1) << UInt16($0) } ?? 0
      let supply = kind.key.textCount
      let shallow = isShallow(kind.value)
      if supply == .max, shallow {
        endlessDuties |= duty
        isEndless = true
      }
      mayRunOut = mayRunOut || supply != .max
      keyKinds.append(
        KeyKindSpecification(
          key: Int32(add(kind.key)), value: Int32(kind.value), duty: duty, supply: supply, isShallow: shallow))
    }
    let required = Int32(listed.count { $0.isRequired })
    let kindCount = keyKinds.count - firstKind
    let maximum = object.maximumMembers.map { Int32(min($0, ObjectSpecification.mostMembers)) } ?? .max
    let hasState =
      object.isAnyOrder && listed.count + kindCount > 1 || object.dutyCount > 0 || mayRunOut
      || !object.kinds.allSatisfy(\.key.isCofinite)
      || object.minimumMembers > Int(required) || maximum < (kindCount > 0 ? .max : Int32(listed.count))
    let isAnyOrder = object.isAnyOrder && listed.count + kindCount > 1
    objects.append(
      ObjectSpecification(
        firstProperty: Int32(first), propertyCount: Int32(listed.count), keys: Int32(keys.trie),
        firstNextRequired: Int32(firstNextRequired), firstKind: Int32(firstKind), kindCount: Int32(kindCount),
        requiredCount: required,
        minimumMembers: Int32(min(object.minimumMembers, ObjectSpecification.mostMembers)), maximumMembers: maximum,
        duties: object.dutyCount == 0 ? 0 : UInt16.max >> UInt16(16 - min(object.dutyCount, 16)),
        endlessDuties: endlessDuties, isEndless: isEndless, isAnyOrder: isAnyOrder,
        hasState: hasState, forgetsKeys: !hasState || object.kinds.allSatisfy(\.key.isCofinite)))
    return objects.count - 1
  }

  private mutating func add(_ array: GrammarDraft.Array) -> Int {
    let inner = analysis.innerHeight(array) ?? -1
    var parts = ArrayLayout(array, analysis, inner: inner)
    parts.move(items: items.count, lists: itemLists.count, tallies: tallies.count)
    items += parts.items
    itemLists += parts.lists
    tallies += parts.tallies
    arrays.append(parts.array)
    return arrays.count - 1
  }
}

/// Indices of parts that other nodes may share.
private struct KnownParts {
  /// By the address of their tables, which the draft keeps; nil for those without states.
  var numbers: [UnsafeRawPointer?: Int] = [:]
  var strings: [ObjectIdentifier: Int] = [:]
  var literals: [[[UInt8]]: Int] = [:]
  var keys: [[[UInt8]]: Int] = [:]
  struct Keys {
    var keys: [String] = []
    /// -1 before there is one.
    var trie = -1
    var rows: [(length: Int32, hash: UInt64)] = []
  }
  /// Those of the object laid out last.
  var lastKeys = Keys()
  /// Longer lists are rarely equal.
  static let maximumLiterals = 16
}
