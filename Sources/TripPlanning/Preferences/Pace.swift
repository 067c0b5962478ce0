// SPDX-License-Identifier: Apache-2.0

/// How much a day holds.
public enum Pace: String, CaseIterable, Sendable, Codable, Hashable {
  case relaxed
  case steady
  case full

  /// The words after "at": `an easy pace`.
  public var text: String {
    switch self {
    case .relaxed: "an easy pace"
    case .steady: "a steady pace"
    case .full: "a lively pace"
    }
  }
}
