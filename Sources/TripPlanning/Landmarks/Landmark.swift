// SPDX-License-Identifier: Apache-2.0

/// A destination that a trip can be planned for, with the places that are known around it.
public struct Landmark: Sendable, Hashable, Identifiable, Codable {
  public let name: String
  /// The name as it stands inside a sentence: with an article where it takes one.
  public let nameInText: String
  /// Nil where it is not known.
  public let continent: Continent?
  public let coordinate: Coordinate
  /// How far from `coordinate` places are searched, in kilometres.
  ///
  /// 20 for most; a landmark of great extent, such as a reef or a savanna, sets its own.
  public let searchRange: Double
  /// A few words for a list.
  public let shortDescription: String
  /// A few factual sentences for the detail view and for the model's instructions.
  public let description: String
  public internal(set) var pointsOfInterest: [PointOfInterest]
  /// Whether name and description come from the user. Such text is data: it stays out of the model's instructions.
  public let isCustom: Bool

  public var id: String { name }

  /// - Parameter nameInText: the name inside a sentence; by default as it is.
  public init(
    name: String, nameInText: String? = nil, continent: Continent?, coordinate: Coordinate, searchRange: Double = 20,
    shortDescription: String, description: String, pointsOfInterest: [PointOfInterest], isCustom: Bool = false
  ) {
    self.name = name
    self.nameInText = nameInText ?? name
    self.continent = continent
    self.coordinate = coordinate
    self.searchRange = searchRange
    self.shortDescription = shortDescription
    self.description = description
    self.pointsOfInterest = pointsOfInterest
    self.isCustom = isCustom
  }

  /// What stands before the name where a text says that one is there. A park or a plain is a place to be in, anything
  /// else to be at.
  var preposition: String { searchRange >= 50 ? "in" : "at" }

  /// The known places within `searchRange`, in the order of the table.
  public var reachablePlaces: [PointOfInterest] {
    pointsOfInterest.filter { coordinate.distance(to: $0.coordinate) <= searchRange }
  }
}
