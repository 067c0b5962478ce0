// SPDX-License-Identifier: Apache-2.0

/// Tokens to the ends of the rules of a network.
struct RuleCostView: BitwiseCopyable, @unchecked Sendable {
  /// From each state; without meaning for counters.
  var states: UnsafePointer<Int32>
  /// Of the shortest text of each rule, the empty one aside.
  var rules: UnsafePointer<Int32>
}

/// Computes them.
///
/// Only ways that need no more levels of recursion than must be are counted, so that one is open wherever the limit on levels
/// lets a state be.
enum RuleCosts {
  /// Bytes of forced text that are looked up in the vocabulary at a state.
  private static let longestToken = 32

  static func compute(_ network: RuleNetwork, _ bytes: [Int32], _ trie: VocabularyTrie) -> (
    states: [Int32], rules: [Int32]
  ) {
    let table = network.table
    var prices = [Int](repeating: RuleRelaxation.infinite, count: table.classCount)
    for byte in 0..<256 {
      let number = Int(table.byteClass[byte])
      prices[number] = min(prices[number], Int(bytes[byte]))
    }
    let view = network.view
    let count = table.states.count
    func need(_ source: Int) -> UInt8 {
      source < count ? view.states[source].need : view.rules[source - count].need
    }
    let result = RuleRelaxation(
      table, byte: { prices[$0] }, extra: forcedTokens(network, trie), call: { $0 + $1 },
      repeated: { $0 * $1 }, finished: { _, cost in cost },
      isAllowed: { source, target, rule in
        guard view.states[target].need <= need(source) else { return false }
        guard rule >= 0 else { return true }
        let row = view.rules[rule]
        return Int(row.need) + (row.isCounted ? 1 : 0) <= Int(need(source))
      }
    ).run()
    return (result.states.map { Int32($0) }, result.rules.map { Int32($0) })
  }

  /// Tokens of several bytes that spell text that is forced: from where to where they lead.
  private static func forcedTokens(_ network: RuleNetwork, _ trie: VocabularyTrie) -> [(source: Int, target: Int)] {
    let table = network.table
    var byteOfClass = [UInt8?](repeating: nil, count: table.classCount)
    for byte in UInt8.min...UInt8.max {
      let number = Int(table.byteClass[Int(byte)])
      let isOnly =
        (byte == 0 || table.byteClass[Int(byte) - 1] != number)
        && (byte == 255 || table.byteClass[Int(byte) + 1] != number)
      byteOfClass[number] = isOnly ? byte : nil
    }
    // The only byte that can come in each state, and the state after it.
    let forced = table.states.indices.map { state -> (byte: UInt8, target: Int)? in
      let row = table.states[state]
      guard !row.isAccepting, row.callCount == 0, row.counter < 0 else { return nil }
      let entries = table.next[state * table.classCount..<(state + 1) * table.classCount]
      guard let first = entries.firstIndex(where: { $0 != -1 }), entries[first] >= 0,
        entries[(first + 1)...].allSatisfy({ $0 == -1 }), let byte = byteOfClass[first - entries.startIndex]
      else { return nil }
      return (byte, Int(entries[first]))
    }
    var result: [(source: Int, target: Int)] = []
    for state in forced.indices where forced[state] != nil {
      var text: [UInt8] = []
      var targets: [Int] = []
      var place = state
      while text.count < longestToken, let (byte, target) = forced[place] {
        text.append(byte)
        targets.append(target)
        place = target
      }
      trie.trie.forEachPrefix(of: text, from: 0) { length in
        if length > 1 { result.append((state, targets[length - 1])) }
      }
    }
    return result
  }
}
