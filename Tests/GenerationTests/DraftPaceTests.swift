// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Generation

@Suite struct DraftPaceTests {
  /// How many of `steps` tokens are asked to be drafted where each draft of seven has `accepted` tokens taken.
  private func drafts(_ steps: Int, accepted: Int) -> Int {
    var pace = DraftPace(most: 7)
    return (0..<steps).count { _ in
      let length = pace.next()
      if length > 0 { pace.settle(drafted: length, accepted: accepted) }
      return length > 0
    }
  }

  @Test func goodDraftsGoOn() {
    #expect(drafts(1000, accepted: 7) == 1000)
    #expect(drafts(1000, accepted: 2) == 1000)
  }

  @Test func poorDraftsStop() {
    let few = drafts(10_000, accepted: 0)
    #expect((1...60).contains(few))
    #expect(drafts(20_000, accepted: 0) - few <= 10_000 / DraftPace.longestPause + 1)
  }

  @Test func aDraftThatIsTakenEndsThePauses() {
    var pace = DraftPace(most: 7)
    for _ in 0..<5000 where pace.next() > 0 { pace.settle(drafted: 7, accepted: 0) }
    while pace.next() == 0 {}
    pace.settle(drafted: 7, accepted: 7)
    for _ in 0..<3 { #expect(pace.next() == 7) }
    var drafted = 0
    for _ in 0..<100 where pace.next() > 0 {
      pace.settle(drafted: 7, accepted: 7)
      drafted += 1
    }
    #expect(drafted == 100)
  }
}
