// SPDX-License-Identifier: Apache-2.0

extension FindPointsOfInterestTool {
  /// Searches the categories that a plan needs and the model left out.
  ///
  /// - Parameter kinds: what stops are needed for.
  func completeSearches(for kinds: Set<Activity.Kind> = Set(Activity.Kind.allCases)) {
    let found = Dictionary(grouping: searches.flatMap(\.results), by: \.category).mapValues { places in
      Set(places.map(\.name)).count
    }
    let known = Dictionary(grouping: landmark.reachablePlaces, by: \.category).mapValues(\.count)
    // Where a kind has no places at all, stops of other kinds take its slots.
    let lacks = kinds.contains { kind in !known.keys.contains { $0.activityKind == kind } }
    for category in PlaceCategory.allCases where lacks || kinds.contains(category.activityKind) {
      if found[category, default: 0] < known[category, default: 0] {
        search(category, query: landmark.name, requester: .planner)
      }
    }
  }

  /// All places found that the model knows about, each once: what the model asked for first, the rest in the order of the
  /// landmark's table.
  func found(among told: ToldPlaces) -> [PointOfInterest] {
    var seen: Set<String> = []
    let searches = searches
    let asked = searches.filter { $0.requester == .model }.flatMap(\.results)
    let all = Set(searches.flatMap(\.results).map(\.name))
    let rest = told.places.filter { all.contains($0.name) }
    return (asked + rest).filter { seen.insert($0.name).inserted }
  }
}
