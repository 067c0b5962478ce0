// SPDX-License-Identifier: Apache-2.0

/// What each stop of each day is for, before places are chosen.
struct TripFrame: Sendable, Equatable {
  /// For each day the kinds of its stops, in order.
  var days: [[Activity.Kind]]

  var stopCount: Int { days.reduce(0) { $0 + $1.count } }

  /// The kinds as they are, but one that runs out gives way to one with places to spare.
  init(days: [[Activity.Kind]], fittedTo places: [PointOfInterest]) {
    self.days = days
    fit(to: places)
  }

  /// A day is a sight and a meal, then by the pace nothing, one stop or two; among these is lodging on the first day (and
  /// on the fifth, when a longer trip moves on) and a shop on the last. A kind that runs out gives way to one with places to
  /// spare.
  ///
  /// - Parameter places: what there is to choose from.
  init(dayCount: Int, preferences: TripPreferences, places: [PointOfInterest]) {
    days = (0..<dayCount).map { Self.kinds(ofDay: $0, of: dayCount, preferences) }
    fit(to: places)
  }

  private static func kinds(ofDay day: Int, of dayCount: Int, _ preferences: TripPreferences) -> [Activity.Kind] {
    let movesIn = day == 0 || day == 4
    let interests = preferences.interests
    let special: Activity.Kind =
      if movesIn {
        .hotelAndLodging
      } else if day == dayCount - 1 || (interests.contains(.shopping) && day % 2 == 1) {
        .shopping
      } else if interests.contains(.food), day % 2 == 0 {
        .foodAndDining
      } else {
        .sightseeing
      }
    switch preferences.pace {
    case .relaxed: return movesIn ? [.sightseeing, .foodAndDining, special] : [.sightseeing, .foodAndDining]
    case .steady: return [.sightseeing, .foodAndDining, special]
    case .full: return [.sightseeing, .foodAndDining, .sightseeing, special]
    }
  }

  private mutating func fit(to places: [PointOfInterest]) {
    var supply: [Activity.Kind: Int] = [:]
    for place in places { supply[place.category.activityKind, default: 0] += 1 }
    // Lodging first: a plan without a bed is worse than one without a shop.
    let slots = days.indices.flatMap { day in days[day].indices.map { (day: day, stop: $0) } }
    let order = slots.enumerated().sorted { a, b in
      let first = Self.priority(days[a.element.day][a.element.stop])
      let second = Self.priority(days[b.element.day][b.element.stop])
      return (first, a.offset) < (second, b.offset)
    }
    for (_, slot) in order {
      let kind = days[slot.day][slot.stop]
      if supply[kind, default: 0] == 0 {
        let substitutes: [Activity.Kind] = [.sightseeing, .foodAndDining, .shopping, .hotelAndLodging]
        days[slot.day][slot.stop] = substitutes.first { supply[$0, default: 0] > 0 } ?? .sightseeing
      }
      supply[days[slot.day][slot.stop], default: 0] -= 1
    }
  }

  private static func priority(_ kind: Activity.Kind) -> Int {
    switch kind {
    case .hotelAndLodging: 0
    case .foodAndDining: 1
    case .sightseeing: 2
    case .shopping: 3
    }
  }
}
