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

  /// No text of the example can be copied into a plan: all open with other words than the schema asks for.
  @Test func theExampleInvitesNoCopying() {
    let day = Itinerary.exampleTripToJapan.days[0]
    for index in 0..<TripOutline.allowedDays.upperBound {
      for lead in PlanOpeners.title(day: index) { #expect(!day.title.hasPrefix(lead)) }
      for lead in PlanOpeners.subtitle(day: index) { #expect(!day.subtitle.hasPrefix(lead)) }
    }
    for activity in day.activities {
      for index in 0..<21 {
        for verb in PlanOpeners.stop(activity.type, index: index) { #expect(!activity.description.hasPrefix(verb)) }
      }
    }
  }
}
