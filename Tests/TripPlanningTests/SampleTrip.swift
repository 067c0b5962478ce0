// SPDX-License-Identifier: Apache-2.0
@testable import TripPlanning

/// A trip for tests, of places that the data has.
enum SampleTrip {
  /// Three stops a day at Joshua Tree, with what `text` adds to every written text.
  static func trip(
    days: Int = 2, of dayCount: Int? = nil, text: String = "", preferences: TripPreferences = TripPreferences()
  ) throws -> PlannedTrip {
    let landmark = Landmark.joshuaTree
    let outline = try OutlineBuilder(
      landmark: landmark, places: landmark.reachablePlaces, dayCount: dayCount ?? days, preferences: preferences
    ).build()
    let places = outline.days.prefix(days).map { $0.slots.compactMap(\.candidates.first) }
    let plans = places.enumerated().map { index, stops in
      DayPlan(
        title: "Along the way \(index + 1)\(text)", subtitle: "An easy day\(text)", destination: stops[0].area,
        activities: stops.map {
          Activity(type: $0.category.activityKind, title: $0.name, description: "See \($0.name)\(text).")
        })
    }
    let itinerary = Itinerary(
      title: "Joshua Tree: Wide Sky\(text)", destinationName: landmark.name, description: "Spend days\(text).",
      rationale: "This plan is short\(text).", days: plans)
    return PlannedTrip(
      landmark: landmark, preferences: preferences, dayCount: dayCount ?? days, itinerary: itinerary,
      places: places.map { $0.map { $0 } })
  }
}
