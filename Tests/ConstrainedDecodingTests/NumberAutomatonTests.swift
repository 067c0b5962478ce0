// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport
import Testing

@testable import ConstrainedDecoding

@Suite struct NumberAutomatonTests {
  static func accepts(_ automaton: NumberAutomaton, _ text: String) -> Bool {
    guard !automaton.isEmpty else { return false }
    var state = 0
    for byte in text.utf8 {
      let symbol = NumberAutomaton.symbol(byte)
      guard symbol >= 0 else { return false }
      state = Int(automaton.next[state * NumberAutomaton.symbolCount + symbol])
      if state < 0 { return false }
    }
    return automaton.isAccepting[state]
  }

  static func bound(_ text: String, _ isExclusive: Bool) -> NumberRange.Bound {
    .init(value: JSONNumber(uncheckedText: text).decimal, isExclusive: isExclusive)
  }

  /// Random ranges against exact comparison, on numbers near their bounds.
  @Test(arguments: [true, false])
  func agreesWithComparison(isInteger: Bool) throws {
    var random = SeededGenerator(seed: isInteger ? 1 : 2)
    func number() -> String {
      let whole = String(random.next(random.pick([3, 30, 1200])) * random.pick([1, -1]))
      return isInteger || random.next(3) == 0 ? whole : "\(whole).\(random.next(random.pick([10, 100])))"
    }
    for _ in 0..<120 {
      var range = NumberRange()
      range.isInteger = isInteger
      range.allowsExponent = false
      if random.next(4) > 0 { range.lower = Self.bound(number(), random.next(2) == 0) }
      if random.next(4) > 0 { range.upper = Self.bound(number(), random.next(2) == 0) }
      if random.next(3) == 0 {
        range.multipleOf =
          JSONNumber(uncheckedText: random.pick(isInteger ? ["2", "7", "10"] : ["0.5", "0.25", "3", "0.1"])).decimal
      }
      let automaton = try #require(NumberAutomaton(range))
      for _ in 0..<60 {
        var text = number()
        if text == "-0" && isInteger { text = "0" }
        let expected = range.contains(JSONNumber(uncheckedText: text))
        // Zero with a sign, and zeros past the places of `multipleOf`, may be left out, never added.
        if text.hasPrefix("-0"), !expected { continue }
        #expect(Self.accepts(automaton, text) == expected || text.hasPrefix("-0"), "\(text) in \(range)")
      }
    }
  }

  /// Numbers that are no multiples of some, against exact arithmetic.
  @Test(arguments: [true, false])
  func multiplesAreLeftOut(isInteger: Bool) throws {
    var random = SeededGenerator(seed: isInteger ? 3 : 4)
    for _ in 0..<60 {
      var range = NumberRange()
      range.isInteger = isInteger
      if random.next(2) == 0 { range.lower = Self.bound(String(random.next(50) - 25), random.next(2) == 0) }
      if random.next(2) == 0 { range.multipleOf = JSONNumber(uncheckedText: random.pick(["2", "3", "5"])).decimal }
      let factors = isInteger ? ["2", "3", "6", "10"] : ["1", "0.5", "0.25", "3"]
      for _ in 0..<1 + random.next(2) {
        range.notMultiplesOf.append(JSONNumber(uncheckedText: random.pick(factors)).decimal)
      }
      guard let automaton = NumberAutomaton(range) else {
        Issue.record("\(range)")
        continue
      }
      for _ in 0..<80 {
        var text = String(random.next(200) - 100)
        if !isInteger, random.next(2) == 0 { text += random.pick([".5", ".25", ".125", ".0", ".50", ".75", ".3"]) }
        #expect(Self.accepts(automaton, text) == range.contains(JSONNumber(uncheckedText: text)), "\(text) \(range)")
      }
    }
  }

