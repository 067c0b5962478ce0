// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// Reads a number digit by digit, comparing with the bounds of its sign's magnitude as it goes.
struct NumberReader {
  enum Phase: UInt16 {
    case start, minus, zero, integer, point, fraction, exponent, exponentSign, exponentDigits, exponentEnd
  }
  enum Order: UInt16 { case less, equal, greater }

  struct State {
    var phase = Phase.start
    var isNegative = false
    /// Digits read of the part being read, leading zero not counted.
    var count = 0
    /// How the digits so far compare with as many of each bound.
    var lower = Order.equal
    var upper = Order.equal
    /// The class of the digits so far; once no place matters any more, what came of it (`Remainder`). Within an exponent, the
    /// digits of it that have been read, as a number.
    var rest = 0
    /// Where there are bounds and a single digit above 0 before the point, how the digits compare with those of the bounds,
    /// points aside: what an exponent after them must be depends on it.
    var scientific: Scientific?
    /// Within an exponent: those that keep the number within the bounds.
    var exponents: ClosedRange<Int8>?
    var isExponentNegative = false
  }

  struct Scientific: Equatable {
    var lower = Order.equal
    var upper = Order.equal
  }

  /// A bound of the magnitude: integer digits without leading zeros, fraction digits without trailing ones.
  struct Limit {
    var integer: [UInt8]
    var fraction: [UInt8]
    /// The bound is d₀.d₁d₂… times ten to the power of `exponent`; 0 has no digits.
    var digits: [UInt8]
    var exponent: Int
    var isExclusive: Bool

    init(_ bound: NumberRange.Bound) {
      let value = bound.value
      digits = value.digits
      exponent = value.exponent - 1
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
  /// Nil where no factor asks for anything.
  let residues: ResidueClasses?
  /// Whether digits before the point are counted. Many residues times many counts would be too many states, and without
  /// bounds counting only keeps a number from growing for ever.
  let countsIntegerDigits: Bool
  /// Whether there are bounds; without, nothing after the first digit depends on the sign.
  private let hasLimits: Bool
  private static let maximumCounted = 20_000

  /// What came of the places that matter.
  private enum Remainder {
    static let good = 0
    static let bad = 1
    /// A place past those that matter is not zero: no multiple of anything.
    static let free = 2
  }

  init?(_ range: NumberRange) {
    self.range = range
    let bounds = [range.lower, range.upper].compactMap { $0?.value }
    // A bound of a thousand digits is not meant.
    guard bounds.allSatisfy({ abs($0.exponent) < 400 && $0.digits.count < 400 }) else { return nil }
    allowsPositive = range.upper.map { !$0.value.isNegative } ?? true
    allowsNegative = range.lower.map { $0.value.isNegative } ?? true
    allowsExponent =
      range.allowsExponent && !range.isInteger && range.multipleOf == nil && range.notMultiplesOf.isEmpty
    func magnitude(_ bound: NumberRange.Bound?) -> Limit? { bound.map(Limit.init) }
    if let bound = range.lower, !bound.value.isNegative { lower[0] = magnitude(bound) }
    if let bound = range.upper, !bound.value.isNegative { upper[0] = magnitude(bound) }
    if let bound = range.upper, bound.value.isNegative || bound.value == .zero { lower[1] = magnitude(bound) }
    if let bound = range.lower, bound.value.isNegative { upper[1] = magnitude(bound) }
    if let bound = range.upper, bound.value == .zero, !bound.isExclusive { lower[1] = nil }
    if range.multipleOf == nil && range.notMultiplesOf.isEmpty {
      residues = nil
    } else {
      guard let residues = ResidueClasses(multipleOf: range.multipleOf, butNotOf: range.notMultiplesOf) else {
        return nil
      }
      self.residues = residues
    }
    let limits = (lower + upper).compactMap { $0 }
    integerDigits = max(range.integerDigits, limits.map { $0.integer.count + 1 }.max() ?? 0)
    fractionDigits = max(
      range.fractionDigits, limits.map { $0.fraction.count + 1 }.max() ?? 0,
      residues?.scale ?? 0)
    hasLimits = !limits.isEmpty
    countsIntegerDigits = !limits.isEmpty || (residues?.count ?? 0) * integerDigits <= Self.maximumCounted
  }

  /// One number for each state. Counts stay below 1024, remainders below 2³⁸; exponents go without remainders.
  func key(_ state: State) -> UInt64 {
    let flags =
      state.phase.rawValue << 5 | (state.isNegative ? 16 : 0) | state.lower.rawValue << 2 | state.upper.rawValue
    var rest = UInt64(state.rest)
    if let exponents = state.exponents {
      // The range of exponents, and the sign, beside at most one digit.
      let range = UInt64(Int(exponents.lowerBound) + 128) << 8 | UInt64(Int(exponents.upperBound) + 128)
      rest |= range << 16 | (state.isExponentNegative ? 1 << 15 : 0) | 1 << 14
    } else if let scientific = state.scientific {
      rest = 1 << 8 | UInt64(scientific.lower.rawValue << 2 | scientific.upper.rawValue)
    }
    return rest << 20 | UInt64(state.count) << 9 | UInt64(flags)
  }

  /// Leaves what no further place changes: nil where the number is no multiple of what it should be.
  private func close(_ rest: Int, _ residues: ResidueClasses) -> Int? {
    if residues.isGood(rest) { return Remainder.good }
    return residues.needsMultiple ? nil : Remainder.bad
  }

  /// The rest after one more digit at `place` after the point.
  private func fractionRest(_ rest: Int, _ digit: Int, at place: Int) -> Int? {
    guard let residues else { return 0 }
    guard place >= residues.scale else {
      let next = residues.step(rest, digit)
      return place + 1 < residues.scale ? next : close(next, residues)
    }
    if digit == 0 { return rest }
    return residues.needsMultiple ? nil : Remainder.free
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
      if let residues, residues.scale == 0 {
        guard let rest = close(state.rest, residues) else { return nil }
        result.rest = rest
      }
      result.phase = .point
      result.count = 0
      if !hasLimits { result.isNegative = false }
    case (.point, 0...9), (.fraction, 0...9):
      return fractionDigit(result, symbol)
    case (.zero, 12) where allowsExponent, (.integer, 12) where allowsExponent, (.fraction, 12) where allowsExponent:
      return beginExponent(state)
    case (.exponent, 10), (.exponent, 13):
      result.phase = .exponentSign
      if state.exponents != nil { result.isExponentNegative = symbol == 10 }
    case (.exponent, 0...9), (.exponentSign, 0...9), (.exponentDigits, 0...9):
      return exponentDigit(state, symbol)
    default: return nil
    }
    return result
  }

