// SPDX-License-Identifier: Apache-2.0

/// What the travellers do not eat.
public enum Diet: String, CaseIterable, Sendable, Codable, Hashable {
  case vegetarian
  case vegan
  case halal
  case kosher
  case glutenFree

  /// The word before "food".
  public var text: String { self == .glutenFree ? "gluten-free" : rawValue }

  /// The traits of a place of which it is known that it serves such food.
  var traits: Set<PlaceTrait> {
    switch self {
    case .vegetarian: [.vegetarian, .vegan]
    case .vegan: [.vegan]
    case .halal: [.halal]
    case .kosher: [.kosher]
    case .glutenFree: [.glutenFree]
    }
  }
}
