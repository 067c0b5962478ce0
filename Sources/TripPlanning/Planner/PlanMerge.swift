// SPDX-License-Identifier: Apache-2.0
import FoundationModels

/// Puts a part that was written anew into the trip of which the rest stays.
struct PlanMerge: Sendable {
  let part: PlanPart
  let trip: PlannedTrip

  /// The trip with what has arrived of the part in its place; what the part was before is gone.
  func partial(_ content: GeneratedContent) throws -> Itinerary.PartiallyGenerated {
    let written = try PlanShape.partialItinerary(from: content).days ?? []
    var result = trip.itinerary.asPartiallyGenerated()
    switch part {
    case .rest: result.days = (result.days ?? []) + written
    case .day(let day):
      if let new = written.first { result.days?[day] = new }
    case .stop(let day, let index):
      if let new = written.first?.activities?.first { result.days?[day].activities?[index] = new }
    }
    return result
  }

  /// The whole itinerary with the finished part.
  func itinerary(_ content: GeneratedContent) throws -> Itinerary {
    let written = PlanShape.elements("days", of: PlanShape.itineraryContent(from: content))
    var result = trip.itinerary
    switch part {
    case .rest: result.days += try written.map { try DayPlan($0) }
    case .day(let day): result.days[day] = try DayPlan(try first(written))
    case .stop(let day, let index):
      let activity = try first(PlanShape.elements("activities", of: try first(written)))
      result.days[day].activities[index] = try Activity(activity)
    }
    guard part != .rest || result.days.count == trip.dayCount else {
      throw TripPlanningError.malformedPlan(reason: "\(result.days.count) days instead of \(trip.dayCount)")
    }
    return result
  }

  /// The places of the merged itinerary: those of the part by `find`, the others as they were.
  func places(
    in itinerary: Itinerary, find: ([Activity]) throws -> [PointOfInterest?]
  ) throws -> [[PointOfInterest?]] {
    var places = trip.places
    switch part {
    case .rest:
      for day in itinerary.days[trip.itinerary.days.count...] { places.append(try find(day.activities)) }
    case .day(let day): places[day] = try find(itinerary.days[day].activities)
    case .stop(let day, let index):
      places[day].replaceSubrange(index...index, with: try find([itinerary.days[day].activities[index]]))
    }
    return places
  }

  private func first(_ contents: [GeneratedContent]) throws(TripPlanningError) -> GeneratedContent {
    guard let first = contents.first else { throw .malformedPlan(reason: "the part is empty") }
    return first
  }
}
