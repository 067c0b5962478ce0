// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TripPlanning

@Suite("Built-in landmarks")
struct LandmarkDataTests {
  @Test func nineteenLandmarksOnSevenContinents() {
    #expect(Landmark.all.count == 19)
    #expect(Set(Landmark.all.map(\.continent)).count == Continent.allCases.count)
    #expect(Set(Landmark.names).count == 19)
    #expect(Landmark.names.contains("Joshua Tree"))
  }

  @Test(arguments: Landmark.all)
  func everyPlaceIsWithinRange(of landmark: Landmark) {
    for place in landmark.pointsOfInterest {
      let distance = landmark.coordinate.distance(to: place.coordinate)
      #expect(distance <= landmark.searchRange, "\(place.name) is \(distance) km from \(landmark.name)")
      #expect((-90...90).contains(place.coordinate.latitude))
      #expect((-180...180).contains(place.coordinate.longitude))
    }
    #expect(landmark.reachablePlaces == landmark.pointsOfInterest)
  }

  /// Seven days of three stops need 21 places; a plan should still be able to choose.
  @Test(arguments: Landmark.all)
  func placesSufficeForSevenDays(of landmark: Landmark) {
    #expect(landmark.pointsOfInterest.count >= 25)
    let categories = landmark.pointsOfInterest.map(\.category)
    #expect(categories.filter { $0 == .hotel || $0 == .campground }.count >= 4)
    if landmark.continent != .antarctica {
      #expect(categories.filter { $0 == .restaurant || $0 == .cafe }.count >= 4)
    }
    #expect(categories.contains(.shop))
    #expect(categories.contains(.museum))
  }

  @Test(arguments: Landmark.all)
  func namesAreUniqueAndTextIsTidy(of landmark: Landmark) {
    let names = landmark.pointsOfInterest.map(\.name)
    #expect(Set(names).count == names.count)
    for place in landmark.pointsOfInterest {
      #expect((3...60).contains(place.name.count), "\(place.name)")
      #expect(!place.area.isEmpty)
      #expect((20...120).contains(place.summary.count), "\(place.summary)")
      #expect(place.summary.hasSuffix("."))
      #expect(place.summary.first?.isUppercase == true || place.summary.first?.isNumber == true)
      for text in [place.name, place.area, place.summary] {
        #expect(!text.contains("  ") && text.first != " " && text.last != " ")
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0 == "\"" || $0 == "\\" })
      }
    }
    #expect((10...80).contains(landmark.shortDescription.count))
    #expect((120...480).contains(landmark.description.count), "\(landmark.description.count)")
  }
}
