// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Why a trip cannot be planned. `description` is one line for a person.
public enum TripPlanningError: Error, Sendable, Equatable, CustomStringConvertible, LocalizedError {
  /// No landmark has this name; `nearest` are the names that look most like it, best first.
  case unknownLandmark(name: String, nearest: [String])
  /// The number of days is outside `allowed`.
  case unsupportedDayCount(days: Int, allowed: ClosedRange<Int>)
  /// The data holds fewer reachable places than a plan without repeats needs.
  case notEnoughPlaces(landmark: String, needed: Int, found: Int)
  /// The traveller's own words are longer than a prompt has room for, in characters.
  case noteTooLong(length: Int, limit: Int)
  /// A landmark of the user's own cannot be as it is told.
  case badLandmark(String)
  /// The trip has no such day or stop to write anew.
  case noSuchPart(String)
  /// The model's answer does not have the shape it was asked for.
  case malformedPlan(reason: String)

  public var description: String {
    switch self {
    case .unknownLandmark(let name, let nearest) where nearest.isEmpty:
      "no landmark named \"\(name)\""
    case .unknownLandmark(let name, let nearest):
      "no landmark named \"\(name)\"; did you mean \(nearest.map { "\"\($0)\"" }.joined(separator: ", "))?"
    case .unsupportedDayCount(let days, let allowed):
      "a trip has \(allowed.lowerBound) to \(allowed.upperBound) days, not \(days)"
    case .notEnoughPlaces(let landmark, let needed, let found):
      "a plan for \(landmark) needs \(needed) different places within its range, but only \(found) are known"
    case .noteTooLong(let length, let limit):
      "the note has \(length) characters, but at most \(limit) are read"
    case .badLandmark(let cause):
      "a landmark of your own: \(cause)"
    case .noSuchPart(let part):
      "the trip has no \(part)"
    case .malformedPlan(let reason):
      "the generated plan is malformed: \(reason)"
    }
  }

  public var errorDescription: String? { description }
}
