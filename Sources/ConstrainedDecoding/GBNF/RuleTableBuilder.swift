// SPDX-License-Identifier: Apache-2.0

/// Makes the automata of rules deterministic, calls counting as characters, and puts them in one table.
///
/// A rule whose deterministic automaton would be too large keeps its nondeterministic one: its rows then name several next
/// states.
struct RuleTableBuilder {
  /// States by their kernel: automaton states reached by a byte or call, before empty edges are followed.
  private struct Counter: Hashable {
    let rule: Int32
    let minimum: Int32
    let maximum: Int32
    let exit: Int32
  }
  private let rules: [RuleAutomaton]
  private(set) var table = RuleTable()
  private var numbers: [[Int32]: Int32] = [:]
  private var kernels: [[Int32]] = []
  private var counters: [Counter: Int32] = [:]
  private var mark: [Int32] = []
  private var generation: Int32 = 0
  private var isSplitting = false
  /// Steps left before the grammar counts as too large.
  private var budget = 3_000_000

  /// States that one rule may take before it stays nondeterministic.
  private static let maximumRuleStates = 8_192
  private static let maximumRuleSteps = 1_000_000
  private static let maximumStates = 100_000
  /// Cells of the whole table.
  private static let maximumCells = 4_000_000

  struct TooLarge: Error {}

  init(_ rules: [RuleAutomaton]) {
    self.rules = rules
    findClasses()
  }

  private mutating func findClasses() {
    var cuts = [Bool](repeating: false, count: 257)
    for rule in rules {
      for case .bytes(let range, _) in rule.states {
        cuts[Int(range.lowerBound)] = true
        cuts[Int(range.upperBound) + 1] = true
      }
    }
    var number = 0
    for byte in 1..<256 {
      if cuts[byte] { number += 1 }
      table.byteClass[byte] = UInt8(number)
    }
    table.classCount = number + 1
  }

  mutating func build() throws(TooLarge) {
    for rule in rules {
      let (states, lists, calls, counted) = (
        table.states.count, table.lists.count, table.calls.count, table.counters.count
      )
      if try !add(rule, splitting: false) {
        table.states.removeSubrange(states...)
        table.next.removeSubrange((states * table.classCount)...)
        table.lists.removeSubrange(lists...)
        table.calls.removeSubrange(calls...)
        table.counters.removeSubrange(counted...)
        _ = try add(rule, splitting: true)
      }
      table.starts.append(Int32(states))
    }
  }

  /// Adds the states of a rule, the first of them its start; false where there are too many.
  private mutating func add(_ rule: RuleAutomaton, splitting: Bool) throws(TooLarge) -> Bool {
    numbers.removeAll(keepingCapacity: true)
    counters.removeAll(keepingCapacity: true)
    kernels.removeAll(keepingCapacity: true)
    isSplitting = splitting
    let first = table.states.count
    let spare = budget - Self.maximumRuleSteps
    mark = Array(repeating: 0, count: rule.states.count)
    generation = 0
    _ = try number(of: [rule.start])
    var state = first
    while state < table.states.count {
      if table.states[state].counter < 0 { try fill(state, kernels[state - first], rule) }
      state += 1
      guard splitting || (state - first <= Self.maximumRuleStates && budget > spare) else { return false }
    }
    return true
  }

  private mutating func newState() throws(TooLarge) -> Int32 {
    guard table.states.count < Self.maximumStates, (table.states.count + 1) * table.classCount <= Self.maximumCells
    else {
      throw TooLarge()
    }
    table.states.append(.init())
    table.next += repeatElement(-1, count: table.classCount)
    return Int32(table.states.count - 1)
  }

  private mutating func number(of kernel: [Int32]) throws(TooLarge) -> Int32 {
    if let known = numbers[kernel] { return known }
    let state = try newState()
    numbers[kernel] = state
    kernels.append(kernel)
    return state
  }

