// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A trip as an iCalendar file (RFC 5545): an event for each stop, at the local time of wherever the traveller is.
struct CalendarTrip {
  let trip: PlannedTrip
  let start: TripDate
  let now: Date

  /// When the stops of a day begin and end, hours and minutes; what is left of a long day follows hour by hour.
  private static let times = [("1000", "1200"), ("1230", "1400"), ("1500", "1700"), ("1830", "2000")]

  init(_ trip: PlannedTrip, start: TripDate, now: Date) {
    self.trip = trip
    self.start = start
    self.now = now
  }

  var text: String {
    var lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//infer//trip planner//EN", "CALSCALE:GREGORIAN",
      "X-WR-CALNAME:\(MarkupText.iCalendar(trip.itinerary.title))",
    ]
    for day in trip.itinerary.days.indices {
      for stop in trip.stops(ofDay: day) { lines += event(stop) }
    }
    lines.append("END:VCALENDAR")
    return lines.map(Self.folded).joined()
  }

  private func event(_ stop: TripStop) -> [String] {
    let date = start.adding(days: stop.day).compact
    let time = Self.times[min(stop.index, Self.times.count - 1)]
    var lines = [
      "BEGIN:VEVENT", "UID:\(identifier(stop))", "DTSTAMP:\(stamp)", "DTSTART:\(date)T\(time.0)00",
      "DTEND:\(date)T\(time.1)00", "SUMMARY:\(MarkupText.iCalendar(stop.activity.title))",
      "DESCRIPTION:\(MarkupText.iCalendar(stop.activity.description))",
    ]
    if let place = stop.place {
      let area = place.area.isEmpty ? trip.landmark.name : place.area
      lines.append("LOCATION:\(MarkupText.iCalendar("\(place.name), \(area)"))")
      lines.append("GEO:\(place.coordinate.latitude);\(place.coordinate.longitude)")
    }
    lines.append("CATEGORIES:\(MarkupText.iCalendar(stop.activity.type.label))")
    lines.append("END:VEVENT")
    return lines
  }

  /// The same for the same plan, so that a calendar that reads the file again replaces its events. FNV-1a of 64 bits.
  private func identifier(_ stop: TripStop) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in "\(trip.landmark.name)\u{0}\(trip.itinerary.title)\u{0}\(start)".utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return "\(String(hash, radix: 16))-\(stop.day + 1)-\(stop.index + 1)@infer"
  }

  private var stamp: String {
    now.formatted(
      .iso8601.year().month().day().dateSeparator(.omitted).time(includingFractionalSeconds: false).timeSeparator(
        .omitted)) + "Z"
  }

  /// Lines of at most 75 bytes, each but the first with a space before it, cut between characters.
  static func folded(_ line: String) -> String {
    var result = ""
    var width = 0
    for scalar in line.unicodeScalars {
      let size = UTF8.width(scalar)
      if width + size > 75 {
        result += "\r\n "
        width = 1
      }
      result.unicodeScalars.append(scalar)
      width += size
    }
    return result + "\r\n"
  }
}
