// SPDX-License-Identifier: Apache-2.0
import FoundationModels

extension PlannedTrip {
  /// The trip with the days of a plan that broke off; a day that was still being written is left out.
  ///
  /// - Returns: nil where not even one day was complete: there is nothing to go on from.
  public init?(
    salvaging partial: Itinerary.PartiallyGenerated, landmark: Landmark, preferences: TripPreferences, dayCount: Int
  ) {
    guard let title = partial.title, let name = partial.destinationName, let description = partial.description,
      let rationale = partial.rationale, let days = partial.days
    else { return nil }
    // A day is complete when the next has begun.
    let complete = days.dropLast().prefix(dayCount).compactMap(Self.day)
    guard !complete.isEmpty, complete.count == min(days.count - 1, dayCount) else { return nil }
    let known = Dictionary(landmark.reachablePlaces.map { ($0.name, $0) }) { first, _ in first }
    self.init(
      landmark: landmark, preferences: preferences, dayCount: dayCount,
      itinerary: Itinerary(
        title: title, destinationName: name, description: description, rationale: rationale, days: complete),
      places: complete.map { $0.activities.map { known[$0.title] } })
  }

  private static func day(_ partial: DayPlan.PartiallyGenerated) -> DayPlan? {
    guard let title = partial.title, let subtitle = partial.subtitle, let destination = partial.destination,
      let parts = partial.activities
    else { return nil }
    let activities = parts.compactMap { part -> Activity? in
      guard let type = part.type, let title = part.title, let description = part.description else { return nil }
      return Activity(type: type, title: title, description: description)
    }
    guard activities.count == parts.count, !activities.isEmpty else { return nil }
    return DayPlan(title: title, subtitle: subtitle, destination: destination, activities: activities)
  }
}
