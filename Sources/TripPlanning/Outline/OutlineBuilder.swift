// SPDX-License-Identifier: Apache-2.0

/// Distributes found places over the slots of a trip so that the stops of one day lie near each other and suit the travellers.
///
/// A local search over at most 28 slots: it starts from the ranking, then replaces and swaps places as long as that
/// lowers the cost, which is the length of each day plus charges for passing over places that rank better or fit better.
/// It draws no random numbers, so equal places give an equal outline.
struct OutlineBuilder {
  let landmark: Landmark
  /// Distinct, best first.
  let places: [PointOfInterest]
  let frame: TripFrame
  /// For each day where its other stops are, which stay as they are.
  let anchors: [[Coordinate]]

  private let kinds: [Activity.Kind]
  private let dayOfSlot: [Int]
  /// For each day its slots.
  private let slotsOfDay: [[Int]]
  /// Kilometres from place to place, row by row.
  private let distances: [Double]
  /// For each place the charge for naming it at all, in kilometres.
  private let charges: [Double]
  /// For each place how much of its charge is for not suiting the travellers, in search ranges.
  private let misfits: [Double]

  /// The most places that a slot offers the model.
  static let candidatesPerSlot = 3
  /// With more slots than this each offers fewer: the prompt lists all candidates, and must fit a small context.
  private static let slotsWithAllCandidates = 15

  /// - Parameter places: distinct, best first.
  init(landmark: Landmark, places: [PointOfInterest], dayCount: Int, preferences: TripPreferences = TripPreferences()) {
    let days = max(0, min(dayCount, TripOutline.allowedDays.upperBound + 1))
    let frame = TripFrame(dayCount: days, preferences: preferences, places: places)
    self.init(landmark: landmark, places: places, frame: frame, preferences: preferences)
  }

  /// - Parameters:
  ///   - frame: what each stop is for.
  ///   - anchors: for each day the stops that it has already; none by default.
  ///   - avoided: names that are taken only where there is no other.
  init(
    landmark: Landmark, places: [PointOfInterest], frame: TripFrame, preferences: TripPreferences = TripPreferences(),
    anchors: [[Coordinate]] = [], avoided: Set<String> = []
  ) {
    let fit = PlaceFit(preferences)
    let sorted = fit.sorted(places)
    self.landmark = landmark
    self.places = sorted
    self.frame = frame
    self.anchors = anchors
    kinds = frame.days.flatMap(\.self)
    dayOfSlot = frame.days.indices.flatMap { day in frame.days[day].map { _ in day } }
    var first = 0
    slotsOfDay = frame.days.map { day in
      defer { first += day.count }
      return Array(first..<first + day.count)
    }
    distances = sorted.flatMap { a in sorted.map { a.coordinate.distance(to: $0.coordinate) } }
    // Beyond any detour: the travellers cannot, or do not want to, go there.
    let misfits = sorted.map { place in
      (fit.isUnfit(place) ? 20.0 : 0) + (avoided.contains(place.name) ? 10 : 0) - 0.25 * fit.score(place)
    }
    self.misfits = misfits
    charges = Self.charges(sorted, landmark, misfits)
  }

  /// - Throws: `unsupportedDayCount`, or `notEnoughPlaces` when there are fewer places than slots.
  func build() throws(TripPlanningError) -> TripOutline {
    guard TripOutline.allowedDays.contains(frame.days.count) else {
      throw .unsupportedDayCount(days: frame.days.count, allowed: TripOutline.allowedDays)
    }
    guard places.count >= frame.stopCount else {
      throw .notEnoughPlaces(landmark: landmark.name, needed: frame.stopCount, found: places.count)
    }
    var choice = firstChoice()
    improve(&choice)
    return outline(choice)
  }

  // MARK: Charges

  /// Kilometres that one step down the ranking and one point of fit are worth. A famous sight justifies a drive, a
  /// better-known cafe hardly does; what the travellers asked for justifies both.
  private static func charges(
    _ places: [PointOfInterest], _ landmark: Landmark, _ misfits: [Double]
  ) -> [Double] {
    var next: [Activity.Kind: Int] = [:]
    return zip(places, misfits).map { place, misfit in
      let kind = place.category.activityKind
      defer { next[kind, default: 0] += 1 }
      let rank = Double(next[kind, default: 0]) * (kind == .sightseeing ? 0.04 : 0.005)
      return landmark.searchRange * (rank + misfit)
    }
  }

