// SPDX-License-Identifier: Apache-2.0

/// A real place that a plan may name: somewhere to see, eat, shop or sleep near a landmark.
public struct PointOfInterest: Sendable, Hashable, Codable {
  /// The place's own name, unique within its landmark.
  public let name: String
  public let category: PlaceCategory
  /// The town, quarter or part of a park that the place lies in; a day's destination is one of these.
  public let area: String
  /// Good to a few hundred metres: enough to group the stops of a day, not to navigate by.
  public let coordinate: Coordinate
  /// One factual sentence.
  public let summary: String
  /// What its source states of the place beside the summary; `traits` has the whole.
  public let statedTraits: Set<PlaceTrait>

  public init(
    name: String, category: PlaceCategory, area: String, coordinate: Coordinate, summary: String,
    statedTraits: Set<PlaceTrait> = []
  ) {
    self.name = name
    self.category = category
    self.area = area
    self.coordinate = coordinate
    self.summary = summary
    self.statedTraits = statedTraits
  }

  /// What is known of the place: stated by its source, or read off its category, name and summary.
  public var traits: Set<PlaceTrait> { TraitWords.traits(of: self).union(statedTraits) }

  /// A row of the tables in this folder: name, category, area, latitude, longitude, summary.
  init(
    _ name: String, _ category: PlaceCategory, _ area: String, _ latitude: Double, _ longitude: Double,
    _ summary: String
  ) {
    self.init(
      name: name, category: category, area: area, coordinate: Coordinate(latitude: latitude, longitude: longitude),
      summary: summary)
  }
}
