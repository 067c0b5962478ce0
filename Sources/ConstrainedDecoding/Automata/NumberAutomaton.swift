// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import Synchronization

/// The texts of the numbers of a `NumberRange`, as a deterministic automaton over bytes with live states only.
struct NumberAutomaton: Sendable {
  /// Next state by state × symbol; -1 for none.
  private(set) var next: [Int32] = []
  private(set) var isAccepting: [Bool] = []
  /// Bytes from each state to the nearest that accepts.
  private(set) var distances: [Int32] = []
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
    // Without bounds, digits lead to every class, and to every one before a point where places after it matter.
    if let residues = reader.residues, range.lower == nil, range.upper == nil {
      let hasPoint = residues.scale > 0 && (!range.isInteger || range.allowsZeroFractionInIntegers)
      guard residues.count * (hasPoint ? 2 : 1) <= Self.maximumStates else { return nil }
    }
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
    measure()
    let made = self
    guard isAccepting.count <= Self.maximumKnownStates else { return }
    Self.known.withLock { known in
      if known.count >= Self.maximumKnown { known.removeAll() }
      known[range] = made
    }
  }

  private mutating func measure() {
    let width = Self.symbolCount
    var sources = GroupedRows<Int32>(count: isAccepting.count, filler: 0)
    for target in next where target >= 0 { sources.reserve(Int(target)) }
    sources.close()
    for (edge, target) in next.enumerated() where target >= 0 { sources.append(Int32(edge / width), to: Int(target)) }
    distances = isAccepting.map { $0 ? 0 : -1 }
    var queue = isAccepting.indices.filter { isAccepting[$0] }
    var index = 0
    while index < queue.count {
      let state = queue[index]
      index += 1
      for source in sources[state] where distances[Int(source)] < 0 {
        distances[Int(source)] = distances[state] + 1
        queue.append(Int(source))
      }
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
