// SPDX-License-Identifier: Apache-2.0

/// A plan with the places behind its names.
public struct PlannedTrip: Sendable, Equatable, Codable {
  public var landmark: Landmark
  public var preferences: TripPreferences
  /// How many days were asked for; the itinerary has fewer when its generation broke off.
  public var dayCount: Int
  public var itinerary: Itinerary
  /// For each day and activity of the itinerary its place; nil for a stop that the traveller wrote.
  public var places: [[PointOfInterest?]]
  /// The searches whose results the plan was made from.
  public var searches: [PlaceSearch]

  public init(
    landmark: Landmark, preferences: TripPreferences = TripPreferences(), dayCount: Int, itinerary: Itinerary,
    places: [[PointOfInterest?]], searches: [PlaceSearch] = []
  ) {
    self.landmark = landmark
    self.preferences = preferences
    self.dayCount = dayCount
    self.itinerary = itinerary
    self.places = places
    self.searches = searches
  }

  /// Whether all days are there.
  public var isComplete: Bool { itinerary.days.count == dayCount }

  /// Names of all places, without those of a part.
  func namesOutside(_ part: PlanPart) -> Set<String> {
    var names: Set<String> = []
    for (day, stops) in places.enumerated() {
      for (index, place) in stops.enumerated() {
        guard let place else { continue }
        switch part {
        case .day(day): continue
        case .stop(day: day, index: index): continue
        default: names.insert(place.name)
        }
      }
    }
    return names
  }
}
