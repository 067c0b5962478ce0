// SPDX-License-Identifier: Apache-2.0
import Testing
import Tokenization

@testable import Generation

@Suite struct PromptLookupTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: [TokenID], limit: Int, draft: [TokenID]
    var testDescription: String { "\(text), \(limit)" }
  }

  @Test(arguments: [
    Case(text: [], limit: 7, draft: []),
    Case(text: [1], limit: 7, draft: []),
    Case(text: [1, 2], limit: 7, draft: []),
    // One token in common is too little.
    Case(text: [1, 2, 3, 1], limit: 7, draft: []),
    Case(text: [1, 2, 3, 4, 1, 2], limit: 2, draft: [3, 4]),
    Case(text: [1, 2, 3, 4, 1, 2], limit: 0, draft: []),
    Case(text: [1, 2, 3, 4, 1, 2], limit: -1, draft: []),
    // A short match is followed with caution, a long one for the whole length.
    Case(text: [1, 2, 3, 4, 5, 6, 1, 2], limit: 7, draft: [3, 4, 5]),
    Case(text: [1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4], limit: 5, draft: [5, 6, 7, 8, 9]),
    // The longest match wins, then the latest.
    Case(text: [9, 1, 2, 3, 8, 1, 2, 4, 9, 1, 2], limit: 1, draft: [3]),
    Case(text: [9, 1, 2, 3, 9, 1, 2, 4, 9, 1, 2], limit: 1, draft: [4]),
    // What is copied overlaps its own continuation.
    Case(text: [5, 5, 5, 5, 5], limit: 6, draft: [5, 5, 5, 5, 5, 5]),
    Case(text: [1, 2, 1, 2, 1, 2], limit: 5, draft: [1, 2, 1, 2, 1]),
  ]) func drafts(_ c: Case) {
    #expect(PromptLookup(c.text).draft(limit: c.limit) == c.draft)
  }

  /// The draft is that of the definition, tried out at every place.
  @Test func draftsAsTheDefinitionSays() {
    var random = RandomSource(seed: 7)
    for count in 0..<200 {
      let text = (0..<count % 40).map { _ in TokenID(random.next() % 3) }
      var best: (end: Int, length: Int) = (0, 1)
      for end in stride(from: 1, to: text.count, by: 1) {
        let length = zip(text[..<end].reversed(), text.reversed()).prefix { $0 == $1 }.count
        if min(length, PromptLookup.longestMatch) >= best.length {
          best = (end, min(length, PromptLookup.longestMatch))
        }
      }
      let expected = best.length < 2 ? nil : text[best.end]
      #expect(PromptLookup(text).draft(limit: 1).first == expected, "\(text)")
    }
  }

  @Test func textIsAppendedAndCut() {
    var lookup = PromptLookup([1, 2, 3])
    lookup.append(4)
    lookup.append([5, 6])
    lookup.removeLast(2)
    #expect(lookup.tokens == [1, 2, 3, 4])
  }
}
