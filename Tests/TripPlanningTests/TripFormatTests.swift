// SPDX-License-Identifier: Apache-2.0
import Foundation
import OrderedJSON
import Testing

@testable import TripPlanning

@Suite("Exports of trips")
struct TripFormatTests {
  /// Text that would be markup in one of the formats.
  private static let hostile = " <b>&amp;\"'</b> ; , \\ | * _ [x](y) # `c` \u{1}\n1. z"

  private func text(_ format: TripFormat, _ trip: PlannedTrip) -> String {
    format.text(of: trip, start: TripDate("2027-02-28"), now: Date(timeIntervalSince1970: 1_800_000_000))
  }

  @Test(arguments: TripFormat.allCases)
  func everyStopIsInEveryFormat(format: TripFormat) throws {
    let trip = try SampleTrip.trip(days: 3)
    let text = text(format, trip).replacing("\r\n ", with: "")
    for place in trip.places.flatMap(\.self).compactMap(\.self) {
      #expect(text.contains(MarkupText.xml(place.name)) || text.contains(place.name), "\(place.name)")
      #expect(format == .html || text.contains("\(place.coordinate.latitude)"))
    }
    #expect(text.utf8.last == 0x0A)
  }

  @Test func theCalendarHasLinesThatFit() throws {
    let text = text(.ics, try SampleTrip.trip(days: 2, text: Self.hostile + String(repeating: "é", count: 90)))
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines.last == "" && lines.dropLast().allSatisfy { $0.utf8.count <= 75 && !$0.contains("\n") })
    #expect(text.contains("DTSTART:20270228T100000") && text.contains("DTSTART:20270301T100000"))
    #expect(text.contains("DTSTAMP:20270115T080000Z"), "\(text.prefix(400))")
    let unfolded = text.replacing("\r\n ", with: "")
    #expect(unfolded.contains("\\; \\, \\\\"))
    let identifiers = lines.filter { $0.hasPrefix("UID:") }
    #expect(Set(identifiers).count == 6)
  }

  @Test func markupIsText() throws {
    let trip = try SampleTrip.trip(days: 1, text: Self.hostile)
    for format in [TripFormat.gpx, .html] {
      let text = text(format, trip)
      #expect(!text.contains("<b>") && text.contains("&lt;b&gt;&amp;amp;&quot;&#39;"))
      #expect(!text.unicodeScalars.contains { $0.value == 1 })
      #expect(XMLBalance.isBalanced(text.replacing("<!DOCTYPE html>", with: "")), "\(format)")
    }
    let markdown = text(.markdown, trip)
    #expect(markdown.contains("\\<b\\>") && markdown.contains("\\[x\\](y)") && markdown.contains("\\*"))
  }

  @Test func geoJSONHasPointsAndLines() throws {
    let json = try JSONValue(parsing: text(.geojson, try SampleTrip.trip(days: 2)))
    let features = try #require(json["features"]?.arrayValue)
    let types = features.compactMap { $0["geometry"]?["type"]?.stringValue }
    #expect(types == ["Point", "Point", "Point", "LineString", "Point", "Point", "Point", "LineString"])
    let first = try #require(features.first?["geometry"]?["coordinates"]?.arrayValue)
    #expect((first[0].doubleValue ?? 0) < -115 && (first[1].doubleValue ?? 0) > 33)
  }

  @Test func theFileReadsItsOwnExport() throws {
    let trip = try SampleTrip.trip(days: 2)
    let file = try PlaceFile(geoJSON: Data(text(.geojson, trip).utf8), file: "trip.geojson")
    #expect(file.places.map(\.name) == trip.places.flatMap(\.self).compactMap { $0?.name })
    #expect(file.places.map(\.category) == trip.places.flatMap(\.self).compactMap { $0?.category })
  }

  @Test func aStopWithoutAPlaceIsTold() throws {
    var trip = try SampleTrip.trip(days: 1)
    trip.places[0] = [nil, nil, nil]
    for format in TripFormat.allCases { #expect(!text(format, trip).isEmpty) }
    #expect(!text(.gpx, trip).contains("<rte>"))
    #expect(DayMap(trip, day: 0).svg == nil)
  }

  @Test func filesHaveNames() throws {
    var trip = try SampleTrip.trip(days: 1)
    #expect(TripFormat.ics.fileName(for: trip) == "joshua-tree-wide-sky.ics")
    trip.itinerary.title = "Iguazú ../../旅"
    #expect(TripFormat.markdown.fileName(for: trip) == "iguazu.md")
    trip.itinerary.title = "旅"
    #expect(TripFormat.gpx.fileName(for: trip) == "trip.gpx")
  }

  @Test(arguments: [
    ("2027-05-01", true), ("2028-02-29", true), ("2027-02-29", false), ("2027-13-01", false), ("2027-5-1", false),
    ("", false), ("2027-05-01T00", false), ("٢٠٢٧-٠٥-٠١", false), ("0000-01-01", false), ("-027-01-01", false),
  ])
  func datesAreDays(text: String, isDate: Bool) {
    #expect((TripDate(text) != nil) == isDate)
    if let date = TripDate(text) { #expect(date.description == text) }
  }

  @Test func daysFollowEachOther() {
    #expect(TripDate("2027-12-31")?.adding(days: 1).description == "2028-01-01")
    #expect(TripDate("2028-02-28")?.adding(days: 2).description == "2028-03-01")
  }
}

/// Whether tags open and close in order, quoted attributes aside.
enum XMLBalance {
  static func isBalanced(_ text: String) -> Bool {
    var open: [String] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      guard let end = rest[start...].firstIndex(of: ">") else { return false }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("?") || tag.hasSuffix("/") { continue }
      let name = String(tag.prefix { $0 != " " && $0 != "\n" })
      if name.hasPrefix("/") {
        guard open.popLast() == String(name.dropFirst()) else { return false }
      } else if !["meta", "br"].contains(name) {
        open.append(name)
      }
    }
    return open.isEmpty
  }
}
