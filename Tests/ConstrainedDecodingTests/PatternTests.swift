// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import ConstrainedDecoding

@Suite struct PatternTests {
  private static func set(
    _ pattern: String, _ dialect: PatternDialect = .ecmaScript, _ algebra: StringAlgebra = StringAlgebra()
  ) throws -> StringSet {
    try algebra.set(ofPattern: Pattern(parsing: pattern, dialect: dialect))
  }

  struct Case: Sendable {
    var pattern: String
    var matches: [String]
    var others: [String]
    var dialect = PatternDialect.ecmaScript
  }

  @Test(arguments: [
    Case(pattern: "", matches: ["", "x"], others: []),
    Case(pattern: "^$", matches: [""], others: ["x"]),
    Case(pattern: "a|^b$", matches: ["a", "xax", "b"], others: ["", "bb"]),
    Case(pattern: "^(?<year>\\d{4})-\\d\\d$", matches: ["2024-01"], others: ["24-01", "2024-011"]),
    Case(pattern: "^a{0,2}?$", matches: ["", "a", "aa"], others: ["aaa"]),
    Case(pattern: "^a{2,}$", matches: ["aa", "aaaa"], others: ["a"]),
    Case(pattern: "^a{,2}$", matches: ["", "aa"], others: ["aaa"]),
    Case(pattern: "^a{x$", matches: ["a{x"], others: ["a"]),
    Case(pattern: "^[\\d-x]$", matches: ["1", "-", "x"], others: ["a"]),
    Case(pattern: "^[^\\s]+$", matches: ["é😊"], others: ["", "a b", "\u{3000}"]),
    Case(pattern: "^.$", matches: ["x", "😊"], others: ["\n", "xy", ""]),
    Case(pattern: "^[\\u00e9\\x41\\u{1F60A}\\ud83d\\ude0b]$", matches: ["é", "A", "😊", "😋"], others: ["B"]),
    Case(pattern: "^\\p{Lu}\\p{Ll}+$", matches: ["Élan"], others: ["élan", "E1"]),
    Case(pattern: "^[[a]$", matches: ["[", "a"], others: ["b"]),
    Case(pattern: "\\Bx", matches: ["ax"], others: ["x", " x"]),
    Case(
      pattern: "^(\\/?((\\.{2})|([a-z0-9\\-]*))($|\\/))*$", matches: ["", "a/b", "/../x", "a", "//", "a/"],
      others: ["A", "a b", "./"]),
    Case(pattern: "^(?:a|\\b)*$", matches: ["", "a", "aaa"], others: ["b", "ab"]),
    Case(pattern: "^(?:x(?=y|$)|y)+$", matches: ["x", "xy", "yx", "xyxy"], others: ["", "xx", "xxy"]),
    Case(pattern: "^((?!foo).)*$", matches: ["", "fo", "barfo o"], others: ["foo", "xfoox", "a\n"]),
    Case(pattern: "^(?=.*\\d)(?=.*[a-z]).{3,}$", matches: ["a1b", "11a"], others: ["a1", "abc", "111"]),
    Case(pattern: "^(?!(?:con|prn)$)[a-z]+$", matches: ["co", "cons", "x"], others: ["con", "prn", ""]),
    Case(pattern: "\\bcat\\b", matches: ["cat", "a cat!", "-cat"], others: ["cats", "concat", "_cat"]),
    Case(pattern: "^(?:jan|feb|mar|apr)-\\d$", matches: ["jan-1", "apr-2"], others: ["ja-1", "janfeb-1", "-1"]),
    Case(pattern: "^(a*)*$", matches: ["", "aaa"], others: ["b"]),
    Case(pattern: "^\\/\\.\\-\\$$", matches: ["/.-$"], others: ["/x-$"]),
    Case(pattern: "(Mr|Mrs)\\Q. \\E\\w+", matches: ["Mr. X", "Mrs. Yz"], others: ["Mr X", "Mr. "], dialect: .swift),
    Case(pattern: "^[[a-f][\\d]]+$", matches: ["a1f"], others: ["g"], dialect: .swift),
    Case(pattern: "^[a-f&&[^c]]$", matches: ["a"], others: ["c", "g"], dialect: .swift),
    Case(pattern: "^[a-f--c]$", matches: ["a"], others: ["c"], dialect: .swift),
    Case(pattern: "^\\Qa+b\\E*$", matches: ["a+", "a+bb"], others: ["ab"], dialect: .swift),
  ])
  func matches(_ test: Case) throws {
    let set = try Self.set(test.pattern, test.dialect)
    for text in test.matches { #expect(set.algebra.accepts(set, text), "\(test.pattern) on \(text)") }
    for text in test.others { #expect(!set.algebra.accepts(set, text), "\(test.pattern) on \(text)") }
  }

  @Test(arguments: [
    "(?<=a)", "(?<!a)", "\\1", "\\k<n>", "(?i)a", "a++", "\\q", "\\p{Nope}",
  ])
  func refusesWhatNoAutomatonCanDo(pattern: String) {
    let error = #expect(throws: PatternError.self) { try Self.set(pattern) }
    guard case .unsupported? = error?.kind else { return #expect(Bool(false), "\(pattern)") }
  }

  /// Sets are made of runs of the general category, and of parts of the code space that are alike.
  @Test(arguments: ["Lu", "Nd", "Cn", "Co", "Zs", "C", "Alphabetic", "Emoji", "White_Space"])
  func propertiesAreThoseOfTheirScalars(name: String) throws {
    let set = try #require(CodePointSet.property(name))
    #expect(CodePointSet(set.ranges) == set && CodePointSet.property(name) == set)
    var random = SeededGenerator(seed: 6)
    for index in 0..<4000 {
      let value = UInt32(random.next(index % 3 == 0 ? 0x110000 : 0x3000))
      guard let scalar = Unicode.Scalar(value) else { continue }
      let expected =
        switch name {
        case "Lu": scalar.properties.generalCategory == .uppercaseLetter
        case "Nd": scalar.properties.generalCategory == .decimalNumber
        case "Cn": scalar.properties.generalCategory == .unassigned
        case "Co": scalar.properties.generalCategory == .privateUse
        case "Zs": scalar.properties.generalCategory == .spaceSeparator
        case "C":
          [.unassigned, .privateUse, .control, .format, .surrogate].contains(scalar.properties.generalCategory)
        case "Alphabetic": scalar.properties.isAlphabetic
        case "Emoji": scalar.properties.isEmoji
        default: scalar.properties.isWhitespace
        }
      #expect(set.contains(value) == expected, "\(value)")
    }
    #expect(!set.contains(0xD800) && !set.contains(0xDFFF))
  }

  /// Random patterns over two letters against Swift's own engine.
  @Test func agreesWithSwiftRegex() throws {
    var random = SeededGenerator(seed: 5)
    func pattern(_ depth: Int) -> String {
      switch random.next(depth > 0 ? 10 : 3) {
      case 0: return "a"
      case 1: return random.pick(["b", ".", "[ab]", "[^a]", "\\w", "\\d"])
      case 2: return random.pick(["a", "b", "^", "$", ""])
      case 3, 4: return pattern(depth - 1) + pattern(depth - 1)
      case 5: return "(?:" + pattern(depth - 1) + "|" + pattern(depth - 1) + ")"
      default: return "(?:" + pattern(depth - 1) + ")" + random.pick(["*", "+", "?", "{2}", "{1,3}", "{0,2}", "*?"])
      }
    }
    var texts = [""]
    for _ in 0..<4 { texts += texts.flatMap { text in ["a", "b", "1", " "].map { text + $0 } } }
    texts = Array(Set(texts)).sorted()
    var compared = 0
    for _ in 0..<150 {
      let source = pattern(3)
      guard let regex = try? Regex(source).matchingSemantics(.unicodeScalar),
        let set = try? Self.set(source)
      else { continue }
      compared += 1
      for text in texts where set.algebra.accepts(set, text) != text.contains(regex) {
        Issue.record("\(source) on '\(text)': ours \(set.algebra.accepts(set, text))")
        break
      }
    }
    #expect(compared > 100)
  }

  @Test func productsAreSetOperations() throws {
    let algebra = StringAlgebra()
    let a = try Self.set("^[ab]*$", .ecmaScript, algebra)
    let b = try Self.set("b", .ecmaScript, algebra)
    let both = try algebra.intersection(a, b)
    let rest = try algebra.difference(a, b)
    for text in ["", "a", "b", "ab", "abc", "cb", "c"] {
      let (inA, inB) = (algebra.accepts(a, text), algebra.accepts(b, text))
      #expect(algebra.accepts(both, text) == (inA && inB))
      #expect(algebra.accepts(rest, text) == (inA && !inB))
    }
    let names = try algebra.complement(of: algebra.set(of: ["a", "ab", ""]))
    for (text, isAllowed) in [("", false), ("a", false), ("ab", false), ("b", true), ("abc", true), ("ac", true)] {
      #expect(algebra.accepts(names, text) == isAllowed)
    }
    #expect(try algebra.isEmpty(algebra.difference(a, algebra.all)))
  }
}
