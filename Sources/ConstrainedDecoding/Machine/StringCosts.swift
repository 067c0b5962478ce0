// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The fewest tokens, at most, from the states of a string's automaton to its closing quote, in one vocabulary; found when
/// they are asked for.
///
/// Each number is one that some way keeps: from a state of cost k some character leads to a state of cost at most k minus its
/// own. States that are reached on the way of a search are remembered, so that following it never costs more.
final class StringCosts: @unchecked Sendable {
  /// Cost above, count of code points below, each 32 bits.
  private typealias Weight = UInt64
  private static let unknown = Weight.max - 1
  private static let never = Weight.max
  private static let budget = 20_000
  /// Lengths up to which the cheapest way is searched for; longer ones are counted.
  private static let searched: Int32 = 64

  private let matcher: StringMatcher
  private let automaton: LazyAutomaton
  private let quote: Int32
  private let classCosts: [Int32]
  /// Weights by state, in chunks as the automaton's, each laid out when it is first needed.
  private let weights: UnsafeMutablePointer<Atomic<UInt>>
  // Guarded by the algebra's lock.
  private var byExpression: [ExpressionGraph.ID: Weight] = [:]
  private var bySet: [Int32: Int32] = [:]
  private var byTrie: [Int32: [Weight]] = [:]
  private var dearest: [ExpressionGraph.ID: Int32] = [:]
  private var bounded: [UInt64: Int32] = [:]

  /// - Parameters:
  ///   - classCosts: tokens of the cheapest character of each class.
  ///   - quote: tokens of a quote.
  init?(_ matcher: StringMatcher, classCosts: [Int32], quote: Int32) {
    guard let automaton = matcher.automaton else { return nil }
    self.matcher = matcher
    self.automaton = automaton
    self.classCosts = classCosts
    self.quote = quote
    weights = .allocate(capacity: LazyAutomaton.chunkCount)
    for chunk in 0..<LazyAutomaton.chunkCount { (weights + chunk).initialize(to: Atomic(0)) }
  }

  deinit {
    for chunk in 0..<LazyAutomaton.chunkCount { self.chunk(chunk)?.deallocate() }
    weights.deallocate()
  }

  /// From `state` after `count` code points to after the quote.
  func cost(_ state: Int32, _ count: Int32) -> Int32 {
    let (chunk, offset) = LazyAutomaton.place(state)
    if let known = self.chunk(chunk).map({ $0[offset].load(ordering: .relaxed) }), known != Self.unknown {
      if known == Self.never { return Cost.infinite }
      let high = matcher.maximum == .max ? Int32.max : matcher.maximum - count
      if let cost = Self.cost(known, matcher.minimum - count, high) { return Cost.sum(cost, quote) }
    }
    return matcher.withAutomaton({ _, graph in cost(state, count, &graph) }, otherwise: Cost.infinite)
  }

  private func cost(_ state: Int32, _ count: Int32, _ graph: inout ExpressionGraph) -> Int32 {
    let low = max(matcher.minimum - count, 0)
    let high = matcher.maximum == .max ? Int32.max : matcher.maximum - count
    guard high >= 0 else { return Cost.infinite }
    let weight = weight(of: state, &graph)
    if weight == Self.never { return Cost.infinite }
    if let cost = Self.cost(weight, low, high) { return Cost.sum(cost, quote) }
    return Cost.sum(boundedCost(state, count, &graph), quote)
  }

  private static func cost(_ weight: Weight, _ low: Int32, _ high: Int32) -> Int32? {
    let length = Int32(truncatingIfNeeded: weight & 0xFFFF_FFFF)
    return length >= low && length <= high ? Int32(truncatingIfNeeded: weight >> 32) : nil
  }

  private static func sum(_ a: Weight, _ b: Weight) -> Weight {
    a >= unknown || b >= unknown
      ? never : sum(cost: Int64(a >> 32) + Int64(b >> 32), Int64(a & 0xFFFF_FFFF) + Int64(b & 0xFFFF_FFFF))
  }