  /// Two digits keep every value finite as a Double.
  private static let exponents: ClosedRange<Int8> = -99...99

  private func beginExponent(_ state: State) -> State? {
    guard hasLimits else { return State(phase: .exponent) }
    guard let digits = state.scientific else { return nil }
    let sign = state.isNegative ? 1 : 0
    let read = state.phase == .fraction ? state.count + 1 : 1
    var (least, most) = (Int(Self.exponents.lowerBound), Int(Self.exponents.upperBound))
    // Of equal digits so far, those that the bound has besides make it the larger one.
    if let limit = lower[sign], !limit.digits.isEmpty {
      let order = digits.lower == .equal && read < limit.digits.count ? .less : digits.lower
      let isEnough = order == .greater || order == .equal && !limit.isExclusive
      least = max(least, limit.exponent + (isEnough ? 0 : 1))
    }
    if let limit = upper[sign] {
      if limit.digits.isEmpty { return nil }
      let order = digits.upper == .equal && read < limit.digits.count ? .less : digits.upper
      let isEnough = order == .less || order == .equal && !limit.isExclusive
      most = min(most, limit.exponent - (isEnough ? 0 : 1))
    }
    guard least <= most, let low = Int8(exactly: least), let high = Int8(exactly: most) else { return nil }
    var result = State(phase: .exponent)
    if low...high != Self.exponents { result.exponents = low...high }
    return result
  }

  private func exponentDigit(_ state: State, _ digit: Int) -> State? {
    guard state.count < 2 else { return nil }
    guard let exponents = state.exponents else {
      var result = state
      result.phase = .exponentDigits
      result.count += 1
      return result
    }
    let value = state.rest * 10 + digit
    if state.count == 1 {
      return exponents.contains(Int8(state.isExponentNegative ? -value : value)) ? State(phase: .exponentEnd) : nil
    }
    var result = state
    result.phase = .exponentDigits
    result.count = 1
    result.rest = value
    return result
  }

  private func integerDigit(_ state: State, _ digit: Int) -> State? {
    guard state.count < integerDigits else { return nil }
    var result = state
    let sign = state.isNegative ? 1 : 0
    if hasLimits {
      result.lower = compare(state.lower, digit, lower[sign]?.integer, at: state.count, orMore: true)
      result.upper = compare(state.upper, digit, upper[sign]?.integer, at: state.count, orMore: true)
    } else {
      result.isNegative = false
    }
    if hasLimits, allowsExponent {
      result.scientific = state.count > 0 ? nil : scientific(Scientific(), digit, sign, at: 0)
    }
    if countsIntegerDigits { result.count += 1 }
    if let residues { result.rest = residues.step(state.rest, digit) }
    if hasLimits, result.upper == .greater, let limit = upper[sign], result.count >= limit.integer.count {
      // An exponent may make it smaller.
      return result.scientific == nil ? nil : result
    }
    return result
  }

  /// The order of the digits after one more.
  private func scientific(_ before: Scientific, _ digit: Int, _ sign: Int, at index: Int) -> Scientific {
    Scientific(
      lower: compare(before.lower, digit, lower[sign]?.digits, at: index, orMore: false),
      upper: compare(before.upper, digit, upper[sign]?.digits, at: index, orMore: false))
  }

  private func fractionDigit(_ state: State, _ digit: Int) -> State? {
    guard state.count < fractionDigits, !range.isInteger || digit == 0 else { return nil }
    var result = state
    result.phase = .fraction
    if hasLimits {
      let sign = state.isNegative ? 1 : 0
      result.lower = compare(state.lower, digit, lower[sign]?.fraction, at: state.count, orMore: false)
      result.upper = compare(state.upper, digit, upper[sign]?.fraction, at: state.count, orMore: false)
      if let before = state.scientific { result.scientific = scientific(before, digit, sign, at: state.count + 1) }
    }
    result.count += 1
    guard let rest = fractionRest(state.rest, digit, at: state.count) else { return nil }
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
    case .exponentDigits:
      return state.exponents?.contains(Int8(state.isExponentNegative ? -state.rest : state.rest)) ?? true
    case .exponentEnd: return true
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
    guard let residues else { return true }
    if state.phase == .fraction, fractionCount >= residues.scale { return state.rest != Remainder.bad }
    return residues.isGood(state.rest, afterPlaces: fractionCount)
  }
}
