// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A file format that a trip can be taken along in.
public enum TripFormat: String, CaseIterable, Sendable {
  case markdown
  case ics
  case gpx
  case geojson
  case html

  public var fileExtension: String { self == .markdown ? "md" : rawValue }

  public var mediaType: String {
    switch self {
    case .markdown: "text/markdown; charset=utf-8"
    case .ics: "text/calendar; charset=utf-8"
    case .gpx: "application/gpx+xml"
    case .geojson: "application/geo+json"
    case .html: "text/html; charset=utf-8"
    }
  }

  /// The trip in this format, line ends included.
  ///
  /// - Parameters:
  ///   - start: the date of the first day; a calendar without one begins the day after `now`.
  ///   - now: when the file is made.
  public func text(of trip: PlannedTrip, start: TripDate? = nil, now: Date = Date()) -> String {
    switch self {
    case .markdown: MarkdownTrip(trip, start: start).text
    case .ics: CalendarTrip(trip, start: start ?? TripDate(now).adding(days: 1), now: now).text
    case .gpx: GPXTrip(trip, now: now).text
    case .geojson: GeoJSONTrip(trip).text
    case .html: HTMLTrip(trip, start: start).text
    }
  }

  /// A name for the file: letters and digits of the title, and the format's extension.
  public func fileName(for trip: PlannedTrip) -> String {
    let folded = trip.itinerary.title.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
    let words = folded.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    let stem = words.joined(separator: "-").prefix(60)
    return (stem.isEmpty ? "trip" : stem) + "." + fileExtension
  }
}
