// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import TripPlanning

/// What is known of a plan in the making: all that a view of it needs.
struct PlanState: Sendable {
  struct Search: Sendable, Equatable {
    var category: PlaceCategory
    var query: String
    var requester: PlaceSearch.Requester
    /// Nil while the search runs.
    var resultCount: Int?
  }

  let landmark: Landmark
  let dayCount: Int
  private(set) var searches: [Search] = []
  /// The share of the prompt that the model has read, while it reads.
  private(set) var readingProgress: Double?
  private(set) var itinerary: Itinerary.PartiallyGenerated?
  private(set) var finished: Itinerary?
  /// What the traveller should know of the finished plan.
  private(set) var cautions: [String] = []

  init(landmark: Landmark, dayCount: Int) {
    self.landmark = landmark
    self.dayCount = dayCount
  }

  mutating func apply(_ event: PlanEvent) {
    switch event {
    case .promptProgress(let done, let total):
      readingProgress = done < total ? Double(done) / Double(max(total, 1)) : nil
    case .answered: break
    case .searchStarted(let category, let query, let requester):
      searches.append(Search(category: category, query: query, requester: requester))
    case .searchFinished(let search):
      let index = searches.firstIndex {
        $0.resultCount == nil && $0.category == search.category && $0.query == search.query
      }
      if let index { searches[index].resultCount = search.results.count }
    case .snapshot(let partial):
      readingProgress = nil
      itinerary = partial
    case .finished(let trip):
      readingProgress = nil
      finished = trip.itinerary
      cautions = trip.cautions
      itinerary = trip.itinerary.asPartiallyGenerated()
    }
  }

  /// What goes on right now, in a few words; nil when the plan is there.
  var activity: String? {
    if finished != nil { return nil }
    if let readingProgress { return "Reading \(Int(readingProgress * 100)) %" }
    guard let itinerary, itinerary.title != nil else { return "Planning \(landmark.name)" }
    guard let days = itinerary.days, !days.isEmpty else { return "Writing" }
    return "Writing day \(days.count) of \(dayCount)"
  }
}
