// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import Testing

@testable import Generation

@Suite struct WordTokensTests {
  private static let tokens = ["en", "joy", " the", "the", ".", ",", " ", "\"", " 1", "é", "find", "Points", "NA"]

  struct Case: Sendable {
    let allowed: [String]
    let previous: String?
    let refused: String
    let expected: [String]
  }

  @Test(arguments: [
    // A new word or a mark was wanted: the open one ends.
    Case(allowed: ["the", "en", ".", ","], previous: "joy", refused: " the", expected: [".", ","]),
    Case(allowed: ["the", "é", ".", " the"], previous: "joy", refused: "\"", expected: [".", " the"]),
    // Nothing that would end it is allowed.
    Case(allowed: ["the", "en"], previous: "joy", refused: " the", expected: ["the", "en"]),
    // The same word was to go on, or none is open.
    Case(allowed: ["the", "."], previous: "en", refused: "joy", expected: ["the", "."]),
    Case(allowed: ["the", "."], previous: " ", refused: ",", expected: ["the", "."]),
    Case(allowed: ["the", "."], previous: " 1", refused: " the", expected: ["the", "."]),
    Case(allowed: ["the", "."], previous: nil, refused: " the", expected: ["the", "."]),
    // A name of code: a capital begins a word in it. One after another does not.
    Case(allowed: ["the", " the", "\""], previous: "find", refused: "Points", expected: [" the", "\""]),
    Case(allowed: ["the", "\""], previous: "NA", refused: "Points", expected: ["the", "\""]),
    Case(allowed: ["the", "en"], previous: "find", refused: "Points", expected: ["the", "en"]),
  ])
  func narrows(example: Case) throws {
    func token(_ text: String) throws -> Int { try #require(Self.tokens.firstIndex(of: text)) }
    func mask(_ texts: [String]) throws -> TokenMask {
      var mask = TokenMask(count: Self.tokens.count)
      for text in texts { mask[try token(text)] = true }
      return mask
    }
    let words = WordTokens(tokens: Self.tokens.map { Array($0.utf8) })
    let narrowed = words.narrowed(
      try mask(example.allowed), after: try example.previous.map { Int32(try token($0)) },
      refused: Int32(try token(example.refused)))
    #expect(narrowed == (try mask(example.expected)))
  }
}
