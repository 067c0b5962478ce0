// SPDX-License-Identifier: Apache-2.0

/// Makes an automaton of every rule, by Thompson's construction.
///
/// Rules without recursion are copied to where they are referred to while they are small, so that one automaton reads them;
/// the others are called. Repetitions are unrolled while that stays small; else they count turns of a rule of their own.
struct RuleAutomatonBuilder {
  private let text: GBNFText
  private let syntax: GBNFSyntax
  private let checker: GBNFChecker
  /// By rule; those of repetitions come after the named ones.
  private(set) var rules: [RuleAutomaton]
  private var isBuilt: [Bool]
  private var isRecursive: [Bool]
  private var references: [Int]
  private var states: [RuleAutomaton.State] = []
  /// All states of finished rules.
  private var stateCount = 0

  private static let maximumStates = 200_000
  /// States of a rule that is copied wherever it is referred to; and if it is referred to once.
  private static let smallRule = 256
  private static let singleRule = 16_384
  /// States of a repetition that is unrolled.
  private static let smallRepetition = 512

  private struct Fragment {
    /// Its states are those from `first` on, up to the next fragment's.
    var first: Int
    var start: Int32
    var end: Int32
  }
  private var fragments: [Fragment] = []

  init(_ text: GBNFText, _ syntax: GBNFSyntax, _ checker: GBNFChecker) {
    self.text = text
    self.syntax = syntax
    self.checker = checker
    rules = Array(repeating: RuleAutomaton(), count: syntax.rules.count)
    isBuilt = Array(repeating: false, count: syntax.rules.count)
    isRecursive = isBuilt
    references = Array(repeating: 0, count: syntax.rules.count)
  }

  mutating func build() throws(GBNFError) {
    for node in syntax.nodes { if case .reference(let rule) = node { references[rule] += 1 } }
    for rule in orderedRules() {
      guard let nodes = syntax.rules[rule].nodes else { continue }
      states = []
      fragments = []
      for node in nodes { try add(node, of: rule) }
      guard let whole = fragments.popLast() else { continue }
      rules[rule] = RuleAutomaton(states: states, start: whole.start, end: whole.end)
      isBuilt[rule] = true
      stateCount += states.count
    }
  }

  /// Rules after those that they refer to, as far as they are not recursive; notes which are (Tarjan's components).
  private mutating func orderedRules() -> [Int] {
    let count = syntax.rules.count
    let targets = syntax.rules.map { rule -> [Int] in
      Array(
        Set((rule.nodes ?? 0..<0).compactMap { if case .reference(let rule) = syntax.nodes[$0] { rule } else { nil } })
      ).sorted()
    }
    var number = [Int](repeating: -1, count: count)
    var low = number
    var isOnStack = [Bool](repeating: false, count: count)
    var stack: [Int] = []
    var order: [Int] = []
    var counter = 0
    for root in 0..<count where number[root] < 0 {
      var path = [(rule: root, next: 0)]
      while let (rule, next) = path.last {
        if next == 0 {
          number[rule] = counter
          low[rule] = counter
          counter += 1
          stack.append(rule)
          isOnStack[rule] = true
        }
        if next < targets[rule].count {
          path[path.count - 1].next += 1
          let target = targets[rule][next]
          if number[target] < 0 {
            path.append((target, 0))
          } else if isOnStack[target] {
            low[rule] = min(low[rule], number[target])
          }
          continue
        }
        path.removeLast()
        if let parent = path.last?.rule { low[parent] = min(low[parent], low[rule]) }
        if low[rule] == number[rule] {
          var members: [Int] = []
          while let member = stack.popLast() {
            isOnStack[member] = false
            members.append(member)
            if member == rule { break }
          }
          if members.count > 1 || targets[rule].contains(rule) { for member in members { isRecursive[member] = true } }
          order += members
        }
      }
    }
    return order
  }

  // MARK: Fragments

  private mutating func append(_ state: RuleAutomaton.State) -> Int32 {
    states.append(state)
    return Int32(states.count - 1)
  }

  private mutating func push(from first: Int, _ start: Int32, _ end: Int32) {
    fragments.append(Fragment(first: first, start: start, end: end))
  }

  private mutating func checkSize(_ rule: Int, adding count: Int = 0) throws(GBNFError) {
    guard stateCount + states.count + count <= Self.maximumStates else {
      throw text.error(.tooLarge("the grammar needs too many states"), at: syntax.rules[rule].offset)
    }
  }

