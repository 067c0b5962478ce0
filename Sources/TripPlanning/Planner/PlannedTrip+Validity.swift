// SPDX-License-Identifier: Apache-2.0

extension PlannedTrip {
  /// What is wrong with a trip that comes from outside; nil where nothing is. The rest of the program counts on it.
  public var defect: String? {
    let counts = itinerary.days.map(\.activities.count)
    guard TripOutline.allowedDays.contains(dayCount), counts.count <= dayCount else { return "it has \(dayCount) days" }
    guard places.map(\.count) == counts else { return "its days and places do not fit each other" }
    guard counts.allSatisfy({ $0 <= 12 }) else { return "a day has more than 12 stops" }
    let texts =
      [itinerary.title, itinerary.destinationName, itinerary.description, itinerary.rationale]
      + itinerary.days.flatMap { day in
        [day.title, day.subtitle, day.destination] + day.activities.flatMap { [$0.title, $0.description] }
      }
    guard texts.allSatisfy({ $0.utf8.count <= 4000 }) else { return "a text is longer than 4000 bytes" }
    let coordinates =
      [landmark.coordinate] + (landmark.pointsOfInterest + places.flatMap(\.self).compactMap(\.self)).map(\.coordinate)
    guard coordinates.allSatisfy({ abs($0.latitude) <= 90 && abs($0.longitude) <= 180 }) else {
      return "a place is not on the globe"
    }
    return nil
  }
}
