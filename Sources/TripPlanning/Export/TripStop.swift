// SPDX-License-Identifier: Apache-2.0

/// A stop of a trip as the exports see it: what was written and where it is.
struct TripStop {
  let day: Int
  let index: Int
  let activity: Activity
  let place: PointOfInterest?
}

extension PlannedTrip {
  /// The stops of a day, from 0, in order.
  func stops(ofDay day: Int) -> [TripStop] {
    let known = places.indices.contains(day) ? places[day] : []
    return itinerary.days[day].activities.enumerated().map { index, activity in
      TripStop(day: day, index: index, activity: activity, place: known.indices.contains(index) ? known[index] : nil)
    }
  }
}

extension Activity.Kind {
  /// What a person calls such a stop.
  public var label: String {
    switch self {
    case .sightseeing: "Sightseeing"
    case .foodAndDining: "Food"
    case .shopping: "Shopping"
    case .hotelAndLodging: "Lodging"
    }
  }
}
