// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TripPlanning

@Suite("Patterns of the written text")
struct TextPatternTests {
  private let pattern = TextPattern(names: ["Joshua Tree", "Joshua Tree National Park", "St Margaret's (old)"])

  @Test(arguments: [
    ("Walk among the boulders of the park.", true),
    ("Walk, slowly, through Joshua Tree National Park and rest.", true),
    ("Walk past St Margaret's (old) until the morning.", true),
    ("Walk toward the well-known hills where it's always quiet.", true),
    ("Run among the boulders of the park.", false),
    ("Walk among the boulders of the.", false),
    ("Walk to the Grand Hotel Paradise today.", false),
    ("Walk among the boulders of the park", false),
    ("Walk slowly.", false),
    ("Walk among the 12 boulders of the park.", false),
    ("Walk among the boulders\nof the park.", false),
  ])
  func sentences(text: String, matches: Bool) throws {
    let regex = try Regex(pattern.sentence(openers: ["Walk"], words: 4...12))
    #expect((text.wholeMatch(of: regex) != nil) == matches)
  }

  @Test(arguments: [
    ("Three days of stars and stone in Joshua Tree", true), ("Quiet mornings at the Joshua Tree", true),
    ("in Joshua Tree", false), ("Three days in Paris", false),
  ])
  func titles(text: String, matches: Bool) throws {
    let regex = try Regex(pattern.title(destination: "Joshua Tree"))
    #expect((text.wholeMatch(of: regex) != nil) == matches)
  }

  @Test func metacharactersOfNamesAreEscaped() throws {
    for name in ["a.b", "Pappy & Harriet's", "(x)|y", "[z]*", "c+{2}", "\\d", "é-ü"] {
      let regex = try Regex(TextPattern.escaped(name))
      #expect(name.wholeMatch(of: regex) != nil)
    }
  }

  /// The bounds hold: the longest sentence has as many words as allowed.
  @Test func randomSentencesMatchTheirPattern() throws {
    let text = pattern.sentence(openers: ["Walk", "Climb"], words: 6...22)
    let regex = try Regex(text)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      var sampler = PatternSampler(pattern: Array(text))
      let sentence = sampler.sample(&random)
      #expect(sentence.wholeMatch(of: regex) != nil, "\(sentence)")
    }
  }

  @Test(arguments: [
    ("Joshua Tree", ["Joshua Tree", "Joshua Tree National Park", "California", "Mojave Desert", "Colorado Desert"]),
    ("Mount Everest", ["Mount Everest", "Nepal", "China", "Edmund Hillary", "Tenzing Norgay", "Khumbu", "Lukla"]),
    ("Iguazú Falls", ["Argentina", "Brazil", "Iguazú River"]),
  ])
  func properNamesComeFromTheDescription(landmark: String, expected: [String]) throws {
    let names = try LandmarkDirectory.builtIn.landmark(named: landmark).properNames
    for name in expected { #expect(names.contains(name), "\(name) in \(names)") }
  }

  @Test(arguments: Landmark.all)
  func properNamesAreCapitalised(landmark: Landmark) {
    for name in landmark.properNames {
      #expect(name.first?.isUppercase == true)
      #expect(!["The", "It", "Its", "A", "Around"].contains(name), "\(name) of \(landmark.name)")
    }
  }
}

@Suite("Openers of texts")
struct PlanOpenersTests {
  /// Slots of one kind never share an opener, so their texts differ from the first word on.
  @Test(arguments: Activity.Kind.allCases)
  func stopsOfAKindOpenDifferently(kind: Activity.Kind) {
    let groups = (0..<21).map { PlanOpeners.stop(kind, index: $0) }
    let all = groups.flatMap(\.self)
    #expect(Set(all).count == all.count, "\(all.filter { word in all.filter { $0 == word }.count > 1 })")
    #expect(groups.allSatisfy { !$0.isEmpty })
  }

  @Test func daysOpenDifferently() {
    for openers in [(0..<7).flatMap { PlanOpeners.title(day: $0) }, (0..<7).flatMap { PlanOpeners.subtitle(day: $0) }] {
      #expect(Set(openers).count == openers.count)
    }
  }
}
