// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Why a file of places cannot be used: every problem found, up to a limit, each with its place and cause.
public struct PlaceFileError: Error, Sendable, Equatable, CustomStringConvertible, LocalizedError {
  public enum Kind: String, Sendable {
    /// The file cannot be read.
    case unreadable
    /// The bytes are not JSON.
    case notJSON
    /// The JSON is not a GeoJSON feature collection.
    case notFeatures
    /// Features are malformed.
    case badFeatures
    /// There is nothing in it that a plan could name.
    case noPlaces
  }

  public struct Problem: Sendable, Equatable, CustomStringConvertible {
    /// The feature's index from 0; nil where the problem is the file's.
    public var feature: Int?
    /// What the feature is called, if it has a name.
    public var name: String?
    public var cause: String

    public var description: String {
      guard let feature else { return cause }
      return "feature \(feature)\(name.map { " (\($0))" } ?? ""): \(cause)"
    }
  }

  public var kind: Kind
  public var file: String
  public var problems: [Problem]
  /// Problems beyond those that are listed.
  public var omitted = 0

  public var description: String {
    let more = omitted > 0 ? "; and \(omitted) more" : ""
    return "\(file): " + problems.map(\.description).joined(separator: "; ") + more
  }

  public var errorDescription: String? { description }
}