  private static func times(_ count: Int32, _ a: Weight) -> Weight {
    if count == 0 { return 0 }
    guard a < unknown else { return never }
    let (cost, high) = Int64(a >> 32).multipliedReportingOverflow(by: Int64(count))
    return high ? never : sum(cost: cost, Int64(a & 0xFFFF_FFFF) * Int64(count))
  }

  private static func sum(cost: Int64, _ length: Int64) -> Weight {
    cost >= Int64(Cost.infinite) || length >= Int64(Int32.max) ? never : Weight(cost) << 32 | Weight(length)
  }

  // MARK: Without bounds

  private func chunk(_ chunk: Int) -> UnsafeMutablePointer<Atomic<Weight>>? {
    UnsafeMutablePointer(bitPattern: weights[chunk].load(ordering: .acquiring))
  }

  private func slot(_ state: Int32) -> UnsafeMutablePointer<Atomic<Weight>> {
    let (chunk, offset) = LazyAutomaton.place(state)
    if let known = self.chunk(chunk) { return known + offset }
    let count = LazyAutomaton.firstChunk << chunk
    let made = UnsafeMutablePointer<Atomic<Weight>>.allocate(capacity: count)
    for index in 0..<count { (made + index).initialize(to: Atomic(Self.unknown)) }
    weights[chunk].store(UInt(bitPattern: made), ordering: .releasing)
    return made + offset
  }

  private func weight(of state: Int32, _ graph: inout ExpressionGraph) -> Weight {
    let slot = slot(state)
    let known = slot.pointee.load(ordering: .relaxed)
    if known != Self.unknown { return known }
    let row = automaton[state]
    let weight =
      row.isAccepting ? 0 : row.isExact ? weight(ofExact: row.expression, graph) : search(state, &graph)
    slot.pointee.store(weight, ordering: .relaxed)
    return weight
  }

  /// Dijkstra, from states that promise the least.
  private func search(_ start: Int32, _ graph: inout ExpressionGraph) -> Weight {
    var rest = Self.budget
    var queue = PriorityQueue()
    var found: [Int32: (weight: Weight, parent: Int32)] = [start: (0, -1)]
    var closed: Set<Int32> = []
    queue.push(start, 0)
    while let state = queue.pop() {
      guard closed.insert(state).inserted else { continue }
      let distance = found[state]?.weight ?? 0
      let slot = slot(state)
      let known = slot.pointee.load(ordering: .relaxed)
      if known < Self.unknown {
        commit(state, Self.sum(distance, known), found)
        return Self.sum(distance, known)
      }
      for number in 0..<automaton.classCount where classCosts[number] < Cost.infinite {
        rest -= 1
        guard rest > 0 else { return Self.never }
        guard case .state(let next) = automaton.target(state, number, &graph), !closed.contains(next) else { continue }
        let row = automaton[next]
        var ahead: Weight = Weight(row.shortest) << 32 | Weight(row.shortest)
        if row.isAccepting || row.isExact {
          ahead = weight(of: next, &graph)
          if ahead == Self.never { continue }
        } else {
          let known = self.slot(next).pointee.load(ordering: .relaxed)
          if known == Self.never { continue }
          if known != Self.unknown { ahead = known }
        }
        let reached = Self.sum(distance, Weight(classCosts[number]) << 32 | 1)
        if let old = found[next], old.weight <= reached { continue }
        found[next] = (reached, state)
        queue.push(next, Self.sum(reached, ahead))
      }
    }
    return Self.never
  }

  private func commit(_ end: Int32, _ total: Weight, _ found: [Int32: (weight: Weight, parent: Int32)]) {
    var state = end
    while state >= 0, let (weight, parent) = found[state] {
      let slot = slot(state)
      if slot.pointee.load(ordering: .relaxed) == Self.unknown {
        slot.pointee.store(total - weight, ordering: .relaxed)
      }
      state = parent
    }
  }

