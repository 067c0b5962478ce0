// SPDX-License-Identifier: Apache-2.0

/// What the trip may cost.
public enum Budget: String, CaseIterable, Sendable, Codable, Hashable {
  case low
  case medium
  case high

  /// The words after "on": `a small budget`.
  public var text: String {
    switch self {
    case .low: "a small budget"
    case .medium: "a medium budget"
    case .high: "a generous budget"
    }
  }
}
