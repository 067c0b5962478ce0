// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

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

  /// Nil where the range needs too many states.
  init?(_ range: NumberRange) {
    guard let explorer = Explorer(range) else { return nil }
    var states = [Explorer.State()]
    var numbers = [states[0]: Int32(0)]
    var next: [Int32] = []
    var isAccepting: [Bool] = []
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
        let number = numbers[target] ?? Int32(states.count)
        if number == states.count {
          numbers[target] = number
          states.append(target)
        }
        next.append(number)
      }
    }
    // The string automaton knows how to keep live states; a symbol is a class here.
    let classes = CodePointClasses((1..<UInt32(Self.symbolCount)).map { CodePointSet($0) })
    let trimmed = StringAutomaton(classes: classes, next: next, isAccepting: isAccepting)
    self.next = trimmed.next
    self.isAccepting = trimmed.isAccepting
  }
}

/// Reads a number digit by digit, comparing with the bounds of its sign's magnitude as it goes.
private struct Explorer {
  enum Phase { case start, minus, zero, integer, point, fraction, exponent, exponentSign, exponentDigits }
  enum Order { case less, equal, greater }

  struct State: Hashable {
    var phase = Phase.start
    var isNegative = false
    /// Digits read of the part being read, leading zero not counted.
    var count = 0
    /// How the digits so far compare with as many of each bound.
    var lower = Order.equal
    var upper = Order.equal
    /// The digits so far modulo `modulus`.
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
  let integerDigits: Int
  let fractionDigits: Int
  /// `multipleOf` = modulus / 10^scale.
  var modulus = 1
  var scale = 0

  init?(_ range: NumberRange) {
    self.range = range
    let bounds = [range.lower, range.upper].compactMap { $0?.value }
    // A bound of a thousand digits is not meant.
    guard bounds.allSatisfy({ abs($0.exponent) < 400 && $0.digits.count < 400 }) else { return nil }
    allowsPositive = range.upper.map { !$0.value.isNegative } ?? true
    allowsNegative = range.lower.map { $0.value.isNegative } ?? true
    allowsExponent = range.allowsExponent && !range.isInteger && bounds.isEmpty && range.multipleOf == nil
    func magnitude(_ bound: NumberRange.Bound?) -> Limit? { bound.map(Limit.init) }
    if let bound = range.lower, !bound.value.isNegative { lower[0] = magnitude(bound) }
    if let bound = range.upper, !bound.value.isNegative { upper[0] = magnitude(bound) }
    if let bound = range.upper, bound.value.isNegative || bound.value == .zero { lower[1] = magnitude(bound) }
    if let bound = range.lower, bound.value.isNegative { upper[1] = magnitude(bound) }
    if let bound = range.upper, bound.value == .zero, !bound.isExclusive { lower[1] = nil }
    if let factor = range.multipleOf {
      let power = factor.exponent - factor.digits.count
      guard !factor.digits.isEmpty, !factor.isNegative, let significand = factor.significand, abs(power) < 18 else {
        return nil
      }
      scale = max(-power, 0)
      var value = significand
      for _ in 0..<max(power, 0) {
        let (product, overflow) = value.multipliedReportingOverflow(by: 10)
        guard !overflow else { return nil }
        value = product
      }
      guard value < 1 << 40 else { return nil }
      modulus = value
    }
    let limits = (lower + upper).compactMap { $0 }
    integerDigits = max(range.integerDigits, limits.map { $0.integer.count + 1 }.max() ?? 0)
    fractionDigits = max(range.fractionDigits, limits.map { $0.fraction.count + 1 }.max() ?? 0, scale)
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
    case (.zero, 11) where !range.isInteger, (.integer, 11) where !range.isInteger:
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
    result.rest = (state.rest * 10 + digit) % modulus
    if result.upper == .greater, let limit = upper[sign], result.count >= limit.integer.count { return nil }
    return result
  }

  private func fractionDigit(_ state: State, _ digit: Int) -> State? {
    guard state.count < fractionDigits else { return nil }
    var result = state
    result.phase = .fraction
    let sign = state.isNegative ? 1 : 0
    result.lower = compare(state.lower, digit, lower[sign]?.fraction, at: state.count, orMore: false)
    result.upper = compare(state.upper, digit, upper[sign]?.fraction, at: state.count, orMore: false)
    result.count += 1
    if range.multipleOf != nil {
      if state.count < scale { result.rest = (state.rest * 10 + digit) % modulus } else if digit != 0 { return nil }
    }
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
    for _ in fractionCount..<max(scale, fractionCount) { rest = rest * 10 % modulus }
    return rest == 0
  }
}
