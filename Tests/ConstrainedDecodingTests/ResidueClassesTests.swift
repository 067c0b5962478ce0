// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import Testing

@testable import ConstrainedDecoding

@Suite struct ResidueClassesTests {
  static func decimal(_ text: String) -> JSONDecimal { JSONNumber(uncheckedText: text).decimal }

  /// Digits read one by one, places that are not written counted as zeros, against exact arithmetic.
  @Test(
    arguments: [
      ("7", []), ("8", ["3"]), ("10", ["4", "25"]), ("0.25", ["0.5"]), ("0.01", ["1"]), (nil, ["3", "6", "4"]),
      (nil, ["0.5", "7"]), ("11", ["7", "13", "8"]), ("24024", []), ("2.5", ["7.5", "40"]),
    ] as [(String?, [String])])
  func agreesWithArithmetic(wanted: String?, unwanted: [String]) throws {
    let residues = try #require(
      ResidueClasses(multipleOf: wanted.map(Self.decimal), butNotOf: unwanted.map(Self.decimal)))
    var range = NumberRange()
    range.multipleOf = wanted.map(Self.decimal)
    range.notMultiplesOf = unwanted.map(Self.decimal)
    for value in stride(from: 0, to: 60_000, by: 7) {
      var own = 0
      for digit in String(value).utf8 { own = residues.step(own, Int(digit) - 48) }
      #expect(
        residues.isGood(own, afterPlaces: 0) == range.contains(JSONNumber(value)),
        "\(value) \(wanted ?? "") \(unwanted)")
    }
  }

  /// What no further digits tell apart is one class: of a power of ten, the count of zeros at the end.
  @Test(arguments: [("1000", 4), ("1", 1), ("3", 3), ("5", 2), ("6", 4), ("0.01", 1)])
  func equalResiduesAreMerged(factor: String, count: Int) throws {
    #expect(try #require(ResidueClasses(multipleOf: Self.decimal(factor), butNotOf: [])).count == count)
  }

  @Test func contradictionsAreEmpty() throws {
    #expect(try #require(ResidueClasses(multipleOf: Self.decimal("12"), butNotOf: [Self.decimal("4")])).isEmpty)
    #expect(!(try #require(ResidueClasses(multipleOf: Self.decimal("4"), butNotOf: [Self.decimal("12")])).isEmpty))
  }

  @Test(arguments: ["1e-20", "1e30", "9007199254740993"])
  func tooLargeIsSaid(factor: String) {
    #expect(ResidueClasses(multipleOf: Self.decimal(factor), butNotOf: []) == nil)
  }
}
