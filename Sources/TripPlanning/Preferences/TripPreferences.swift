// SPDX-License-Identifier: Apache-2.0

/// What the traveller asked for. The default asks for nothing.
public struct TripPreferences: Sendable, Hashable, Codable {
  public var travellers: Travellers?
  public var pace: Pace
  public var budget: Budget?
  /// In the order of `Interest.allCases`, each once.
  public private(set) var interests: [Interest]
  public var diet: Diet?
  /// Whether every stop should be reachable without steps and steep paths.
  public var stepFree: Bool
  public var note: TravellerNote?

  public init(
    travellers: Travellers? = nil, pace: Pace = .steady, budget: Budget? = nil, interests: [Interest] = [],
    diet: Diet? = nil, stepFree: Bool = false, note: TravellerNote? = nil
  ) {
    self.travellers = travellers
    self.pace = pace
    self.budget = budget
    self.interests = Interest.allCases.filter(interests.contains)
    self.diet = diet
    self.stepFree = stepFree
    self.note = note
  }

  /// Whether nothing was asked for.
  public var isEmpty: Bool { self == TripPreferences() }
}
