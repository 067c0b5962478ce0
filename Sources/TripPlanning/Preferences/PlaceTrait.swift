// SPDX-License-Identifier: Apache-2.0

/// What can be said of a place when it is weighed against what a traveller asks for.
public enum PlaceTrait: String, CaseIterable, Sendable, Codable, Hashable {
  case nature, wildlife, history, art, food, views, water, adventure, shopping
  /// Good with children.
  case childFriendly
  /// For grown-ups: bars, nightlife, grave subjects.
  case adult
  /// A walk that takes strength: steep, long, or with many steps.
  case strenuous
  /// Known to be level or without steps.
  case stepFree
  case inexpensive
  case expensive
  case vegetarian, vegan, halal, kosher, glutenFree
}
