// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TripPlanning

@Suite("Maps")
struct DayMapTests {
  @Test(arguments: Landmark.all)
  func everyLandmarkHasItsShapes(landmark: Landmark) throws {
    let shapes = try #require(MapShapes.around(landmark)).shapes
    #expect(shapes.contains { $0.kind == .land })
    for shape in shapes {
      #expect(shape.points.count >= 2)
      for point in shape.points {
        #expect(landmark.coordinate.distance(to: point) < landmark.searchRange * 2.6)
      }
    }
  }

  @Test func theWorldIsWhole() {
    #expect(MapShapes.world.shapes.count > 60)
    for point in MapShapes.world.shapes.flatMap(\.points) {
      #expect(abs(point.latitude) <= 90 && abs(point.longitude) <= 180)
    }
  }

  @Test(arguments: ["A", "~", "\u{7F}??", "é??", "_p~iF~ps|"])
  func brokenTextIsNoLine(text: String) { #expect(MapPolyline.decode(text[...]) == nil) }

  @Test func packedTextIsRead() {
    let points = MapPolyline.decode("_p~iF~ps|U_ulLnnqC_mqNvxq`@")
    #expect(
      points == [
        Coordinate(latitude: 38.5, longitude: -120.2), Coordinate(latitude: 40.7, longitude: -120.95),
        Coordinate(latitude: 43.252, longitude: -126.453),
      ])
    #expect(MapPolyline.decode("")?.isEmpty == true)
  }

  @Test func aMapHasPinsAndALine() throws {
    let trip = try SampleTrip.trip(days: 2)
    for day in 0..<2 {
      let svg = try #require(DayMap(trip, day: day).svg)
      #expect(XMLBalance.isBalanced(svg))
      #expect(svg.ranges(of: "m-number").count == 3)
      #expect(svg.contains("<polyline") && svg.contains("role=\"img\"") && svg.contains("m-scale"))
      for stop in trip.stops(ofDay: day) { #expect(svg.contains(MarkupText.xml(stop.activity.title))) }
    }
  }

  /// North is up, east is right, also across the 180th meridian and where all points are one.
  @Test(arguments: [(46.0, 7.0), (-77.8, 179.999), (0, -180), (89.5, 10)])
  func directionsAreRight(latitude: Double, longitude: Double) {
    let here = Coordinate(latitude: latitude, longitude: longitude)
    let east = Coordinate(latitude: latitude, longitude: longitude > 179.9 ? -179.99 : longitude + 0.01)
    let north = Coordinate(latitude: latitude + 0.01, longitude: longitude)
    for points in [[here], [here, east, north]] {
      let projection = MapProjection(fitting: points, width: 640, height: 400, margin: 60, leastSpan: 1)
      let (a, b, c) = (projection.point(here), projection.point(east), projection.point(north))
      #expect(b.x > a.x && c.y < a.y)
      #expect((0...640).contains(a.x) && (0...400).contains(a.y))
    }
  }

  @Test(arguments: [(0.05, "50 m"), (0.5, "500 m"), (1, "1 km"), (2.34, "2.3 km"), (61.7, "62 km")])
  func lengthsAreReadable(value: Double, text: String) { #expect(DayMap.kilometres(value) == text) }
}
