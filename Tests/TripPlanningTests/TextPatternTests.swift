// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import TripPlanning

@Suite("Patterns of the written text")
struct TextPatternTests {
  private let pattern = TextPattern(names: ["Joshua Tree", "Joshua Tree National Park", "St Margaret's (old)", "1904"])

  @Test(arguments: [
    ("Walk among the boulders of the park.", true),
    ("Walk, slowly, through Joshua Tree National Park and rest.", true),
    ("Walk past St Margaret's (old) until the morning.", true),
    ("Walk toward the well-known hills where it's always quiet.", true),
    ("Walk to the house of 1904.", true),
    ("Walk along a stop-and-go road past Niterói's surubí.", false),
    ("Walk along a stop-and-go road with surubí.", true),
    ("Run among the boulders of the park.", false),
    ("Walk among the boulders of the.", false),
    ("Walk to the Grand Hotel Paradise today.", false),
    ("Walk among the boulders of the park", false),
    ("Walk slowly.", true), ("Walk.", false), ("Walk, then rest, then walk, then rest.", false),
    ("Walk one two three four five six seven eight nine tens.", false),
    ("Walk among the 12 boulders of the park.", false),
    ("Walk among the boulders\nof the park.", false),
    ("Walk among the boulders \\u0061 of the park.", false),
  ])
  func sentences(text: String, matches: Bool) throws {
    let regex = try Regex(pattern.sentence(leads: ["Walk"], words: 8, commas: 2))
    #expect((text.wholeMatch(of: regex) != nil) == matches)
  }

  @Test(arguments: [
    ("Stops are near.", true), ("Stops are near, and evenings are free.", true),
    ("Stops are near and evenings are free.", true), ("Stops are near evenings.", false),
    ("Stops are near, and.", false),
  ])
  func extensibleSentences(text: String, matches: Bool) throws {
    let regex = try Regex(pattern.extensibleSentence(lead: "Stops are near", words: 10))
    #expect((text.wholeMatch(of: regex) != nil) == matches)
  }

  @Test(arguments: [
    ("Into the Hidden Valley", true), ("Into the desert", true), ("Along the old shore of the lake", true),
    ("Into the", false), ("Into the old, old town", false), ("Into the world of", false),
    ("Into the one two three four five six", false),
  ])
  func titles(text: String, matches: Bool) throws {
    let regex = try Regex(pattern.title(leads: ["Into the", "Along the"], words: 1...5))
    #expect((text.wholeMatch(of: regex) != nil) == matches)
  }

  @Test func metacharactersOfNamesAreEscaped() throws {
    for name in ["a.b", "Pappy & Harriet's", "(x)|y", "[z]*", "c+{2}", "\\d", "é-ü", "a/b"] {
      let regex = try Regex(TextPattern.escaped(name))
      #expect(name.wholeMatch(of: regex) != nil)
    }
  }

  @Test func randomSentencesMatchTheirPattern() throws {
    let text = pattern.sentence(leads: ["Walk", "Climb"], words: 12, commas: 3)
    let regex = try Regex(text)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<50 {
      var sampler = PatternSampler(pattern: Array(text))
      let sentence = sampler.sample(&random)
      #expect(sentence.wholeMatch(of: regex) != nil, "\(sentence)")
    }
  }
}

@Suite("Openers of texts")
struct PlanOpenersTests {
  @Test func daysOpenDifferently() {
    for openers in [(0..<7).flatMap { PlanOpeners.title(day: $0) }, (0..<7).flatMap { PlanOpeners.subtitle(day: $0) }] {
      #expect(Set(openers).count == openers.count)
    }
  }

  /// Up to the longest trip's number of stops of a kind, verbs change from stop to stop.
  @Test(arguments: Activity.Kind.allCases)
  func neighbouringStopsOpenDifferently(kind: Activity.Kind) {
    for index in 0..<21 {
      let here = PlanOpeners.stop(kind, index: index)
      #expect(!here.isEmpty && Set(here).isDisjoint(with: PlanOpeners.stop(kind, index: index + 1)))
    }
  }
}
