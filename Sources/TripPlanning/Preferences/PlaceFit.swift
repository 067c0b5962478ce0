// SPDX-License-Identifier: Apache-2.0

/// Weighs places against what the travellers asked for.
struct PlaceFit: Sendable {
  let preferences: TripPreferences

  init(_ preferences: TripPreferences = TripPreferences()) { self.preferences = preferences }

  /// How well a place fits: 0 where nothing is known for or against it, more is better, about -4 to 5.
  func score(_ place: PointOfInterest) -> Double {
    let traits = place.traits
    var score = 0.0
    func add(_ weight: Double, _ trait: PlaceTrait) { if traits.contains(trait) { score += weight } }

    let matches = preferences.interests.count { traits.contains($0.trait) }
    score += Double(min(matches, 2))
    switch preferences.travellers {
    case .family:
      add(1, .childFriendly)
      add(-1, .strenuous)
      add(-1.5, .adult)
    case .seniors:
      add(0.5, .stepFree)
      add(-1, .strenuous)
    case .couple: add(0.5, .views)
    case .friends: add(0.5, .adventure)
    case .alone, nil: break
    }
    if preferences.pace == .relaxed { add(-0.5, .strenuous) }
    if preferences.stepFree {
      add(1, .stepFree)
      add(-4, .strenuous)
    }
    switch preferences.budget {
    case .low:
      add(1, .inexpensive)
      add(-1.5, .expensive)
    case .high:
      add(1.5, .expensive)
      if place.category == .campground { score -= 1.5 }
    case .medium, nil: break
    }
    if let diet = preferences.diet, place.category.activityKind == .foodAndDining,
      !traits.isDisjoint(with: diet.traits)
    {
      score += 3
    }
    if let note = preferences.note { score += min(0.5 * Double(PlaceRanking.score(place, query: note.text)), 2) }
    return score
  }

  /// Whether a place is against a wish that must hold, so that it is named only where there is no other.
  func isUnfit(_ place: PointOfInterest) -> Bool {
    let traits = place.traits
    if preferences.stepFree, traits.contains(.strenuous) { return true }
    return preferences.travellers == .family && traits.contains(.adult) && !traits.contains(.childFriendly)
  }

  /// `places` with those that fit best first; equal ones keep their order.
  func sorted(_ places: [PointOfInterest]) -> [PointOfInterest] {
    if preferences.isEmpty { return places }
    let scored = places.enumerated().map { (score: score($1), index: $0, place: $1) }
    return scored.sorted { ($1.score, $0.index) < ($0.score, $1.index) }.map(\.place)
  }
}
