// SPDX-License-Identifier: Apache-2.0

/// A compiled context-free grammar: rules that read bytes and call each other. One node of a `Grammar`.
///
/// Immutable and shared.
package final class RuleNetwork: Sendable {
  let view: RuleNetworkView
  /// The same, for computing with.
  let table: RuleTable
  let root: Int
  /// Levels of recursion that its shortest texts need.
  let height: Int
  private let owned: [AnyObject & Sendable]

  /// Calls in a row, none of them counted as a level, after which one counts: bounds the machine's own recursion.
  private static let longestChain = 8

  init(_ table: RuleTable, root: Int) {
    self.table = table
    self.root = root
    let order = RuleOrder(table, longestChain: Self.longestChain)
    let needs = RuleRelaxation(
      table, byte: { _ in 0 }, extra: [], call: { max($0, $1) }, repeated: { need, _ in need },
      finished: { rule, need in need + (order.isCounted[rule] ? 1 : 0) }, isAllowed: nil
    ).run()
    height = Int(needs.states[Int(table.starts[root])])
    let states = table.states.indices.map { index in
      let state = table.states[index]
      return RuleState(
        firstCall: state.firstCall, callCount: state.callCount, counter: state.counter,
        need: UInt8(clamping: needs.need(of: index, table)), isAccepting: state.isAccepting,
        isFinal: table.isFinal(index))
    }
    let rules = table.starts.indices.map { rule in
      RuleRow(
        start: table.starts[rule], rank: order.rank[rule], isCounted: order.isCounted[rule],
        need: UInt8(clamping: needs.rules[rule] - (order.isCounted[rule] ? 1 : 0)), first: order.first[rule])
    }
    let classes = Table(table.byteClass)
    let next = Table(table.next)
    let lists = Table(table.lists)
    let stateTable = Table(states)
    let calls = Table(table.calls)
    let counters = Table(table.counters)
    let ruleTable = Table(rules)
    owned = [classes, next, lists, stateTable, calls, counters, ruleTable]
    view = RuleNetworkView(
      byteClass: classes.pointer, classCount: Int32(table.classCount), start: table.starts[root], next: next.pointer,
      lists: lists.pointer, states: stateTable.pointer, calls: calls.pointer, counters: counters.pointer,
      rules: ruleTable.pointer)
  }

  var isNullable: Bool { table.states[Int(table.starts[root])].isAccepting }
  var first: ByteSet { view.rules[root].first }
}

/// Addresses of the tables of a `RuleNetwork`.
struct RuleNetworkView: BitwiseCopyable, @unchecked Sendable {
  let byteClass: UnsafePointer<UInt8>
  let classCount: Int32
  /// The state in which the root begins.
  let start: Int32
  /// See `RuleTable`.
  let next: UnsafePointer<Int32>
  let lists: UnsafePointer<Int32>
  let states: UnsafePointer<RuleState>
  let calls: UnsafePointer<RuleCall>
  let counters: UnsafePointer<RuleCounter>
  let rules: UnsafePointer<RuleRow>
}

struct RuleState: BitwiseCopyable, Sendable {
  var firstCall: Int32
  var callCount: Int32
  /// Index of the counter that it is, or -1.
  var counter: Int32
  /// Levels of recursion that are needed from here to the end of the rule.
  var need: UInt8
  var isAccepting: Bool
  /// Whether nothing can follow in the rule.
  var isFinal: Bool
}

struct RuleRow: BitwiseCopyable, Sendable {
  var start: Int32
  /// Rules that can stand first in another have a higher rank than it.
  var rank: Int32
  /// Whether a call of it is a level of recursion.
  var isCounted: Bool
  /// Levels that its body needs, itself not included.
  var need: UInt8
  /// Bytes that can come first.
  var first: ByteSet
}
