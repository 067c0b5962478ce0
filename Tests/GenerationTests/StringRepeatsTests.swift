// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Generation

@Suite struct StringRepeatsTests {
  private static let tokens = [
    "\"", " a", " small", " cafe", " with", "s", "\",\"", ":", " the", " Fall", " Falls", " F", "alls", " falls", ",",
    "é",
    " fé",
  ]

  @Test(
    arguments: [
      // A word after the same two tokens, and a word twice in a row.
      (["\"", " a", " small", " cafe", " with", " a", " small"], [" cafe", " small"]),
      (["\"", " a", " small", " a", " small", " the", " a", " small"], [" a", " the", " small"]),
      (["\"", " the", " the"], [" the"]),
      // What an earlier string has said is hardly less likely.
      (["\"", " a", " small", " cafe", "\",\"", " a", " small"], [" small"]),
      // Nor is it in parts, in other capitals, or after a comma.
      (["\"", " the", " cafe", " Falls", " with", " the", " cafe"], [" cafe", " Falls", " Fall", " F", " falls"]),
      (
        ["\"", " the", ",", " cafe", " F", "alls", " a", " the", " cafe"], [" cafe", " Falls", " Fall", " F", " falls"]
      ),
      (["\"", " falls", "é", " a", " cafe", " F", "alls", "é"], []),
      (["\"", " Falls", "é", " a", " cafe", " with", " falls", "é", " a"], [" a", " cafe"]),
      // What is no beginning of a word may come again.
      (["\"", " a", " cafe", "s", " with", " a", " cafe"], [" cafe"]), ([":", ":"], []),
      // Not yet.
      (["\"", " a"], [" a"]), (["\"", "s"], []), (["\""], []), ([], []),
    ] as [([String], [String])])
  func lowers(answer: [String], expected: [String]) throws {
    let words = WordTokens(texts: Self.tokens)
    let ids = try answer.map { text in Int32(try #require(Self.tokens.firstIndex(of: text))) }
    var logits = [Float](repeating: 1, count: Self.tokens.count)
    logits.withUnsafeMutableBufferPointer { StringRepeats.lower($0, after: ids, words) }
    let lowered = logits.indices.filter { logits[$0] < -10 }.map { Self.tokens[$0] }
    #expect(Set(lowered) == Set(expected))
  }
}
