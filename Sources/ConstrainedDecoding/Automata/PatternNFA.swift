// SPDX-License-Identifier: Apache-2.0

/// A nondeterministic automaton over code points, by Thompson's construction; assertions are edges without a character.
struct PatternNFA {
  enum Condition { case none, start, end, wordBoundary, notWordBoundary }
  struct EmptyEdge {
    let target: Int
    let condition: Condition
  }

  /// Edges without a character, by state.
  private(set) var emptyEdges: [[EmptyEdge]] = []
  /// The one edge with characters that a state may have: index into `sets`, and target.
  private(set) var edge: [(set: Int, target: Int)?] = []
  private(set) var sets: [CodePointSet] = []
  private(set) var usesWordBoundary = false
  private(set) var start = 0
  private(set) var accept = 0
  private var setIndex: [CodePointSet: Int] = [:]
  private static let maximumStates = 60_000

  /// The automaton of text that *contains* a match, or with `isWhole` of text that is one.
  init(_ pattern: Pattern, isWhole: Bool = false) throws(PatternError) {
    start = try state()
    var current = start
    if !isWhole { try loop(at: current) }
    current = try add(pattern, from: current)
    accept = current
    if !isWhole { try loop(at: accept) }
  }

  private mutating func state() throws(PatternError) -> Int {
    guard edge.count < Self.maximumStates else { throw PatternError(kind: .tooComplex, offset: 0) }
    edge.append(nil)
    emptyEdges.append([])
    return edge.count - 1
  }

  private mutating func connect(_ from: Int, _ to: Int, _ condition: Condition = .none) {
    emptyEdges[from].append(EmptyEdge(target: to, condition: condition))
  }

  private mutating func loop(at state: Int) throws(PatternError) {
    let inner = try self.state()
    connect(state, inner)
    edge[inner] = (index(of: .all), state)
  }

  private mutating func index(of set: CodePointSet) -> Int {
    if let index = setIndex[set] { return index }
    sets.append(set)
    setIndex[set] = sets.count - 1
    return sets.count - 1
  }

  /// Adds `pattern` after `from`; returns the state it ends in.
  private mutating func add(_ pattern: Pattern, from: Int) throws(PatternError) -> Int {
    switch pattern {
    case .empty: return from
    case .set(let set):
      let inner = try state()
      connect(from, inner)
      let end = try state()
      edge[inner] = (index(of: set), end)
      return end
    case .sequence(let parts):
      var current = from
      for part in parts { current = try add(part, from: current) }
      return current
    case .choice(let choices):
      let end = try state()
      for choice in choices {
        let begin = try state()
        connect(from, begin)
        connect(try add(choice, from: begin), end)
      }
      return end
    case .repetition(let inner, let minimum, let maximum):
      var current = from
      for _ in 0..<minimum { current = try add(inner, from: current) }
      guard let maximum else {
        let hub = try state()
        connect(current, hub)
        connect(try add(inner, from: hub), hub)
        let end = try state()
        connect(hub, end)
        return end
      }
      let end = try state()
      connect(current, end)
      for _ in minimum..<max(maximum, minimum) {
        // Each further copy begins in a state of its own, so that no loop of an inner repetition is shared.
        let begin = try state()
        connect(current, begin)
        current = try add(inner, from: begin)
        connect(current, end)
      }
      return end
    case .start: return try assertion(.start, from)
    case .end: return try assertion(.end, from)
    case .wordBoundary(let isBoundary):
      usesWordBoundary = true
      return try assertion(isBoundary ? .wordBoundary : .notWordBoundary, from)
    }
  }

  private mutating func assertion(_ condition: Condition, _ from: Int) throws(PatternError) -> Int {
    let end = try state()
    connect(from, end, condition)
    return end
  }
}
