// SPDX-License-Identifier: Apache-2.0

/// What a traveller likes to see and do.
public enum Interest: String, CaseIterable, Sendable, Codable, Hashable {
  case nature
  case wildlife
  case history
  case art
  case food
  case views
  case water
  case adventure
  case shopping

  /// The trait that a place for this interest has.
  var trait: PlaceTrait {
    switch self {
    case .nature: .nature
    case .wildlife: .wildlife
    case .history: .history
    case .art: .art
    case .food: .food
    case .views: .views
    case .water: .water
    case .adventure: .adventure
    case .shopping: .shopping
    }
  }
}