  /// By the shape of an exact expression.
  private func weight(ofExact id: ExpressionGraph.ID, _ graph: borrowing ExpressionGraph) -> Weight {
    if let known = byExpression[id] { return known }
    let node = graph[id]
    let result: Weight
    switch node.kind {
    case _ where node.isNullable: result = 0
    case .set: result = Weight(cost(ofSet: node.a, graph)) << 32 | 1
    case .sequence:
      var sum: Weight = 0
      var rest = id
      while graph[rest].kind == .sequence {
        sum = Self.sum(sum, weight(ofExact: graph[rest].a, graph))
        rest = graph[rest].b
      }
      result = Self.sum(sum, weight(ofExact: rest, graph))
    case .union: result = graph.parts(id).map { weight(ofExact: $0, graph) }.min() ?? Self.never
    case .repetition: result = Self.times(node.b, weight(ofExact: node.a, graph))
    case .trie: result = trieWeights(node.a, graph)[Int(node.b)]
    case .complement:
      // Off the list, or on it between two ends.
      let (trie, place) = (graph.tries[Int(graph[node.a].a)], graph[node.a].b)
      var best = Cost.infinite
      for (number, value) in automaton.partition.representatives.enumerated() where classCosts[number] < best {
        guard let value else { continue }
        let child = trie.trie.child(of: place, value)
        if child < 0 || !trie.isEnd(child) { best = classCosts[number] }
      }
      result = Weight(best) << 32 | 1
    default: result = Self.never
    }
    let capped = result >> 32 >= Weight(Cost.infinite) ? Self.never : result
    byExpression[id] = capped
    return capped
  }

  private func cost(ofSet index: Int32, _ graph: borrowing ExpressionGraph) -> Int32 {
    if let known = bySet[index] { return known }
    var best = Cost.infinite
    let set = graph.sets[Int(index)]
    for (number, value) in automaton.partition.representatives.enumerated() where classCosts[number] < best {
      if let value, set.contains(value) { best = classCosts[number] }
    }
    bySet[index] = best
    return best
  }

  private func trieWeights(_ index: Int32, _ graph: borrowing ExpressionGraph) -> [Weight] {
    if let known = byTrie[index] { return known }
    let trie = graph.tries[Int(index)].trie
    var weights = [Weight](repeating: Self.never, count: trie.nodes.count)
    // Children stand after their parents.
    for node in trie.nodes.indices.reversed() {
      let row = trie.nodes[node]
      let isEnd = row.entry >= 0
      if isEnd { weights[node] = 0 }
      for child in row.firstChild..<row.firstChild + row.childCount where !isEnd {
        let (value, below) = (trie.children[Int(child)].symbol, Int(trie.children[Int(child)].node))
        let cost = classCosts[automaton.partition.class(of: value)]
        guard cost < Cost.infinite else { continue }
        weights[node] = min(weights[node], Self.sum(weights[below], Weight(cost) << 32 | 1))
      }
    }
    byTrie[index] = weights
    return weights
  }

  // MARK: Within bounds

  private func key(_ state: Int32, _ count: Int32) -> UInt64 {
    // Without an upper bound, counts past the minimum are alike.
    let count = matcher.maximum == .max ? min(count, matcher.minimum) : count
    return UInt64(UInt32(bitPattern: state)) << 32 | UInt64(UInt32(bitPattern: count))
  }

  private func boundedCost(_ state: Int32, _ count: Int32, _ graph: inout ExpressionGraph) -> Int32 {
    if let known = bounded[key(state, count)] { return known }
    let counted = countedCost(state, count, &graph)
    let result = counted.isLong ? counted.cost : min(searchBounded(state, count, &graph), counted.cost)
    bounded[key(state, count)] = result
    return result
  }

