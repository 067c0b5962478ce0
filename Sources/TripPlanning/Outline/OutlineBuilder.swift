// SPDX-License-Identifier: Apache-2.0

/// Distributes found places over the slots of a trip so that the stops of one day lie near each other.
///
/// A local search over at most 21 slots: it starts from the ranking, then replaces and swaps places as long as that
/// lowers the cost, which is the length of each day plus a charge for passing over better-ranked places. It draws no
/// random numbers, so equal places give an equal outline.
struct OutlineBuilder {
  let landmark: Landmark
  /// Distinct, best first.
  let places: [PointOfInterest]
  let dayCount: Int

  /// How many places a slot offers the model at most.
  static let candidatesPerSlot = 3

  /// - Throws: `unsupportedDayCount`, or `notEnoughPlaces` when there are fewer places than slots.
  func build() throws(TripPlanningError) -> TripOutline {
    guard TripOutline.allowedDays.contains(dayCount) else {
      throw .unsupportedDayCount(days: dayCount, allowed: TripOutline.allowedDays)
    }
    let needed = dayCount * TripOutline.stopsPerDay
    guard places.count >= needed else {
      throw .notEnoughPlaces(landmark: landmark.name, needed: needed, found: places.count)
    }
    let kinds = slotKinds()
    var choice = firstChoice(kinds)
    improve(&choice, kinds)
    return outline(kinds, choice)
  }

  // MARK: What each stop is for

  /// The kind of each slot, day by day: a sight, a meal, then lodging on the first day (and on the fifth, when a
  /// longer trip moves on), a shop on the last, else another sight. A kind that runs out gives way to one with places
  /// to spare.
  func slotKinds() -> [Activity.Kind] {
    var supply: [Activity.Kind: Int] = [:]
    for place in places { supply[place.category.activityKind, default: 0] += 1 }
    var kinds: [Activity.Kind] = []
    for day in 0..<dayCount {
      let third: Activity.Kind =
        day == 0 || day == 4 ? .hotelAndLodging : day == dayCount - 1 ? .shopping : .sightseeing
      kinds += [.sightseeing, .foodAndDining, third]
    }
    // Lodging first: a plan without a bed is worse than one without a shop.
    let order = kinds.indices.sorted {
      priority(kinds[$0]) < priority(kinds[$1]) || (kinds[$0] == kinds[$1] && $0 < $1)
    }
    for slot in order {
      if supply[kinds[slot], default: 0] == 0 {
        let substitutes: [Activity.Kind] = [.sightseeing, .foodAndDining, .shopping, .hotelAndLodging]
        kinds[slot] = substitutes.first { supply[$0, default: 0] > 0 } ?? .sightseeing
      }
      supply[kinds[slot], default: 0] -= 1
    }
    return kinds
  }

  private func priority(_ kind: Activity.Kind) -> Int {
    switch kind {
    case .hotelAndLodging: 0
    case .foodAndDining: 1
    case .sightseeing: 2
    case .shopping: 3
    }
  }

  // MARK: Choosing places

  /// For each slot the index of its place: the best-ranked of the kind that is still free.
  private func firstChoice(_ kinds: [Activity.Kind]) -> [Int] {
    var used = Array(repeating: false, count: places.count)
    return kinds.map { kind in
      // `slotKinds` has made sure that the kinds do not ask for more than there is.
      let index = places.indices.first { !used[$0] && places[$0].category.activityKind == kind } ?? 0
      used[index] = true
      return index
    }
  }

  /// Replaces and swaps until no single step helps. Each pass lowers the cost, and the number of passes is bounded.
  private func improve(_ choice: inout [Int], _ kinds: [Activity.Kind]) {
    let ranks = ranksWithinKind()
    for _ in 0..<50 {
      var improved = false
      for slot in choice.indices {
        for candidate in places.indices where places[candidate].category.activityKind == kinds[slot] {
          let old = choice[slot]
          guard candidate != old else { continue }
          let other = choice.firstIndex(of: candidate)
          let affected = Set([day(of: slot)] + (other.map { [day(of: $0)] } ?? []))
          let before = cost(choice, days: affected, ranks)
          choice[slot] = candidate
          if let other { choice[other] = old }
          if cost(choice, days: affected, ranks) < before - 1e-9 {
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

  private func day(of slot: Int) -> Int { slot / TripOutline.stopsPerDay }

  private func slots(of day: Int) -> Range<Int> {
    day * TripOutline.stopsPerDay..<(day + 1) * TripOutline.stopsPerDay
  }

  /// Kilometres between all pairs of stops of the days, plus the charge for low ranks.
  private func cost(_ choice: [Int], days: Set<Int>, _ ranks: [Int]) -> Double {
    var sum = 0.0
    for day in days {
      let slots = slots(of: day)
      for a in slots {
        sum += Double(ranks[choice[a]]) * rankCharge(places[choice[a]].category.activityKind)
        for b in slots where b > a { sum += distance(choice[a], choice[b]) }
      }
    }
    return sum
  }

  private func distance(_ a: Int, _ b: Int) -> Double { places[a].coordinate.distance(to: places[b].coordinate) }

  /// Kilometres that one step down the ranking is worth. A famous sight justifies a drive, a better-known cafe
  /// hardly does.
  private func rankCharge(_ kind: Activity.Kind) -> Double {
    landmark.searchRange * (kind == .sightseeing ? 0.04 : 0.005)
  }

  /// The position of each place among those of its kind.
  private func ranksWithinKind() -> [Int] {
    var next: [Activity.Kind: Int] = [:]
    return places.map { place in
      let kind = place.category.activityKind
      defer { next[kind, default: 0] += 1 }
      return next[kind, default: 0]
    }
  }

  // MARK: Alternatives

  /// The outline with the chosen places and, for each slot, near unused places of its kind as alternatives.
  private func outline(_ kinds: [Activity.Kind], _ choice: [Int]) -> TripOutline {
    var candidates = choice.map { [$0] }
    var used = Set(choice)
    for _ in 1..<Self.candidatesPerSlot {
      for slot in choice.indices {
        let stops = slots(of: day(of: slot)).filter { $0 != slot }.map { choice[$0] }
        let reach = max(radius(choice, day: day(of: slot)), landmark.searchRange * 0.1)
        let free = places.indices.filter { !used.contains($0) && places[$0].category.activityKind == kinds[slot] }
        let distances = free.map { place in (place, stops.map { distance(place, $0) }.max() ?? 0) }
        guard let nearest = distances.min(by: { $0.1 < $1.1 }), nearest.1 <= reach else { continue }
        candidates[slot].append(nearest.0)
        used.insert(nearest.0)
      }
    }
    let days = (0..<dayCount).map { day in
      TripOutline.Day(
        slots: slots(of: day).map { slot in
          TripOutline.Slot(kind: kinds[slot], candidates: candidates[slot].map { places[$0] })
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
