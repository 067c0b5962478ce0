// SPDX-License-Identifier: Apache-2.0

/// Who travels.
public enum Travellers: String, CaseIterable, Sendable, Codable, Hashable {
  case alone
  case couple
  case friends
  case family
  case seniors

  /// Whether children travel along.
  public var includesChildren: Bool { self == .family }

  /// The words after "for": `a family with children`.
  public var text: String {
    switch self {
    case .alone: "one traveller"
    case .couple: "a couple"
    case .friends: "a group of friends"
    case .family: "a family with children"
    case .seniors: "older travellers"
    }
  }
}
