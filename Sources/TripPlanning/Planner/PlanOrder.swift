// SPDX-License-Identifier: Apache-2.0
import FoundationModels

/// A whole plan as it is asked for: what the model is told, and what its schema is made from once places have been found.
struct PlanOrder: Sendable {
  let landmark: Landmark
  let dayCount: Int
  let preferences: TripPreferences
  /// Names that the plan takes only where there is no other place.
  let avoidedPlaces: Set<String>
  /// The places that the prompt tells of.
  let told: ToldPlaces

  init(landmark: Landmark, dayCount: Int, preferences: TripPreferences, avoidedPlaces: Set<String> = []) {
    self.landmark = landmark
    self.dayCount = dayCount
    self.preferences = preferences
    self.avoidedPlaces = avoidedPlaces
    told = PlanPrompts(landmark: landmark, dayCount: dayCount, preferences: preferences).toldPlaces(
      avoided: avoidedPlaces)
  }

  var prompt: String {
    PlanPrompts(landmark: landmark, dayCount: dayCount, preferences: preferences).plan(told)
  }

  /// The frame of the plan, from what was found: by the model, then by the planner in the categories that the model left
  /// out.
  ///
  /// - Throws: `TripPlanningError.notEnoughPlaces`.
  func outline(from tool: FindPointsOfInterestTool) throws(TripPlanningError) -> TripOutline {
    tool.completeSearches()
    let known = tool.found(among: told)
    return try OutlineBuilder(
      landmark: landmark, places: known,
      frame: TripFrame(dayCount: dayCount, preferences: preferences, places: known), preferences: preferences,
      avoided: avoidedPlaces
    ).build()
  }
}
