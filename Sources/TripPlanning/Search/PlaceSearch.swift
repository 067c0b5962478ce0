// SPDX-License-Identifier: Apache-2.0

/// One finished search for places, kept so that a reader can see where a plan's names come from.
public struct PlaceSearch: Sendable, Equatable, Codable {
  /// Who asked: the model through its tool, or the planner itself for a category that the model left out.
  public enum Requester: String, Sendable, Codable { case model, planner }

  public let category: PlaceCategory
  public let query: String
  public let requester: Requester
  /// Best match first.
  public let results: [PointOfInterest]

  public init(category: PlaceCategory, query: String, requester: Requester, results: [PointOfInterest]) {
    self.category = category
    self.query = query
    self.requester = requester
    self.results = results
  }
}
