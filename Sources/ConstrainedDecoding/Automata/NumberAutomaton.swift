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
    guard let explorer = Explorer(range) else { return nil }
    var states = [Explorer.State()]
    var numbers = [explorer.key(states[0]): Int32(0)]
    var index = 0
    while index < states.count {
      guard index < Self.maximumStates else { return nil }
      let state = states[index]
      index += 1
      isAccepting.append(explorer.accepts(state))
      for symbol in 0..<Self.symbolCount {
        guard let target = explorer.step(state, symbol) else {
          next.append(-1)
          continue
        }
        let key = explorer.key(target)
        let number = numbers[key] ?? Int32(states.count)
        if number == states.count {
          numbers[key] = number
          states.append(target)
        }
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

/// Reads a number digit by digit, comparing with the bounds of its sign's magnitude as it goes.
private struct Explorer {
  enum Phase: UInt16 { case start, minus, zero, integer, point, fraction, exponent, exponentSign, exponentDigits }
  enum Order: UInt16 { case less, equal, greater }

  struct State {
    var phase = Phase.start
    var isNegative = false
    /// Digits read of the part being read, leading zero not counted.
    var count = 0
    /// How the digits so far compare with as many of each bound.
    var lower = Order.equal
    var upper = Order.equal
    /// The digits so far modulo each of the factors, in mixed radix.
    var rest = 0
  }

  /// A bound of the magnitude: integer digits without leading zeros, fraction digits without trailing ones.
  struct Limit {
    var integer: [UInt8]
    var fraction: [UInt8]
    var isExclusive: Bool

    init(_ bound: NumberRange.Bound) {
      let value = bound.value
      let split = min(max(value.exponent, 0), value.digits.count)
      integer = Array(value.digits[..<split]) + repeatElement(0, count: max(value.exponent - value.digits.count, 0))
      fraction = Array(repeating: 0, count: max(-value.exponent, 0)) + value.digits[split...]
      isExclusive = bound.isExclusive
    }
  }

  let range: NumberRange
  /// Bounds of the magnitude of positive numbers [0] and negative ones [1].
  var lower: [Limit?] = [nil, nil]
  var upper: [Limit?] = [nil, nil]
  let allowsPositive: Bool
  let allowsNegative: Bool
  let allowsExponent: Bool
  private var allowsFraction: Bool { !range.isInteger || range.allowsZeroFractionInIntegers }
  let integerDigits: Int
  let fractionDigits: Int
  /// `multipleOf`, if any, and each of `notMultiplesOf`: modulus / 10^scale.
  struct Factor {
    var modulus: Int
    var scale: Int
    var isWanted: Bool
    /// Remainders, and for an unwanted factor one more value: a digit past its places makes a multiple impossible.
    var radix: Int { isWanted ? modulus : modulus + 1 }
  }
  var factors: [Factor] = []

  init?(_ range: NumberRange) {
    self.range = range
    let bounds = [range.lower, range.upper].compactMap { $0?.value }
    // A bound of a thousand digits is not meant.
    guard bounds.allSatisfy({ abs($0.exponent) < 400 && $0.digits.count < 400 }) else { return nil }
    allowsPositive = range.upper.map { !$0.value.isNegative } ?? true
    allowsNegative = range.lower.map { $0.value.isNegative } ?? true
    allowsExponent =
      range.allowsExponent && !range.isInteger && bounds.isEmpty && range.multipleOf == nil
      && range.notMultiplesOf.isEmpty
    func magnitude(_ bound: NumberRange.Bound?) -> Limit? { bound.map(Limit.init) }
    if let bound = range.lower, !bound.value.isNegative { lower[0] = magnitude(bound) }
    if let bound = range.upper, !bound.value.isNegative { upper[0] = magnitude(bound) }
    if let bound = range.upper, bound.value.isNegative || bound.value == .zero { lower[1] = magnitude(bound) }
    if let bound = range.lower, bound.value.isNegative { upper[1] = magnitude(bound) }
    if let bound = range.upper, bound.value == .zero, !bound.isExclusive { lower[1] = nil }
    var states = 1
    for (factor, isWanted) in [range.multipleOf].compactMap({ $0 }).map({ ($0, true) })
      + range.notMultiplesOf.map({ ($0, false) })
    {
      guard let made = Self.factor(factor, isWanted) else { return nil }
      let (product, overflow) = states.multipliedReportingOverflow(by: made.radix)
      guard !overflow, product < 1 << 40 else { return nil }
      states = product
      factors.append(made)
    }
    let limits = (lower + upper).compactMap { $0 }
    integerDigits = max(range.integerDigits, limits.map { $0.integer.count + 1 }.max() ?? 0)
    fractionDigits = max(
      range.fractionDigits, limits.map { $0.fraction.count + 1 }.max() ?? 0,
      factors.map(\.scale).max() ?? 0)
  }

  private static func factor(_ factor: JSONDecimal, _ isWanted: Bool) -> Factor? {
    let power = factor.exponent - factor.digits.count
    guard !factor.digits.isEmpty, !factor.isNegative, let significand = factor.significand, abs(power) < 18 else {
      return nil
    }
    var value = significand
    for _ in 0..<max(power, 0) {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      value = product
    }
    return value < 1 << 39 ? Factor(modulus: value, scale: max(-power, 0), isWanted: isWanted) : nil
  }

  /// One number for each state. Counts stay below 1024, remainders below 2⁴⁰.
  func key(_ state: State) -> UInt64 {
    let flags =
      state.phase.rawValue << 5 | (state.isNegative ? 16 : 0) | state.lower.rawValue << 2 | state.upper.rawValue
    return UInt64(state.rest) << 20 | UInt64(state.count) << 9 | UInt64(flags)
  }

  /// The remainders after one more digit, which is at `place` after the point (nil: before it); nil where it cannot be.
  private func remainder(_ rest: Int, _ digit: Int, at place: Int?) -> Int? {
    var rest = rest
    var result = 0
    var weight = 1
    for factor in factors {
      let own = rest % factor.radix
      rest /= factor.radix
      var next = own
      if own == factor.modulus {
        // Nothing makes this a multiple any more.
      } else if let place, place >= factor.scale {
        if digit != 0 {
          if factor.isWanted { return nil }
          next = factor.modulus
        }
      } else {
        next = (own * 10 + digit) % factor.modulus
      }
      result += next * weight
      weight *= factor.radix
    }
    return result
  }

  func step(_ state: State, _ symbol: Int) -> State? {
    var result = state
    switch (state.phase, symbol) {
    case (.start, 10) where allowsNegative:
      result.phase = .minus
      result.isNegative = true
    case (.start, 0...9) where allowsPositive, (.minus, 0...9):
      result.phase = symbol == 0 ? .zero : .integer
      if symbol > 0 { return integerDigit(result, symbol) }
    case (.integer, 0...9):
      return integerDigit(result, symbol)
    case (.zero, 11) where allowsFraction, (.integer, 11) where allowsFraction:
      closeInteger(&result)
      result.phase = .point
      result.count = 0
    case (.point, 0...9), (.fraction, 0...9):
      return fractionDigit(result, symbol)
    case (.zero, 12) where allowsExponent, (.integer, 12) where allowsExponent, (.fraction, 12) where allowsExponent:
      result = State(phase: .exponent, isNegative: state.isNegative)
    case (.exponent, 10), (.exponent, 13):
      result.phase = .exponentSign
    case (.exponent, 0...9), (.exponentSign, 0...9), (.exponentDigits, 0...9):
      // Two digits keep every value finite as a Double.
      guard state.count < 2 else { return nil }
      result.phase = .exponentDigits
      result.count += 1
    default: return nil
    }
    return result
  }

  private func integerDigit(_ state: State, _ digit: Int) -> State? {
    guard state.count < integerDigits else { return nil }
    var result = state
    let sign = state.isNegative ? 1 : 0
    result.lower = compare(state.lower, digit, lower[sign]?.integer, at: state.count, orMore: true)
    result.upper = compare(state.upper, digit, upper[sign]?.integer, at: state.count, orMore: true)
    result.count += 1
    guard let rest = remainder(state.rest, digit, at: nil) else { return nil }
    result.rest = rest
    if result.upper == .greater, let limit = upper[sign], result.count >= limit.integer.count { return nil }
    return result
  }

  private func fractionDigit(_ state: State, _ digit: Int) -> State? {
    guard state.count < fractionDigits, !range.isInteger || digit == 0 else { return nil }
    var result = state
    result.phase = .fraction
    let sign = state.isNegative ? 1 : 0
    result.lower = compare(state.lower, digit, lower[sign]?.fraction, at: state.count, orMore: false)
    result.upper = compare(state.upper, digit, upper[sign]?.fraction, at: state.count, orMore: false)
    result.count += 1
    guard let rest = remainder(state.rest, digit, at: state.count) else { return nil }
    result.rest = rest
    return result
  }

  /// The order after one more digit. Past the digits of a bound, `orMore`: any digit makes more; else: any but 0 does.
  private func compare(_ order: Order, _ digit: Int, _ limit: [UInt8]?, at index: Int, orMore: Bool) -> Order {
    guard let limit else { return .equal }
    if index >= limit.count { return orMore ? .greater : order == .equal && digit > 0 ? .greater : order }
    guard order == .equal else { return order }
    return digit < limit[index] ? .less : digit > limit[index] ? .greater : .equal
  }

  /// Fewer integer digits than a bound make less.
  private func closeInteger(_ state: inout State) {
    let sign = state.isNegative ? 1 : 0
    if let limit = lower[sign], state.count < limit.integer.count { state.lower = .less }
    if let limit = upper[sign], state.count < limit.integer.count { state.upper = .less }
  }

  func accepts(_ state: State) -> Bool {
    var state = state
    var fractionCount = 0
    switch state.phase {
    case .zero, .integer:
      // No "-0" for integers: it is one more way to write 0.
      if range.isInteger, state.isNegative, state.phase == .zero { return false }
      closeInteger(&state)
    case .fraction: fractionCount = state.count
    case .exponentDigits: return true
    default: return false
    }
    let sign = state.isNegative ? 1 : 0
    if let limit = lower[sign] {
      if state.lower == .equal, fractionCount < limit.fraction.count { state.lower = .less }
      if state.lower == .less || (state.lower == .equal && limit.isExclusive) { return false }
    }
    if let limit = upper[sign] {
      if state.upper == .equal, fractionCount < limit.fraction.count { state.upper = .less }
      if state.upper == .greater || (state.upper == .equal && limit.isExclusive) { return false }
    }
    var rest = state.rest
    for factor in factors {
      var own = rest % factor.radix
      rest /= factor.radix
      if own < factor.modulus {
        for _ in fractionCount..<max(factor.scale, fractionCount) { own = own * 10 % factor.modulus }
      }
      if (own == 0) != factor.isWanted { return false }
    }
    return true
  }
}