  private mutating func add(_ node: Int, of rule: Int) throws(GBNFError) {
    try checkSize(rule)
    let first = states.count
    switch syntax.nodes[node] {
    case .empty:
      let state = append(.empty(-1, -1))
      push(from: first, state, state)
    case .literal(let bytes):
      for byte in bytes { _ = append(.bytes(byte...byte, Int32(states.count + 1))) }
      push(from: first, Int32(first), append(.empty(-1, -1)))
    case .set(let set): add(set)
    case .reference(let target): addReference(to: target)
    case .sequence(let parts):
      let tail = Array(fragments.suffix(parts.count))
      guard let head = tail.first, let last = tail.last else { return }
      for (left, right) in zip(tail, tail.dropFirst()) { states[Int(left.end)] = .empty(right.start, -1) }
      fragments.removeLast(parts.count)
      push(from: head.first, head.start, last.end)
    case .choice(let parts): choose(parts.count)
    case .repetition(let part, let minimum, let maximum): try `repeat`(part, minimum, maximum, of: rule)
    }
  }

  private mutating func choose(_ count: Int) {
    let tail = Array(fragments.suffix(count))
    guard let head = tail.first else { return }
    let end = append(.empty(-1, -1))
    var start: Int32 = -1
    for part in tail.reversed() {
      states[Int(part.end)] = .empty(end, -1)
      start = append(.empty(part.start, start))
    }
    fragments.removeLast(count)
    push(from: head.first, start, end)
  }

  private mutating func add(_ set: CodePointSet) {
    let first = states.count
    let end = append(.empty(-1, -1))
    // Equal tails are one: nearly all ranges end in whole continuation bytes.
    var known: [[ClosedRange<UInt8>]: Int32] = [:]
    var start: Int32 = -1
    for sequence in UTF8Sequences.sequences(of: set).reversed() {
      var next = end
      for place in sequence.indices.reversed() {
        let tail = Array(sequence[place...])
        if let state = known[tail] {
          next = state
        } else {
          next = append(.bytes(sequence[place], next))
          known[tail] = next
        }
      }
      start = append(.empty(next, start))
    }
    push(from: first, start, end)
  }

  private mutating func addReference(to target: Int) {
    let first = states.count
    let size = rules[target].states.count
    let limit = references[target] == 1 ? Self.singleRule : Self.smallRule
    if isBuilt[target], !isRecursive[target], size <= limit, stateCount + states.count + size <= Self.maximumStates / 2
    {
      let delta = Int32(first)
      states += rules[target].states.map { RuleAutomaton.moved($0, by: delta) }
      push(from: first, rules[target].start + delta, rules[target].end + delta)
      return
    }
    let end = append(.empty(-1, -1))
    var start = append(.call(rule: Int32(target), end))
    if let body = syntax.rules[target].body, checker.isNullable[body] { start = append(.empty(start, end)) }
    push(from: first, start, end)
  }

  // MARK: Repetition

  private mutating func `repeat`(_ part: Int, _ minimum: Int, _ maximum: Int?, of rule: Int) throws(GBNFError) {
    guard let inner = fragments.popLast() else { return }
    let first = inner.first
    if maximum == 0 {
      states.removeSubrange(first...)
      let state = append(.empty(-1, -1))
      return push(from: first, state, state)
    }
    // Turns that may be empty need not be taken.
    let minimum = checker.isNullable[part] ? 0 : minimum
    let size = states.count - first
    let turns = maximum ?? max(minimum, 1)
    guard turns == 1 || size * turns <= Self.smallRepetition else {
      return count(inner, minimum, maximum)
    }
    try checkSize(rule, adding: size * turns)
    var copies = [inner]
    if turns > 1 {
      let copy = Array(states[first...])
      for _ in 1..<turns {
        let delta = Int32(states.count - first)
        states += copy.map { RuleAutomaton.moved($0, by: delta) }
        copies.append(Fragment(first: first, start: inner.start + delta, end: inner.end + delta))
      }
    }
    let end = append(.empty(-1, -1))
    var start = end
    for (index, turn) in copies.enumerated().reversed() {
      let isLast = index == copies.count - 1
      states[Int(turn.end)] = isLast ? (maximum == nil ? .empty(turn.start, end) : .empty(end, -1)) : .empty(start, -1)
      start = index >= minimum ? append(.empty(turn.start, end)) : turn.start
    }
    push(from: first, start, end)
  }

  /// Turns of a rule of its own, counted.
  private mutating func count(_ inner: Fragment, _ minimum: Int, _ maximum: Int?) {
    let first = inner.first
    let delta = -Int32(first)
    let body = RuleAutomaton(
      states: states[first...].map { RuleAutomaton.moved($0, by: delta) }, start: inner.start + delta,
      end: inner.end + delta)
    states.removeSubrange(first...)
    rules.append(body)
    stateCount += body.states.count
    let end = append(.empty(-1, -1))
    var start = append(
      .counter(
        rule: Int32(rules.count - 1), minimum: Int32(max(minimum, 1)), maximum: Int32(maximum ?? Int(Int32.max)), end))
    if minimum == 0 { start = append(.empty(start, end)) }
    push(from: first, start, end)
  }
}
