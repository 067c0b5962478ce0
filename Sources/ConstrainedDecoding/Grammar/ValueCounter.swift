// SPDX-License-Identifier: Apache-2.0

/// Counts the values of nodes, for items that must differ.
struct ValueCounter {
  private let draft: GrammarDraft
  /// Values counted; more are as good as endless.
  private static let limit = 4_096
  private static let maximumDepth = 64

  init(_ draft: GrammarDraft) { self.draft = draft }

  /// How many different values `node` has at least; `Int32.max` for many.
  func count(_ node: Int) -> Int32 {
    let count = count(node, depth: 0)
    return count >= Self.limit ? .max : Int32(count)
  }

  private func count(_ node: Int, depth: Int) -> Int {
    guard depth < Self.maximumDepth else { return 0 }
    switch draft.nodes[node] {
    case .literals(let texts): return Set(texts.prefix(2 * Self.limit).map(ValueHash.scalar)).count
    case .string(let matcher): return Int(matcher.textCount)
    case .number(let automaton): return count(automaton)
    case .choice(let parts): return parts.map { count($0, depth: depth + 1) }.max() ?? 0
    case .capture(let child, _): return count(child, depth: depth + 1)
    default: return Self.limit
    }
  }

  private func count(_ automaton: NumberAutomaton) -> Int {
    guard !automaton.isEmpty else { return 0 }
    var values: Set<UInt64> = []
    var open: [(state: Int32, number: NumberHash)] = [(0, NumberHash())]
    var index = 0
    while index < open.count, index < 4 * Self.limit, values.count < Self.limit {
      let (state, number) = open[index]
      index += 1
      if automaton.isAccepting[Int(state)] { values.insert(number.value) }
      for (symbol, byte) in "0123456789-.e+".utf8.enumerated() {
        let next = automaton.next[Int(state) * NumberAutomaton.symbolCount + symbol]
        guard next >= 0 else { continue }
        var below = number
        below.append(byte)
        open.append((next, below))
      }
    }
    return values.count
  }
}
