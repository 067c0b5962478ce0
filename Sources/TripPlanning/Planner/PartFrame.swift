// SPDX-License-Identifier: Apache-2.0

/// What a part of a trip consists of: which days and stops are written anew, and what stands around them.
struct PartFrame: Sendable {
  /// The days of the trip that are written, from 0.
  let days: [Int]
  /// The stop that alone is written.
  let stop: Int?
  /// For each of `days` what its new stops are for.
  let kinds: [[Activity.Kind]]
  /// For each of `days` where the stops are that it keeps.
  let anchors: [[Coordinate]]
  /// Names that the part has now.
  let avoided: Set<String>
  /// The stops that the rest of the trip has, by kind.
  let earlierStops: [Activity.Kind: Int]

  /// - Throws: `TripPlanningError.noSuchPart`.
  init(_ part: PlanPart, of trip: PlannedTrip) throws(TripPlanningError) {
    let count = trip.itinerary.days.count
    let planned = TripFrame(
      dayCount: trip.dayCount, preferences: trip.preferences, places: trip.landmark.reachablePlaces)
    switch part {
    case .day(let day):
      guard (0..<count).contains(day), planned.days.indices.contains(day) else {
        throw .noSuchPart("day \(day &+ 1) of \(count)")
      }
      days = [day]
      stop = nil
      kinds = [planned.days[day]]
      anchors = [[]]
      avoided = Set(trip.places[day].compactMap { $0?.name })
    case .stop(let day, let index):
      guard (0..<count).contains(day), trip.itinerary.days[day].activities.indices.contains(index) else {
        throw .noSuchPart("stop \(index &+ 1) of day \(day &+ 1)")
      }
      days = [day]
      stop = index
      kinds = [[trip.itinerary.days[day].activities[index].type]]
      anchors = [
        trip.places[day].enumerated().filter { $0.offset != index }.compactMap { $0.element?.coordinate }
      ]
      avoided = Set([trip.places[day][index]?.name].compactMap(\.self))
    case .rest:
      guard count < trip.dayCount else { throw .noSuchPart("what is left: all \(count) days are there") }
      days = Array(count..<trip.dayCount)
      stop = nil
      kinds = Array(planned.days[count...])
      anchors = days.map { _ in [] }
      avoided = []
    }
    var earlier: [Activity.Kind: Int] = [:]
    for (day, plan) in trip.itinerary.days.enumerated() where part != .day(day) {
      for (index, activity) in plan.activities.enumerated() where part != .stop(day: day, index: index) {
        earlier[activity.type, default: 0] += 1
      }
    }
    earlierStops = earlier
  }

  /// The frame of the new stops, where a kind that has no places left gives way to another.
  func fitted(to places: [PointOfInterest]) -> TripFrame { TripFrame(days: kinds, fittedTo: places) }
}
