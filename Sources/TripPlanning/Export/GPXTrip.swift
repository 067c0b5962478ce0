// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A trip as GPX 1.1: a waypoint for each stop, a route for each day.
struct GPXTrip {
  let trip: PlannedTrip
  let now: Date

  init(_ trip: PlannedTrip, now: Date) {
    self.trip = trip
    self.now = now
  }

  var text: String {
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<gpx version=\"1.1\" creator=\"infer\" xmlns=\"http://www.topografix.com/GPX/1/1\">",
      "  <metadata>", "    <name>\(MarkupText.xml(trip.itinerary.title))</name>",
      "    <desc>\(MarkupText.xml(trip.itinerary.description))</desc>",
      "    <time>\(now.formatted(.iso8601))</time>", "  </metadata>",
    ]
    let days = trip.itinerary.days.indices.map { trip.stops(ofDay: $0) }
    for stop in days.flatMap(\.self) { lines += point(stop, element: "wpt", indent: "  ") }
    for (index, stops) in days.enumerated() where stops.contains(where: { $0.place != nil }) {
      let title = "Day \(index + 1): \(trip.itinerary.days[index].title)"
      lines += ["  <rte>", "    <name>\(MarkupText.xml(title))</name>", "    <number>\(index + 1)</number>"]
      for stop in stops { lines += point(stop, element: "rtept", indent: "    ") }
      lines.append("  </rte>")
    }
    lines.append("</gpx>")
    return lines.joined(separator: "\n") + "\n"
  }

  /// None for a stop of which the place is not known.
  private func point(_ stop: TripStop, element: String, indent: String) -> [String] {
    guard let place = stop.place else { return [] }
    return [
      "\(indent)<\(element) lat=\"\(place.coordinate.latitude)\" lon=\"\(place.coordinate.longitude)\">",
      "\(indent)  <name>\(MarkupText.xml(stop.activity.title))</name>",
      "\(indent)  <desc>\(MarkupText.xml(stop.activity.description))</desc>",
      "\(indent)  <type>\(MarkupText.xml(place.category.displayName))</type>", "\(indent)</\(element)>",
    ]
  }
}
