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
    let words = WordTokens(texts: Self.tokens)
    let narrowed = words.narrowed(
      try mask(example.allowed), after: try example.previous.map { Int32(try token($0)) },
      refused: Int32(try token(example.refused)))
    #expect(narrowed == (try mask(example.expected)))
  }

  @Test(
    arguments: [
      // With other capitals and in part, but neither words that begin a longer one nor longer ones.
      (["falls"], [" F", " fal", " FALLS"]), (["inside"], [" ins"]), (["in"], [" in"]), (["i"], [" I"]),
      (["igua"], []), (["", "x"], []), ([], []),
    ] as [([String], [String])])
  func beginnings(of said: [String], expected: [String]) {
    let tokens = [" F", " fal", "falls", " FALLS", " fallsy", " in", " ins", " inn", " I", " f1", " "]
    let words = WordTokens(texts: tokens)
    let found = words.beginnings(of: Set(said.map { Array($0.utf8) }))
    #expect(found.map { tokens[Int($0)] } == expected)
  }

  @Test func wordsOfAText() {
    let text = Array("The Iguazú, in 1905; it's a-b. ".utf8)
    let words = WordTokens.words(in: text).map { String(decoding: text[$0], as: UTF8.self) }
    #expect(words == ["The", "Iguazú", "in", "1905", "it", "s", "a", "b"])
    #expect(WordTokens.words(in: []).isEmpty && WordTokens.words(in: [0x2E]).isEmpty)
    let tokens = WordTokens(texts: [" The", "É", "d\""])
    #expect(String(decoding: tokens.folded([0, 1, 2, 0]), as: UTF8.self) == " theÉd\" the")
  }
}

extension WordTokens {
  init(texts: [String]) {
    let tokens = texts.map { Array($0.utf8) }
    self.init(tokens: tokens) { $1 += tokens[Int($0)] }
  }
}
