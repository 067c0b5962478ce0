// SPDX-License-Identifier: Apache-2.0

/// The body of one rule as a nondeterministic automaton over bytes, whose edges can also be other rules.
struct RuleAutomaton {
  enum State: Equatable {
    /// Leads on without a byte; -1 for nowhere.
    case empty(Int32, Int32)
    case bytes(ClosedRange<UInt8>, Int32)
    /// A text of another rule, not empty.
    case call(rule: Int32, Int32)
    /// Between `minimum` and `maximum` texts of another rule, none of them empty.
    case counter(rule: Int32, minimum: Int32, maximum: Int32, Int32)
  }
  var states: [State] = []
  var start: Int32 = 0
  /// Where the rule is complete: a state that leads nowhere.
  var end: Int32 = 0

  static func moved(_ state: State, by delta: Int32) -> State {
    func moved(_ target: Int32) -> Int32 { target < 0 ? target : target + delta }
    return switch state {
    case .empty(let a, let b): .empty(moved(a), moved(b))
    case .bytes(let range, let target): .bytes(range, moved(target))
    case .call(let rule, let target): .call(rule: rule, moved(target))
    case .counter(let rule, let minimum, let maximum, let target):
      .counter(rule: rule, minimum: minimum, maximum: maximum, moved(target))
    }
  }
}
