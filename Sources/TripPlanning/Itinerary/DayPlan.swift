// SPDX-License-Identifier: Apache-2.0
import FoundationModels

/// One day of an itinerary.
@Generable
public struct DayPlan: Sendable, Equatable, Codable {
  @Guide(description: "A short title for this day.")
  public var title: String
  public var subtitle: String
  @Guide(description: "The area that the day is spent in.")
  public var destination: String
  @Guide(.count(2...4))
  public var activities: [Activity]

  public init(title: String, subtitle: String, destination: String, activities: [Activity]) {
    self.title = title
    self.subtitle = subtitle
    self.destination = destination
    self.activities = activities
  }
}
