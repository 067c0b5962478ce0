// SPDX-License-Identifier: Apache-2.0

// Whether a state can still be accepted. Exact expressions say so by their shape; for others, states are searched, the ones
// that promise the shortest way first.
extension LazyAutomaton {
  /// Finds out whether `state` is live; nil where the budget (transitions looked at) was not enough. At run time the state
  /// then counts as dead from now on: nothing relies on it yet.
  @discardableResult
  func resolve(_ start: Int32, budget: Int, _ graph: inout ExpressionGraph) -> Bool? {
    if let known = self[start].isLive { return known }
    var rest = budget
    var isComplete = true
    var queue = PriorityQueue()
    var visits = [Visit(state: start, distance: 0, parent: -1)]
    var visitOf = NumberTable(capacity: 16)
    visitOf.set(UInt64(start), to: 0)
    queue.push(0, Self.key(self[start].shortest, depth: 0))
    search: while let index = queue.pop() {
      let (state, distance) = (visits[Int(index)].state, visits[Int(index)].distance)
      if self[state].isLive == true || self[state].isAccepting {
        let end = self[state].isLive == true ? self[state].shortest : 0
        commit(index, ExpressionGraph.sum(distance, end), visits)
        return true
      }
      let promise = ExpressionGraph.sum(distance, self[state].shortest)
      var number = max(visits[Int(index)].cursor, 0)
      while number < classCount {
        rest -= 1
        guard rest > 0 else {
          isComplete = false
          break search
        }
        let next = target(state, number, &graph)
        number += 1
        switch next {
        case .none: continue
        case .unknown: isComplete = false
        case .state(let next):
          let known = visitOf.number(of: UInt64(next), next: Int32(visits.count))
          if Int(known) == visits.count {
            visits.append(Visit(state: next, distance: distance + 1, parent: index))
          } else if visits[Int(known)].cursor >= 0 || visits[Int(known)].distance <= distance + 1 {
            continue
          } else {
            visits[Int(known)].distance = distance + 1
            visits[Int(known)].parent = index
          }
          let ahead = ExpressionGraph.sum(distance + 1, self[next].shortest)
          queue.push(known, Self.key(ahead, depth: distance + 1))
          if ahead <= promise {
            visits[Int(index)].cursor = number
            queue.push(index, Self.key(promise, depth: distance))
            continue search
          }
        }
      }
      visits[Int(index)].cursor = number
    }
    if isComplete {
      // Nothing that can be reached accepts.
      for visit in visits { self[visit.state].isLive = false }
      return false
    }
    if budget != Self.compileBudget { self[start].isLive = false }
    return nil
  }

  /// A state met by a search, and how it was reached.
  private struct Visit: BitwiseCopyable {
    var state: Int32
    var distance: Int32
    /// The visit before it, -1 for none.
    var parent: Int32
    /// The class to go on with, of states begun; a state stops where it has found a way that promises no more than itself.
    var cursor = -1
  }

  /// The shortest way first, of equals the deepest state.
  private static func key(_ length: Int32, depth: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: length)) << 32 | UInt64(UInt32.max - UInt32(bitPattern: depth))
  }

  /// Marks the way to `end`, `total` code points from acceptance at its beginning.
  private func commit(_ end: Int32, _ total: Int32, _ visits: [Visit]) {
    var index = end
    while index >= 0 {
      let visit = visits[Int(index)]
      if self[visit.state].isLive != true {
        self[visit.state].isLive = true
        self[visit.state].shortest = total - visit.distance
      }
      index = visit.parent
    }
  }

  // MARK: Within bounds

  /// Whether live `state` accepts some text of `low` to `high` code points; nil where the budget was not enough.
  func accepts(
    _ state: Int32, from low: Int32, to high: Int32, budget: Int, _ graph: inout ExpressionGraph
  ) -> Bool? {
    let start = self[state]
    if start.shortest > high || start.longest < low { return false }
    if start.shortest >= low || (start.isContiguous && start.isExact) { return true }
    if start.isExact {
      if high == ExpressionGraph.unbounded { return true }
      return graph.length(of: start.expression, from: low, to: high) != nil
    }
    return search(state, from: low, to: high, budget: budget, &graph)
  }

  /// Looks for a text of such a length, deepest first, and remembers the lengths met on the way.
  private func search(
    _ start: Int32, from low: Int32, to high: Int32, budget: Int, _ graph: inout ExpressionGraph
  ) -> Bool? {
    struct Step { var state, depth: Int32; var number: Int }
    var rest = budget
    var isComplete = true
    var path = [Step(state: start, depth: 0, number: -1)]
    var seen: Set<UInt64> = []
    while let step = path.last {
      let (state, depth) = (step.state, step.depth)
      if step.number < 0 {
        if let length = knownLength(state, from: low - depth, to: high - depth, &graph) {
          for (index, step) in path.enumerated() where !self[step.state].isExact {
            knownLengths[step.state, default: []].insert(depth + length - Int32(index))
          }
          return true
        }
        path[path.count - 1].number = 0
        if self[state].isExact || depth >= high {
          path.removeLast()
        } else if depth >= low {
          // Long enough: the shortest way on decides.
          switch resolve(state, budget: rest, &graph) {
          case true?:
            if self[state].shortest <= high - depth { path[path.count - 1].number = -1 } else { path.removeLast() }
          case false?: path.removeLast()
          case nil:
            isComplete = false
            path.removeLast()
          }
        }
        continue
      }
      guard step.number < classCount else {
        path.removeLast()
        continue
      }
      path[path.count - 1].number += 1
      rest -= 1
      guard rest > 0 else { return nil }
      switch target(state, step.number, &graph) {
      case .none: continue
      case .unknown: isComplete = false
      case .state(let next):
        let key = UInt64(UInt32(bitPattern: next)) << 32 | UInt64(UInt32(bitPattern: depth + 1))
        guard self[next].shortest <= high - depth - 1, self[next].longest >= low - depth - 1,
          seen.insert(key).inserted
        else { continue }
        path.append(Step(state: next, depth: depth + 1, number: -1))
      }
    }
    return isComplete ? false : nil
  }

  /// A length between the bounds at which `state` is known to accept.
  private func knownLength(_ number: Int32, from low: Int32, to high: Int32, _ graph: inout ExpressionGraph) -> Int32? {
    let state = self[number]
    guard high >= 0 else { return nil }
    if state.isExact {
      // Of lengths without bound, the first that is enough.
      return graph.length(of: state.expression, from: max(low, 0), to: high)
        ?? (high == ExpressionGraph.unbounded && state.longest >= low ? min(state.longest, 1 << 30) : nil)
    }
    if state.isAccepting, low <= 0 { return 0 }
    if state.isLive == true, state.shortest >= low, state.shortest <= high { return state.shortest }
    return knownLengths[number]?.first { $0 >= low && $0 <= high }
  }
}
