// SPDX-License-Identifier: Apache-2.0

/// How the rules of a table stand to each other.
struct RuleOrder {
  /// Rules that can stand first in another have a higher rank than it. Left recursion has been refused, so that there is such
  /// an order.
  private(set) var rank: [Int32]
  /// Which calls count as levels of recursion: at least one rule of every cycle, and one after so many calls in a row.
  private(set) var isCounted: [Bool]
  /// Bytes that can come first in a text of each rule.
  private(set) var first: [ByteSet]

  init(_ table: RuleTable, longestChain: Int) {
    let count = table.starts.count
    rank = Array(repeating: 0, count: count)
    isCounted = Array(repeating: false, count: count)
    first = Array(repeating: ByteSet(), count: count)
    var callees = [Set<Int>](repeating: [], count: count)
    var leading = [[Int]](repeating: [], count: count)
    for rule in 0..<count {
      let start = Int(table.starts[rule])
      let end = rule + 1 < count ? Int(table.starts[rule + 1]) : table.states.count
      for state in start..<end {
        for call in Self.calls(of: state, table) { callees[rule].insert(Int(call.rule)) }
      }
      leading[rule] = Self.calls(of: start, table).map { Int($0.rule) }
      for byte in 0..<256 where table.next[start * table.classCount + Int(table.byteClass[byte])] != -1 {
        first[rule].insert(UInt8(byte))
      }
    }
    let (ends, _) = Self.depthFirst(leading)
    for (index, rule) in ends.enumerated() {
      rank[rule] = Int32(count - 1 - index)
      for part in leading[rule] { first[rule].formUnion(first[part]) }
    }
    let targets = callees.map { $0.sorted() }
    let (order, backward) = Self.depthFirst(targets)
    for rule in backward { isCounted[rule] = true }
    // Calls in a row below each rule that do not count, the rule's own included.
    var chain = [Int](repeating: 0, count: count)
    for rule in order {
      chain[rule] = 1 + (targets[rule].map { isCounted[$0] ? 0 : chain[$0] }.max() ?? 0)
      if chain[rule] > longestChain { isCounted[rule] = true }
    }
  }

  private static func calls(of state: Int, _ table: RuleTable) -> ArraySlice<RuleCall> {
    let first = Int(table.states[state].firstCall)
    return table.calls[first..<first + Int(table.states[state].callCount)]
  }

  /// Rules in the order in which a depth-first search leaves them, and those that it met while they were open.
  private static func depthFirst(_ targets: [[Int]]) -> (order: [Int], backward: [Int]) {
    var isKnown = [Bool](repeating: false, count: targets.count)
    var isOpen = isKnown
    var order: [Int] = []
    var backward: [Int] = []
    for root in targets.indices where !isKnown[root] {
      isKnown[root] = true
      isOpen[root] = true
      var path = [(rule: root, next: 0)]
      while let (rule, next) = path.last {
        guard next < targets[rule].count else {
          isOpen[rule] = false
          order.append(rule)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let target = targets[rule][next]
        if isOpen[target] { backward.append(target) }
        guard !isKnown[target] else { continue }
        isKnown[target] = true
        isOpen[target] = true
        path.append((target, 0))
      }
    }
    return (order, backward)
  }
}
