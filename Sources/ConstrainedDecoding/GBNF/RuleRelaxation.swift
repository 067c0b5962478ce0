// SPDX-License-Identifier: Apache-2.0

/// Shortest ways to the ends of rules, where a call is as long as the shortest text of what it calls: Dijkstra's algorithm
/// from the ends back, generalised to such sums by Knuth.
struct RuleRelaxation {
  static let infinite = Int(Cost.infinite)

  /// By state; and by rule of its texts that are not empty, `finished` applied.
  struct Result {
    var states: [Int]
    var rules: [Int]

    /// Levels that a state needs; a counter may need its rule again.
    func need(of state: Int, _ table: RuleTable) -> Int {
      guard table.states[state].counter >= 0 else { return states[state] }
      let counter = table.counters[Int(table.states[state].counter)]
      return max(states[Int(counter.exit)], rules[Int(counter.rule)])
    }
  }

  private enum Edge {
    case step(price: Int, target: Int)
    case call(rule: Int, turns: Int, target: Int)
  }

  private let table: RuleTable
  private let call: (Int, Int) -> Int
  private let repeated: (Int, Int) -> Int
  private let finished: (Int, Int) -> Int
  private var edges: [Edge] = []
  /// Edges by the source that they leave: states, then the starts of rules, where the empty text does not count.
  private var sources: [Int] = []
  private var byTarget: [[Int32]]
  private var byRule: [[Int32]]

  /// - Parameters:
  ///   - byte: the price of a class of bytes.
  ///   - extra: more steps that lead from one state to another.
  ///   - call: the length of a call and what follows it together.
  ///   - repeated: the length of so many texts of one rule.
  ///   - finished: the length of a call of a rule whose text has this length.
  ///   - isAllowed: which edges count, by source state, and target or -1, and rule or -1.
  init(
    _ table: RuleTable, byte: (Int) -> Int, extra: [(source: Int, target: Int)], call: @escaping (Int, Int) -> Int,
    repeated: @escaping (Int, Int) -> Int, finished: @escaping (Int, Int) -> Int,
    isAllowed: ((_ source: Int, _ target: Int, _ rule: Int) -> Bool)?
  ) {
    self.table = table
    self.call = call
    self.repeated = repeated
    self.finished = finished
    let count = table.states.count
    byTarget = Array(repeating: [], count: count)
    byRule = Array(repeating: [], count: table.starts.count)
    let prices = (0..<table.classCount).map(byte)
    var starts: [Int: Int] = [:]
    for (rule, start) in table.starts.enumerated() { starts[Int(start)] = count + rule }
    func add(_ edge: Edge, from state: Int) {
      switch edge {
      case .step(let price, let target):
        guard price < Self.infinite, isAllowed?(state, target, -1) ?? true else { return }
        byTarget[target].append(Int32(edges.count))
      case .call(let rule, _, let target):
        guard isAllowed?(state, target, rule) ?? true else { return }
        byTarget[target].append(Int32(edges.count))
        byRule[rule].append(Int32(edges.count))
      }
      edges.append(edge)
      sources.append(state)
    }
    for state in 0..<count where table.states[state].counter < 0 {
      for source in [state, starts[state]].compactMap({ $0 }) {
        var last: (entry: Int32, price: Int) = (-1, 0)
        for number in 0..<table.classCount {
          let entry = table.next[state * table.classCount + number]
          guard entry != -1, entry != last.entry || prices[number] < last.price else { continue }
          last = (entry, prices[number])
          table.forEachTarget(state, number) { add(.step(price: prices[number], target: $0), from: source) }
        }
        for index in table.states[state].firstCall..<table.states[state].firstCall + table.states[state].callCount {
          let place = table.calls[Int(index)]
          let counter = table.states[Int(place.after)].counter
          if counter >= 0 {
            let row = table.counters[Int(counter)]
            add(.call(rule: Int(place.rule), turns: max(Int(row.minimum), 1), target: Int(row.exit)), from: source)
          } else {
            add(.call(rule: Int(place.rule), turns: 1, target: Int(place.after)), from: source)
          }
        }
      }
    }
    for step in extra {
      for source in [step.source, starts[step.source]].compactMap({ $0 }) {
        add(.step(price: 1, target: step.target), from: source)
      }
    }
  }

  func run() -> Result {
    let count = table.states.count
    var best = [Int](repeating: Self.infinite, count: count + table.starts.count)
    var isSettled = [Bool](repeating: false, count: best.count)
    var rules = [Int](repeating: Self.infinite, count: table.starts.count)
    var heap = Heap()
    for state in 0..<count where table.states[state].isAccepting {
      best[state] = 0
      heap.push(0, state)
    }
    func offer(_ edge: Int32) {
      let source = sources[Int(edge)]
      let value: Int
      switch edges[Int(edge)] {
      case .step(let price, let target):
        guard isSettled[target] else { return }
        value = price + best[target]
      case .call(let rule, let turns, let target):
        guard isSettled[target], isSettled[count + rule] else { return }
        value = call(repeated(rules[rule], turns), best[target])
      }
      guard value < best[source] else { return }
      best[source] = min(value, Self.infinite)
      heap.push(best[source], source)
    }
    while let (value, index) = heap.pop() {
      guard !isSettled[index], value == best[index], value < Self.infinite else { continue }
      isSettled[index] = true
      if index < count {
        for edge in byTarget[index] { offer(edge) }
      } else {
        rules[index - count] = min(finished(index - count, value), Self.infinite)
        for edge in byRule[index - count] { offer(edge) }
      }
    }
    return Result(states: Array(best[..<count]), rules: rules)
  }

  /// A binary heap, the lowest value first.
  private struct Heap {
    private var items: [(value: Int, index: Int)] = []

    mutating func push(_ value: Int, _ index: Int) {
      items.append((value, index))
      var child = items.count - 1
      while child > 0, items[(child - 1) / 2].value > items[child].value {
        items.swapAt(child, (child - 1) / 2)
        child = (child - 1) / 2
      }
    }

    mutating func pop() -> (value: Int, index: Int)? {
      guard let top = items.first, let last = items.popLast() else { return nil }
      guard !items.isEmpty else { return top }
      items[0] = last
      var parent = 0
      while true {
        var child = 2 * parent + 1
        guard child < items.count else { break }
        if child + 1 < items.count, items[child + 1].value < items[child].value { child += 1 }
        guard items[child].value < items[parent].value else { break }
        items.swapAt(child, parent)
        parent = child
      }
      return top
    }
  }
}