  @Test func integersMayHaveZeroFractions() throws {
    var range = NumberRange()
    range.isInteger = true
    range.allowsZeroFractionInIntegers = true
    range.lower = Self.bound("-3", false)
    range.upper = Self.bound("12", true)
    range.notMultiplesOf = [JSONNumber(uncheckedText: "5").decimal]
    let automaton = try #require(NumberAutomaton(range))
    for text in ["1", "1.0", "-3.00", "11.000", "-2"] { #expect(Self.accepts(automaton, text), "\(text)") }
    for text in ["1.", "1.5", "12.0", "10.0", "5", "1.01", "-3.1", "01.0"] {
      #expect(!Self.accepts(automaton, text), "\(text)")
    }
  }

  @Test func takesOnlyJSONNumbers() throws {
    let automaton = try #require(NumberAutomaton(NumberRange()))
    for text in ["0", "-0.5", "12.25", "1e5", "1E+22", "-3e-9"] { #expect(Self.accepts(automaton, text)) }
    for text in ["", "-", "01", "1.", ".5", "1e", "1e+", "--1", "1.2.3", "1e5.0", "+1", "1e100"] {
      #expect(!Self.accepts(automaton, text))
    }
  }

  /// With bounds, an exponent after a single digit above 0, or such a digit and a fraction, against exact comparison.
  @Test(
    arguments: [
      ("0", nil, false), ("0", nil, true), (nil, "0", false), ("0", "1", false), ("0", "1", true), ("-1", "1", false),
      ("0.05", "0.5", false), ("5", "120", true), ("-120.5", "-0.003", false), ("1e-9", "1e9", true),
      ("999", nil, false),
      (nil, "-1", true), ("2.5", "2.5", false), ("-3", "0.0402", true), (nil, "1e40", false),
    ] as [(String?, String?, Bool)])
  func exponentsKeepTheBounds(lower: String?, upper: String?, isExclusive: Bool) throws {
    var range = NumberRange()
    range.lower = lower.map { Self.bound($0, isExclusive) }
    range.upper = upper.map { Self.bound($0, isExclusive) }
    let automaton = try #require(NumberAutomaton(range))
    var wrong: [String] = []
    for mantissa in ["1", "2", "2.5", "5", "9", "1.0", "1.2", "4.02", "4.021", "9.99", "2.50", "1.205", "3.0000"] {
      for exponent in [
        "-99", "-09", "-9", "-3", "-2", "-02", "-1", "0", "-0", "+0", "1", "+01", "2", "02", "9", "+40", "99",
      ] {
        for text in ["\(mantissa)e\(exponent)", "-\(mantissa)E\(exponent)"]
        where Self.accepts(automaton, text) != range.contains(JSONNumber(uncheckedText: text)) { wrong.append(text) }
      }
    }
    #expect(wrong.isEmpty)
    for text in ["1e", "1e+", "1e-", "1e100", "1e-001", "1.e1", "10e1", "1e1e1"] {
      #expect(!Self.accepts(automaton, text), "\(text)")
    }
  }

  @Test func exponentsWithBoundsTakeFewStates() throws {
    var range = NumberRange()
    range.lower = Self.bound("-12.75", false)
    range.upper = Self.bound("0.125", true)
    let automaton = try #require(NumberAutomaton(range))
    #expect(automaton.isAccepting.count < 1_000)
  }

  /// The way to the nearest end, by following it.
  @Test func distancesLeadToAnEnd() throws {
    var range = NumberRange()
    range.lower = Self.bound("1.25", false)
    range.upper = Self.bound("130", true)
    let automaton = try #require(NumberAutomaton(range))
    for state in automaton.distances.indices {
      let own = automaton.distances[state]
      #expect((own == 0) == automaton.isAccepting[state])
      let targets = automaton.next[state * NumberAutomaton.symbolCount..<(state + 1) * NumberAutomaton.symbolCount]
      let nearest = targets.filter { $0 >= 0 }.map { automaton.distances[Int($0)] }.min()
      if own > 0 { #expect(nearest == own - 1) }
    }
  }

  /// More classes than states, found before any is made.
  @Test func tooManyResiduesAreRefused() {
    var range = NumberRange()
    range.notMultiplesOf = ["2", "6.5", "5", "7", "11", "37"].map { JSONNumber(uncheckedText: $0).decimal }
    #expect(NumberAutomaton(range) == nil)
  }

  @Test func digitsEnd() throws {
    let automaton = try #require(NumberAutomaton(NumberRange()))
    #expect(Self.accepts(automaton, String(repeating: "9", count: 20)))
    #expect(!Self.accepts(automaton, String(repeating: "9", count: 21)))
    #expect(!Self.accepts(automaton, "0." + String(repeating: "3", count: 21)))
  }

  /// Factors whose residues alone are many: digits before the point are then not counted, and nothing is given up.
  @Test(arguments: [("24024", "16"), ("7919", "2"), ("99", "5")])
  func manyResiduesAreExact(wanted: String, unwanted: String) throws {
    var range = NumberRange()
    range.multipleOf = JSONNumber(uncheckedText: wanted).decimal
    range.notMultiplesOf = [JSONNumber(uncheckedText: unwanted).decimal]
    let automaton = try #require(NumberAutomaton(range))
    let factor = try #require(Int(wanted))
    for count in 1...40 {
      for value in [count * factor, count * factor + 1, -count * factor] {
        let text = String(value)
        #expect(Self.accepts(automaton, text) == range.contains(JSONNumber(uncheckedText: text)), "\(text)")
        #expect(Self.accepts(automaton, text + ".00") == range.contains(JSONNumber(uncheckedText: text)), "\(text).00")
      }
    }
  }

  @Test func tooManyStatesIsSaid() {
    var range = NumberRange()
    range.multipleOf = JSONNumber(uncheckedText: "123456789").decimal
    #expect(NumberAutomaton(range) == nil)
    range = NumberRange()
    range.lower = Self.bound("1e100000", false)
    #expect(NumberAutomaton(range) == nil)
  }
}
