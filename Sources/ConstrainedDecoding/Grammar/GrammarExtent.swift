// SPDX-License-Identifier: Apache-2.0

/// How long the texts of a grammar can get, without white space between the tokens of JSON.
package enum GrammarExtent: Sendable, Hashable {
  /// No text is longer than so many bytes.
  case bounded(bytes: Int)
  /// There are texts of any length.
  case unbounded
  /// Not told: a pattern without `maxLength`, or the rules of a grammar of their own, decide.
  case unknown

  /// Compiles `source` as `Grammar` does and measures it.
  package init(_ source: GrammarSource, options: GrammarOptions) throws(SchemaError) {
    var builder = GrammarBuilder(options: options)
    let root = try builder.add(source)
    var measure = ExtentMeasure(builder.draft, escapesOnlyWhereNeeded: options.escapesOnlyWhereNeeded)
    self = measure.extent(of: root, depth: 0)
  }

  static func + (a: GrammarExtent, b: GrammarExtent) -> GrammarExtent {
    switch (a, b) {
    case (.unbounded, _), (_, .unbounded): .unbounded
    case (.unknown, _), (_, .unknown): .unknown
    case (.bounded(let a), .bounded(let b)):
      { $0.overflow ? .unbounded : .bounded(bytes: $0.partialValue) }(a.addingReportingOverflow(b))
    }
  }

  static func * (a: GrammarExtent, count: Int) -> GrammarExtent {
    guard count > 0 else { return .bounded(bytes: 0) }
    guard case .bounded(let bytes) = a else { return a }
    let (product, overflow) = bytes.multipliedReportingOverflow(by: count)
    return overflow ? .unbounded : .bounded(bytes: product)
  }

  /// The longer of two.
  static func | (a: GrammarExtent, b: GrammarExtent) -> GrammarExtent {
    switch (a, b) {
    case (.unbounded, _), (_, .unbounded): .unbounded
    case (.unknown, _), (_, .unknown): .unknown
    case (.bounded(let a), .bounded(let b)): .bounded(bytes: max(a, b))
    }
  }
}

/// Measures the nodes of a draft, each once.
private struct ExtentMeasure {
  /// Nodes followed into each other at most; what is nested deeper is not told.
  private static let maximumDepth = 1000
  private let draft: GrammarDraft
  private let isAlive: [Bool]
  /// Bytes of a code point within a string: `\ud83d\ude00`, or `\u0000` where only what must be escaped is.
  private let widest: Int
  private var known: [Int: GrammarExtent] = [:]
  private var open: Set<Int> = []

  init(_ draft: GrammarDraft, escapesOnlyWhereNeeded: Bool) {
    self.draft = draft
    isAlive = GrammarAnalysis(draft).height.map { $0 != nil }
    widest = escapesOnlyWhereNeeded ? 6 : 12
  }

  mutating func extent(of node: Int, depth: Int) -> GrammarExtent {
    if let known = known[node] { return known }
    // A part of itself can be nested as deep as one likes.
    if open.contains(node) { return .unbounded }
    guard depth < Self.maximumDepth else { return .unknown }
    open.insert(node)
    defer { open.remove(node) }
    let result = measure(draft.nodes[node], depth + 1)
    // What was found within a cycle may hold for this way into it only.
    if open.count == 1 || result != .unbounded { known[node] = result }
    return result
  }

  private mutating func measure(_ node: GrammarDraft.Node, _ depth: Int) -> GrammarExtent {
    switch node {
    case .nothing: return .bounded(bytes: 0)
    case .literals(let literals): return .bounded(bytes: literals.map(\.count).max() ?? 0)
    case .string(let matcher): return string(matcher)
    case .number(let automaton): return Self.longest(automaton)
    case .text(let text): return text.hasStop ? .unknown : .unbounded
    case .rules: return .unknown
    case .capture(let child, _): return extent(of: child, depth: depth)
    case .choice(let parts): return longest(parts, depth)
    case .sequence(let parts):
      return parts.reduce(.bounded(bytes: 0)) { $0 + extent(of: $1, depth: depth) }
    case .repetition(let child, _, let maximum):
      guard let maximum else { return .unbounded }
      return extent(of: child, depth: depth) * maximum
    case .object(let object): return self.object(object, depth)
    case .array(let array): return self.array(array, depth)
    }
  }

  private mutating func longest(_ nodes: some Sequence<Int>, _ depth: Int) -> GrammarExtent {
    var result = GrammarExtent.bounded(bytes: 0)
    for node in nodes where isAlive[node] { result = result | extent(of: node, depth: depth) }
    return result
  }

  private func string(_ matcher: StringMatcher) -> GrammarExtent {
    guard matcher.maximum < .max else { return matcher.automaton == nil ? .unbounded : .unknown }
    return .bounded(bytes: 2) + .bounded(bytes: widest) * Int(matcher.maximum)
  }

  private mutating func object(_ object: GrammarDraft.Object, _ depth: Int) -> GrammarExtent {
    let properties = object.properties.filter { isAlive[$0.value] }
    var members: [GrammarExtent] = []
    for property in properties {
      // With the colon and a comma.
      members.append(
        .bounded(bytes: property.key.unicodeScalars.count * widest + 4) + extent(of: property.value, depth: depth))
    }
    var others = GrammarExtent.bounded(bytes: 0)
    let kinds = object.kinds.filter { isAlive[$0.value] }
    for kind in kinds {
      others = others | string(kind.key) + .bounded(bytes: 2) + extent(of: kind.value, depth: depth)
    }
    var sum = members.reduce(.bounded(bytes: 2), +)
    if !kinds.isEmpty {
      guard let maximum = object.maximumMembers else { return .unbounded }
      sum = sum + others * maximum
    }
    return sum
  }

  private mutating func array(_ array: GrammarDraft.Array, _ depth: Int) -> GrammarExtent {
    var sum = GrammarExtent.bounded(bytes: 2)
    for items in array.prefix.prefix(array.maximum ?? .max) {
      guard items.contains(where: { isAlive[$0.value] }) else { return sum }
      sum = sum + .bounded(bytes: 1) + longest(items.map(\.value), depth)
    }
    guard array.rest.contains(where: { isAlive[$0.value] }) else { return sum }
    guard let maximum = array.maximum else { return .unbounded }
    return sum + (longest(array.rest.map(\.value), depth) + .bounded(bytes: 1)) * (maximum - array.prefix.count)
  }

  /// The longest way through an automaton from state 0; every one of its states leads to a number.
  private static func longest(_ automaton: NumberAutomaton) -> GrammarExtent {
    let count = automaton.isAccepting.count
    let symbols = NumberAutomaton.symbolCount
    // States are taken away once nothing leads to them; what is left over lies in, or behind, a cycle.
    var arrivals = [Int](repeating: 0, count: count)
    for next in automaton.next where next >= 0 { arrivals[Int(next)] += 1 }
    guard count > 0, arrivals[0] == 0 else { return .unbounded }
    var length = [Int](repeating: 0, count: count)
    var queue = (0..<count).filter { arrivals[$0] == 0 }
    var index = 0
    while index < queue.count {
      let state = queue[index]
      index += 1
      for symbol in 0..<symbols {
        let next = Int(automaton.next[state * symbols + symbol])
        guard next >= 0 else { continue }
        length[next] = max(length[next], length[state] + 1)
        arrivals[next] -= 1
        if arrivals[next] == 0 { queue.append(next) }
      }
    }
    return queue.count == count ? .bounded(bytes: length.max() ?? 0) : .unbounded
  }
}
