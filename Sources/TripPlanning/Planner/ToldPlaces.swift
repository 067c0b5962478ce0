// SPDX-License-Identifier: Apache-2.0

/// The places that a prompt tells of before the model searches: name and fact of each, in the order of the data.
///
/// Where they are few these are all that the landmark has, whatever the travellers ask for, so that they can be read
/// before anything is asked.
struct ToldPlaces: Sendable {
  let places: [PointOfInterest]

  /// The most places that are told; a landmark with more (from a user's file) tells of those that suit the trip.
  static let limit = 48

  /// - Parameters:
  ///   - frame: what each stop of the trip is for, where the places must be chosen.
  ///   - avoided: names of places that are taken only where there is no other.
  init(
    landmark: Landmark, frame: (_ places: [PointOfInterest]) -> TripFrame, preferences: TripPreferences,
    anchors: [[Coordinate]] = [], avoided: Set<String> = []
  ) {
    let all = landmark.reachablePlaces
    guard all.count > Self.limit else {
      places = all
      return
    }
    let outline = try? OutlineBuilder(
      landmark: landmark, places: all, frame: frame(all), preferences: preferences, anchors: anchors, avoided: avoided
    ).build()
    let chosen = Set((outline?.days ?? []).flatMap(\.slots).flatMap(\.candidates).map(\.name))
    places = all.filter { chosen.contains($0.name) }
  }

  var names: Set<String> { Set(places.map(\.name)) }

  /// A line for each.
  ///
  /// A place and its fact stand here as they would in the plan, since even the smallest model continues a text that it has
  /// read before.
  var lines: [String] { places.map(Self.line) }

  static func line(_ place: PointOfInterest) -> String { "- \(place.name)\(FactText.clause(of: place.summary))" }
}
