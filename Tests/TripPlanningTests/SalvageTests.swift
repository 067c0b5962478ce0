// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Testing

@testable import TripPlanning

@Suite("What is left of a plan that broke off")
struct SalvageTests {
  /// Cut anywhere, the days that are kept are the trip's own, whole.
  @Test func everyCutKeepsWholeDays() throws {
    let trip = try SampleTrip.trip(days: 3)
    let text = trip.itinerary.generatedContent.jsonString
    var kept: Set<Int> = []
    for length in 1...text.count {
      guard let content = try? GeneratedContent(json: String(text.prefix(length))),
        let partial = try? Itinerary.PartiallyGenerated(content)
      else { continue }
      guard
        let salvaged = PlannedTrip(
          salvaging: partial, landmark: trip.landmark, preferences: trip.preferences, dayCount: 3)
      else { continue }
      kept.insert(salvaged.itinerary.days.count)
      #expect(salvaged.itinerary.days == Array(trip.itinerary.days.prefix(salvaged.itinerary.days.count)))
      #expect(salvaged.places == Array(trip.places.prefix(salvaged.itinerary.days.count)))
      #expect(salvaged.itinerary.rationale == trip.itinerary.rationale && salvaged.defect == nil)
    }
    #expect(kept == [1, 2])
  }
}
