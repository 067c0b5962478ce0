// SPDX-License-Identifier: Apache-2.0
import FoundationModels

/// A trip to one landmark: what the model is asked to generate, field by field in this order.
@Generable
public struct Itinerary: Sendable, Equatable, Codable {
  @Guide(description: "An exciting name for the trip.")
  public var title: String
  @Guide(.anyOf(Landmark.names))
  public var destinationName: String
  public var description: String
  @Guide(description: "How the plan meets what the traveller asked for.")
  public var rationale: String
  @Guide(description: "The days of the trip, in order.")
  public var days: [DayPlan]

  public init(title: String, destinationName: String, description: String, rationale: String, days: [DayPlan]) {
    self.title = title
    self.destinationName = destinationName
    self.description = description
    self.rationale = rationale
    self.days = days
  }
}
