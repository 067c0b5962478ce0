// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TripPlanning

@Suite("Great-circle distance")
struct CoordinateTests {
  /// Expected values: a quarter and a half of the mean circumference, one degree of a great circle, and a city pair.
  @Test(arguments: [
    (0.0, 0.0, 0.0, 0.0, 0.0), (0, 0, 0, 90, 10_007.56), (90, 0, -90, 0, 20_015.11), (10, 20, 11, 20, 111.195),
    (0, 179.5, 0, -179.5, 111.195), (48.8566, 2.3522, 51.5074, -0.1278, 343.56),
  ])
  func matchesKnownDistances(lat1: Double, lon1: Double, lat2: Double, lon2: Double, kilometres: Double) {
    let a = Coordinate(latitude: lat1, longitude: lon1)
    let b = Coordinate(latitude: lat2, longitude: lon2)
    #expect(abs(a.distance(to: b) - kilometres) < 0.05)
    #expect(a.distance(to: b) == b.distance(to: a))
  }
}
