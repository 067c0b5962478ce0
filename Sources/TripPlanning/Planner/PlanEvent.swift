// SPDX-License-Identifier: Apache-2.0
import FoundationModels

/// What happens while a trip is planned, in order.
public enum PlanEvent: Sendable {
  /// The model reads: tokens of the prompt computed, of all.
  case promptProgress(done: Int, total: Int)
  /// The model has ended an answer of so many tokens: its searches, or the plan.
  case answered(tokens: Int)
  /// A search for places begins.
  case searchStarted(category: PlaceCategory, query: String, requester: PlaceSearch.Requester)
  /// A search has ended.
  case searchFinished(PlaceSearch)
  /// The plan so far; fields only grow.
  case snapshot(Itinerary.PartiallyGenerated)
  /// The whole plan; the last event.
  case finished(PlannedTrip)
}

// All properties are Sendable; the macro does not say so of what it generates.
extension Itinerary.PartiallyGenerated: @unchecked Sendable {}
extension DayPlan.PartiallyGenerated: @unchecked Sendable {}
extension Activity.PartiallyGenerated: @unchecked Sendable {}