  // MARK: Choosing places

  /// For each slot the index of its place: the best-ranked of the kind that is still free, else any that is free.
  private func firstChoice() -> [Int] {
    var used = Array(repeating: false, count: places.count)
    return kinds.map { kind in
      let free = places.indices.filter { !used[$0] }
      // `build` has made sure that there are places enough.
      let index = free.first { places[$0].category.activityKind == kind } ?? free[0]
      used[index] = true
      return index
    }
  }

  /// Replaces and swaps until no single step helps. Each pass lowers the cost, and the number of passes is bounded.
  private func improve(_ choice: inout [Int]) {
    for _ in 0..<50 {
      var improved = false
      for slot in choice.indices {
        for candidate in places.indices where places[candidate].category.activityKind == kinds[slot] {
          let old = choice[slot]
          guard candidate != old else { continue }
          let other = choice.firstIndex(of: candidate)
          if let other, kinds[other] != kinds[slot] { continue }
          let (day, otherDay) = (dayOfSlot[slot], dayOfSlot[other ?? slot])
          let before = cost(choice, days: day, otherDay)
          choice[slot] = candidate
          if let other { choice[other] = old }
          if cost(choice, days: day, otherDay) < before - 1e-9 {
            improved = true
          } else {
            choice[slot] = old
            if let other { choice[other] = candidate }
          }
        }
      }
      if !improved { return }
    }
  }

  private func slots(of day: Int) -> [Int] { slotsOfDay[day] }

  /// The cost of one day, or of two where they differ.
  private func cost(_ choice: [Int], days first: Int, _ second: Int) -> Double {
    cost(choice, day: first) + (second == first ? 0 : cost(choice, day: second))
  }

  /// Kilometres between all pairs of stops of a day, plus the charges.
  private func cost(_ choice: [Int], day: Int) -> Double {
    var sum = 0.0
    let fixed = anchors.indices.contains(day) ? anchors[day] : []
    for a in slotsOfDay[day] {
      sum += charges[choice[a]]
      for b in slotsOfDay[day] where b > a { sum += distance(choice[a], choice[b]) }
      for anchor in fixed { sum += places[choice[a]].coordinate.distance(to: anchor) }
    }
    return sum
  }

  private func distance(_ a: Int, _ b: Int) -> Double { distances[a * places.count + b] }

  // MARK: Alternatives

  /// The outline with the chosen places and, for each slot, near unused places of its kind as alternatives that fit about
  /// as well.
  private func outline(_ choice: [Int]) -> TripOutline {
    var candidates = choice.map { [$0] }
    var used = Set(choice)
    let most = kinds.count > Self.slotsWithAllCandidates ? Self.candidatesPerSlot - 1 : Self.candidatesPerSlot
    for _ in 1..<most {
      for slot in choice.indices {
        let day = dayOfSlot[slot]
        let stops = slots(of: day).filter { $0 != slot }.map { places[choice[$0]].coordinate }
        let near = stops + (anchors.indices.contains(day) ? anchors[day] : [])
        let reach = max(radius(choice, day: day), landmark.searchRange * 0.1)
        let worst = misfits[choice[slot]] + 0.5
        let free = places.indices.filter {
          !used.contains($0) && places[$0].category.activityKind == kinds[slot] && misfits[$0] <= worst
        }
        let distances = free.map { index in
          (index, near.map { places[index].coordinate.distance(to: $0) }.max() ?? 0)
        }
        guard let nearest = distances.min(by: { $0.1 < $1.1 }), nearest.1 <= reach else { continue }
        candidates[slot].append(nearest.0)
        used.insert(nearest.0)
      }
    }
    let days = frame.days.indices.map { day in
      TripOutline.Day(
        slots: slots(of: day).map { slot in
          TripOutline.Slot(
            // A slot that no place of its kind was left for takes the kind of its place.
            kind: places[choice[slot]].category.activityKind, candidates: candidates[slot].map { places[$0] })
        })
    }
    return TripOutline(landmark: landmark, days: days)
  }

  /// The greatest distance between two stops of a day, in kilometres.
  private func radius(_ choice: [Int], day: Int) -> Double {
    let slots = slots(of: day)
    return slots.flatMap { a in slots.map { b in distance(choice[a], choice[b]) } }.max() ?? 0
  }
}
