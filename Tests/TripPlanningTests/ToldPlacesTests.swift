// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TripPlanning

@Suite("Places that a prompt tells of")
struct ToldPlacesTests {
  private func told(_ landmark: Landmark, days: Int, _ preferences: TripPreferences) -> ToldPlaces {
    PlanPrompts(landmark: landmark, dayCount: days, preferences: preferences).toldPlaces()
  }

  @Test(arguments: Landmark.all)
  func allOfABuiltInLandmark(landmark: Landmark) {
    let full = TripPreferences(travellers: .family, pace: .full, interests: Interest.allCases, stepFree: true)
    for (days, preferences) in [(3, TripPreferences()), (7, full)] {
      #expect(told(landmark, days: days, preferences).places == landmark.reachablePlaces)
    }
  }

  /// A file may hold more than a prompt has room for; every stop that the trip could have is told of then.
  @Test func ofManyThoseThatSuitTheTrip() throws {
    let here = Coordinate(latitude: 35.01, longitude: 135.77)
    let places = (0..<400).map { index in
      PointOfInterest(
        "Place \(index)", PlaceCategory.allCases[index % PlaceCategory.allCases.count], "",
        35.01 + Double(index) * 1e-5, 135.77,
        index == 399 ? "A cafe with vegan food." : "A place of the number \(index).")
    }
    let landmark = try LandmarkDirectory.builtIn.newLandmark(named: "Many", at: here, places: places)
    for days in [1, 7] {
      let preferences = TripPreferences(pace: .full)
      let told = told(landmark, days: days, preferences)
      #expect(told.places.count >= 4 * days && told.places.count <= 4 * days * OutlineBuilder.candidatesPerSlot)
      let outline = try OutlineBuilder(
        landmark: landmark, places: told.places, dayCount: days, preferences: preferences
      ).build()
      #expect(outline.days.count == days)
    }
  }
}
