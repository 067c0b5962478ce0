// SPDX-License-Identifier: Apache-2.0
import Generation
@testable import infer
import Testing

@Suite struct SuggestionsTests {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("", "abc", 3), ("kitten", "sitting", 3), ("show", "shwo", 1), ("Plan", "plan", 0),
    ("bench", "bnch", 1), ("abc", "abc", 0), ("ab", "ba", 1),
  ])
  func distance(a: String, b: String, expected: Int) {
    #expect(editDistance(a, b) == expected)
    #expect(editDistance(b, a) == expected)
  }

  @Test func suggestionsAreNearestFirst() {
    #expect(suggestions(for: "--tmp", among: ["--temp", "--top-k", "--top-p"]) == ["--temp"])
    #expect(suggestions(for: "xyz", among: ["--temp"]).isEmpty)
  }
}
