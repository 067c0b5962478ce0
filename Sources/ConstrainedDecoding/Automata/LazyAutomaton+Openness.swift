// SPDX-License-Identifier: Apache-2.0

// How far anything may come: masks of whole strings are then copied by their count of characters instead of being walked.
extension LazyAutomaton {
  /// Characters looked ahead at most.
  static let farthest: Int32 = 48
  /// What is known from an earlier state is taken for this one if it reaches so far.
  private static let enough: Int32 = 16
  private static let budget = 240

  /// How many plain characters (`CodePointSet.plain`), whichever they are, leave `state` live. At least; memoised.
  func openness(_ start: Int32, _ graph: inout ExpressionGraph) -> Openness {
    if let known = opennesses[start], known.characters >= Self.enough || known.isFinal { return known }
    var best = graph.openness(self[start].expression)
    if best.characters < Self.farthest { best = explore(start, best, &graph) }
    best.isFinal = true
    opennesses[start] = best
    return best
  }

  /// Level by level, until a character leads nowhere or the budget ends.
  private func explore(_ start: Int32, _ known: Openness, _ graph: inout ExpressionGraph) -> Openness {
    var rest = Self.budget
    var result = Openness(characters: 0, shortest: self[start].shortest, isEndless: isEndless(start))
    var depth: [Int32: Int32] = [start: 0]
    var frontier = [start]
    levels: while result.characters < Self.farthest, !frontier.isEmpty {
      let level = result.characters
      var next: [Int32] = []
      for state in frontier {
        let shape = graph.openness(self[state].expression)
        if level + shape.characters >= Self.farthest {
          result.shortest = max(result.shortest, shape.shortest)
          result.isEndless = result.isEndless && shape.isEndless
          continue
        }
        for number in plainClasses {
          rest -= 1
          guard rest > 0, !graph.isFull else { break levels }
          let target = fill(state, number, &graph)
          guard target >= 0 else { break levels }
          guard depth[target] == nil else { continue }
          depth[target] = level + 1
          next.append(target)
        }
      }
      for state in next {
        result.shortest = max(result.shortest, self[state].shortest)
        result.isEndless = result.isEndless && isEndless(state)
      }
      result.characters = next.isEmpty ? Self.farthest : level + 1
      frontier = next
    }
    if result.characters <= known.characters { return known }
    for (state, level) in depth where level > 0 && level < result.characters {
      let bound = Openness(
        characters: result.characters - level, shortest: result.shortest, isEndless: result.isEndless)
      if let old = opennesses[state], old.characters >= bound.characters { continue }
      opennesses[state] = bound
    }
    return result
  }

  private func isEndless(_ state: Int32) -> Bool {
    self[state].isExact && self[state].isContiguous && self[state].longest == ExpressionGraph.unbounded
  }

  /// Whether more than `count` characters lead to where any text may follow, so that some text always is a new one.
  func leavesChoice(_ state: Int32, moreThan count: Int, _ graph: inout ExpressionGraph) -> Bool {
    if let known = openKeys[state] { return known }
    var ways = 0
    for value in UInt32(0x20)...0x7E where value != 0x22 && value != 0x5C {
      let target = fill(state, Int(asciiClasses[Int(value)]), &graph)
      if target >= 0, self[target].isUniversal { ways += 1 }
    }
    openKeys[state] = ways > count
    return ways > count
  }
}

extension ExpressionGraph {
  /// The openness that the shape of an expression shows.
  mutating func openness(_ id: ID) -> LazyAutomaton.Openness {
    let node = self[id]
    var result = LazyAutomaton.Openness(characters: 0, shortest: node.shortest, isEndless: false)
    switch node.kind {
    case .all: return .init(characters: LazyAutomaton.farthest, shortest: 0, isEndless: true)
    case .complement where node.isExact:
      return .init(characters: LazyAutomaton.farthest, shortest: 1, isEndless: true)
    case .union where node.isExact:
      for part in parts(id) {
        let other = openness(part)
        if other.characters > result.characters { result = other }
      }
    case .set, .repetition, .sequence:
      guard node.isExact else { return result }
      var rest = id
      while result.characters < LazyAutomaton.farthest {
        let (first, after) = self[rest].kind == .sequence ? (self[rest].a, self[rest].b) : (rest, Self.empty)
        if first == Self.all {
          result.characters = LazyAutomaton.farthest
          result.isEndless = true
          break
        }
        let (part, most) = self[first].kind == .repetition ? (self[first].a, self[first].c) : (first, 1)
        guard self[part].kind == .set, isPlainSubset(of: self[part].a) else { break }
        result.characters = Self.sum(result.characters, most)
        result.isEndless = most == Self.unbounded
        if after == Self.empty { break }
        rest = after
      }
      result.characters = min(result.characters, LazyAutomaton.farthest)
    default: break
    }
    return result
  }

  /// Whether every plain character belongs to set `index`.
  private mutating func isPlainSubset(of index: Int32) -> Bool {
    if let known = holdsPlain[index] { return known }
    let result = CodePointSet.plain.intersection(sets[Int(index)]) == CodePointSet.plain
    holdsPlain[index] = result
    return result
  }
}
