// SPDX-License-Identifier: Apache-2.0

/// Places of a rule network, as its machine reads them: rows of next places by class of byte, and the rules that can be
/// called there.
struct RuleTable {
  /// Class of each byte; classes are intervals.
  var byteClass = [UInt8](repeating: 0, count: 256)
  var classCount = 1
  /// State × class: the next state, -1 for none, else -2 - i for the several of `lists[i...]`, led by their count.
  var next: [Int32] = []
  var lists: [Int32] = []
  var states: [State] = []
  var calls: [RuleCall] = []
  var counters: [RuleCounter] = []
  /// State in which each rule begins.
  var starts: [Int32] = []

  struct State {
    var isAccepting = false
    var firstCall: Int32 = 0
    var callCount: Int32 = 0
    /// Index of the counter that it is, or -1.
    var counter: Int32 = -1
  }

  /// Whether nothing can follow in the rule.
  func isFinal(_ state: Int) -> Bool {
    let row = states[state]
    return row.isAccepting && row.callCount == 0 && row.counter < 0
      && next[state * classCount..<(state + 1) * classCount].allSatisfy { $0 == -1 }
  }

  /// The next states of `state` by a class.
  func forEachTarget(_ state: Int, _ number: Int, _ body: (Int) -> Void) {
    let target = next[state * classCount + number]
    if target >= 0 {
      body(Int(target))
    } else if target < -1 {
      let list = Int(-2 - target)
      for index in list + 1...list + Int(lists[list]) { body(Int(lists[index])) }
    }
  }
}

/// A rule that can be read at a state, and the state after it.
struct RuleCall: BitwiseCopyable, Sendable {
  var rule: Int32
  var after: Int32
}

/// A state that counts turns of `rule`, none of them empty: as many as `minimum` lead on to `exit`.
struct RuleCounter: BitwiseCopyable, Sendable {
  var rule: Int32
  var minimum: Int32
  /// `Int32.max`: without end.
  var maximum: Int32
  var exit: Int32
}