  /// For an exact expression: as many characters as the shortest text within the bounds has, each as dear as the dearest set
  /// of it. After the first of them, as many less one.
  private func countedCost(
    _ state: Int32, _ count: Int32, _ graph: inout ExpressionGraph
  ) -> (cost: Int32, isLong: Bool) {
    let row = automaton[state]
    guard row.isExact else { return (Cost.infinite, false) }
    let low = max(matcher.minimum - count, 0)
    let high = matcher.maximum == .max ? Int32.max : matcher.maximum - count
    guard let length = graph.length(of: row.expression, from: low, to: high) else { return (Cost.infinite, false) }
    let cost = Cost.times(length, dearestSet(row.expression, graph))
    return (cost, length > Self.searched && cost < Cost.infinite)
  }

  /// The cost of the dearest set of an exact expression, each by its cheapest character.
  private func dearestSet(_ root: ExpressionGraph.ID, _ graph: borrowing ExpressionGraph) -> Int32 {
    if let known = dearest[root] { return known }
    let leaves = graph.leaves(of: root)
    var result: Int32 = leaves.holdsAll ? classCosts.min() ?? Cost.infinite : 0
    for set in leaves.sets { result = max(result, cost(ofSet: set, graph)) }
    for scalar in leaves.scalars { result = max(result, classCosts[automaton.partition.class(of: scalar)]) }
    // Off a list of texts, any character may be the one that is needed.
    if leaves.holdsComplement { result = classCosts.max() ?? Cost.infinite }
    dearest[root] = result
    return result
  }

  /// Dijkstra over states and counts.
  private func searchBounded(_ start: Int32, _ count: Int32, _ graph: inout ExpressionGraph) -> Int32 {
    struct Place { var state, count, cost, parent, end: Int32 }
    var rest = Self.budget
    var places = [Place(state: start, count: count, cost: 0, parent: -1, end: -1)]
    var best: [UInt64: Int32] = [key(start, count): 0]
    var queue = PriorityQueue()
    queue.push(0, 0)
    while let index = queue.pop() {
      let place = places[Int(index)]
      if place.end >= 0 {
        let total = Cost.sum(place.cost, place.end)
        var step = place.parent
        while step >= 0 {
          let passed = places[Int(step)]
          let key = key(passed.state, passed.count)
          bounded[key] = min(bounded[key] ?? Cost.infinite, total - passed.cost)
          step = passed.parent
        }
        return total
      }
      guard best[key(place.state, place.count)] == place.cost else { continue }
      for number in 0..<automaton.classCount where classCosts[number] < Cost.infinite {
        rest -= 1
        guard rest > 0 else { return Cost.infinite }
        guard case .state(let next) = automaton.target(place.state, number, &graph) else { continue }
        let (after, cost) = (place.count + 1, Cost.sum(place.cost, classCosts[number]))
        let high = matcher.maximum == .max ? Int32.max : matcher.maximum - after
        let low = max(matcher.minimum - after, 0)
        let row = automaton[next]
        guard row.shortest <= high, row.longest >= low else { continue }
        if let old = best[key(next, after)], old <= cost { continue }
        best[key(next, after)] = cost
        let here = Int32(places.count)
        places.append(Place(state: next, count: after, cost: cost, parent: index, end: -1))
        if let end = knownEnd(next, after, low, high, &graph) {
          places.append(Place(state: next, count: after, cost: cost, parent: here, end: end))
          queue.push(here + 1, Weight(Cost.sum(cost, end)))
        } else {
          queue.push(here, Weight(Cost.sum(cost, max(low, row.shortest))))
        }
      }
    }
    return Cost.infinite
  }

  /// What is left from a place, where that is known without a search.
  private func knownEnd(
    _ state: Int32, _ count: Int32, _ low: Int32, _ high: Int32, _ graph: inout ExpressionGraph
  ) -> Int32? {
    if let known = bounded[key(state, count)] { return known < Cost.infinite ? known : nil }
    let row = automaton[state]
    if row.isAccepting || row.isExact || slot(state).pointee.load(ordering: .relaxed) < Self.unknown {
      let weight = weight(of: state, &graph)
      if weight < Self.unknown, let cost = Self.cost(weight, low, high) { return cost }
    }
    let counted = countedCost(state, count, &graph)
    return counted.isLong ? counted.cost : nil
  }
}
