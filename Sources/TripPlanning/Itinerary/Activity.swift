// SPDX-License-Identifier: Apache-2.0
import FoundationModels

/// One stop of a day.
@Generable
public struct Activity: Sendable, Equatable, Codable {
  public var type: Kind
  /// The name of the place.
  @Guide(description: "The name of the place, exactly as the search gave it.")
  public var title: String
  @Guide(description: "One sentence about what to do there.")
  public var description: String

  public init(type: Kind, title: String, description: String) {
    self.type = type
    self.title = title
    self.description = description
  }

  /// What a stop is for.
  @Generable
  public enum Kind: String, CaseIterable, Sendable, Codable {
    case sightseeing
    case foodAndDining
    case shopping
    case hotelAndLodging
  }
}
