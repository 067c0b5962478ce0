// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Testing

@testable import TripPlanning

@Suite("Itinerary")
struct ItineraryTests {
  @Test func theExampleRoundTrips() throws {
    let example = Itinerary.exampleTripToJapan
    #expect(try Itinerary(example.generatedContent) == example)
    #expect(example.days.allSatisfy { $0.activities.count == 3 })
    #expect(Landmark.names.contains(example.destinationName))
  }

  /// The example shows what the patterns allow, so that model and grammar pull in one direction.
  @Test func theExampleHasTheTextsForm() throws {
    let pattern = TextPattern(names: [])
    let openers = Activity.Kind.allCases.flatMap { kind in (0..<21).flatMap { PlanOpeners.stop(kind, index: $0) } }
    let sentence = try Regex(pattern.sentence(openers: openers, words: 6...22))
    for activity in Itinerary.exampleTripToJapan.days.flatMap(\.activities) {
      #expect(activity.description.wholeMatch(of: sentence) != nil, "\(activity.description)")
    }
    let title = try Regex(pattern.phrase(openers: PlanOpeners.title(day: 0), words: 2...6))
    #expect(Itinerary.exampleTripToJapan.days[0].title.wholeMatch(of: title) != nil)
  }
}
