// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import Synchronization

/// The texts of the numbers of a `NumberRange`, as a deterministic automaton over bytes with live states only.
struct NumberAutomaton: Sendable {
  /// Next state by state × symbol; -1 for none.
  private(set) var next: [Int32] = []
  private(set) var isAccepting: [Bool] = []
  var isEmpty: Bool { isAccepting.isEmpty }

  static let symbolCount = 14
  static let maximumStates = 60_000

  /// Symbol of a byte: digits 0–9, then `-` `.` `e` `+`; -1 for any other byte.
  @inline(__always)
  static func symbol(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "-"): 10
    case UInt8(ascii: "."): 11
    case UInt8(ascii: "e"), UInt8(ascii: "E"): 12
    case UInt8(ascii: "+"): 13
    default: -1
    }
  }

  /// The automata of ranges met lately: most schemas ask for the same few.
  private static let known = Mutex<[NumberRange: NumberAutomaton]>([:])
  private static let maximumKnown = 256
  private static let maximumKnownStates = 4096

  /// Nil where the range needs too many states.
  init?(_ range: NumberRange) {
    if let known = Self.known.withLock({ $0[range] }) {
      self = known
      return
    }
    guard let reader = NumberReader(range) else { return nil }
    if let residues = reader.residues, residues.isEmpty { return }
    var states = [NumberReader.State()]
    var numbers = NumberTable()
    _ = numbers.number(of: reader.key(states[0]), next: 0)
    var index = 0
    while index < states.count {
      guard states.count <= Self.maximumStates else { return nil }
      let state = states[index]
      index += 1
      isAccepting.append(reader.accepts(state))
      for symbol in 0..<Self.symbolCount {
        guard let target = reader.step(state, symbol) else {
          next.append(-1)
          continue
        }
        let number = numbers.number(of: reader.key(target), next: Int32(states.count))
        if number == states.count { states.append(target) }
        next.append(number)
      }
    }
    keepLiveStates()
    let made = self
    guard isAccepting.count <= Self.maximumKnownStates else { return }
    Self.known.withLock { known in
      if known.count >= Self.maximumKnown { known.removeAll() }
      known[range] = made
    }
  }

  /// Leaves out the states that lead to no acceptance, and numbers the others in order.
  private mutating func keepLiveStates() {
    let width = Self.symbolCount
    var isLive = isAccepting
    var hasChanged = true
    // States are numbered by the shortest text that leads to them, so that nearly all edges lead up.
    while hasChanged {
      hasChanged = false
      for state in isLive.indices.reversed() where !isLive[state] {
        for index in state * width..<(state + 1) * width where next[index] >= 0 && isLive[Int(next[index])] {
          isLive[state] = true
          hasChanged = true
          break
        }
      }
    }
    guard isLive.first == true else {
      next = []
      isAccepting = []
      return
    }
    var number = [Int32](repeating: -1, count: isLive.count)
    var count: Int32 = 0
    for state in isLive.indices where isLive[state] {
      number[state] = count
      count += 1
    }
    var kept: [Int32] = []
    kept.reserveCapacity(Int(count) * width)
    for state in isLive.indices where isLive[state] {
      for index in state * width..<(state + 1) * width { kept.append(next[index] < 0 ? -1 : number[Int(next[index])]) }
    }
    next = kept
    isAccepting = isLive.indices.filter { isLive[$0] }.map { isAccepting[$0] }
  }
}