  /// The states of a kernel: one, or where the automaton stays nondeterministic one for each member.
  private mutating func numbers(of kernel: [Int32]) throws(TooLarge) -> [Int32] {
    guard isSplitting else { return [try number(of: kernel)] }
    var result: [Int32] = []
    for member in kernel { result.append(try number(of: [member])) }
    return result
  }

  private mutating func counter(_ counter: Counter) throws(TooLarge) -> Int32 {
    if let known = counters[counter] { return known }
    let state = try newState()
    kernels.append([])
    table.states[Int(state)].counter = Int32(table.counters.count)
    table.counters.append(
      RuleCounter(rule: counter.rule, minimum: counter.minimum, maximum: counter.maximum, exit: counter.exit))
    counters[counter] = state
    return state
  }

  private mutating func spend(_ steps: Int) throws(TooLarge) {
    budget -= steps
    guard budget > 0 else { throw TooLarge() }
  }

  private mutating func fill(_ state: Int, _ kernel: [Int32], _ rule: RuleAutomaton) throws(TooLarge) {
    let closure = closure(kernel, rule)
    try spend(closure.count + table.classCount)
    var targets = [[Int32]](repeating: [], count: table.classCount)
    var calls: [Int32: [Int32]] = [:]
    var counted: [Counter: [Int32]] = [:]
    for member in closure {
      if member == rule.end { table.states[state].isAccepting = true }
      switch rule.states[Int(member)] {
      case .empty: break
      case .bytes(let range, let target):
        let (low, high) = (Int(table.byteClass[Int(range.lowerBound)]), Int(table.byteClass[Int(range.upperBound)]))
        for number in low...high { targets[number].append(target) }
        try spend(high - low + 1)
      case .call(let rule, let target): calls[rule, default: []].append(target)
      case .counter(let rule, let minimum, let maximum, let target):
        counted[Counter(rule: rule, minimum: minimum, maximum: maximum, exit: -1), default: []].append(target)
      }
    }
    try fillRow(of: state, targets)
    var list: [RuleCall] = []
    for (rule, targets) in calls.sorted(by: { $0.key < $1.key }) {
      for after in try numbers(of: Self.kernel(targets)) { list.append(RuleCall(rule: rule, after: after)) }
    }
    for (key, targets) in counted.sorted(by: { ($0.key.rule, $0.key.minimum) < ($1.key.rule, $1.key.minimum) }) {
      for exit in try numbers(of: Self.kernel(targets)) {
        let after = try counter(Counter(rule: key.rule, minimum: key.minimum, maximum: key.maximum, exit: exit))
        list.append(RuleCall(rule: key.rule, after: after))
      }
    }
    table.states[state].firstCall = Int32(table.calls.count)
    table.states[state].callCount = Int32(list.count)
    table.calls += list
  }

  private mutating func fillRow(of state: Int, _ targets: [[Int32]]) throws(TooLarge) {
    var (previous, entry) = ([Int32](), Int32(-1))
    for (number, target) in targets.enumerated() {
      if target != previous {
        previous = target
        let next = target.isEmpty ? [] : try numbers(of: Self.kernel(target))
        switch next.count {
        case 0: entry = -1
        case 1: entry = next[0]
        default:
          entry = -2 - Int32(table.lists.count)
          table.lists += [Int32(next.count)] + next
        }
      }
      table.next[state * table.classCount + number] = entry
    }
  }

  /// Sorted, each member once.
  private static func kernel(_ targets: [Int32]) -> [Int32] {
    guard targets.count > 1 else { return targets }
    var result: [Int32] = []
    for target in targets.sorted() where target != result.last { result.append(target) }
    return result
  }

  private mutating func closure(_ kernel: [Int32], _ rule: RuleAutomaton) -> [Int32] {
    generation += 1
    var result: [Int32] = []
    var open = kernel
    for state in open { mark[Int(state)] = generation }
    while let state = open.popLast() {
      result.append(state)
      guard case .empty(let a, let b) = rule.states[Int(state)] else { continue }
      for target in [a, b] where target >= 0 && mark[Int(target)] != generation {
        mark[Int(target)] = generation
        open.append(target)
      }
    }
    return result
  }
}
