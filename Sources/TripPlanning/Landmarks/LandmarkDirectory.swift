// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A set of landmarks that can be looked up by a name that a person typed.
public struct LandmarkDirectory: Sendable {
  public let landmarks: [Landmark]

  /// The landmarks that come with the planner.
  public static let builtIn = LandmarkDirectory(Landmark.all)

  public init(_ landmarks: [Landmark]) { self.landmarks = landmarks }

  /// The landmark with this name, in any case and with or without its accents.
  ///
  /// - Throws: `TripPlanningError.unknownLandmark` with up to three names that look like it.
  public func landmark(named name: String) throws(TripPlanningError) -> Landmark {
    let wanted = Self.folded(name)
    if let found = landmarks.first(where: { Self.folded($0.name) == wanted }) { return found }
    throw .unknownLandmark(name: name, nearest: nearestNames(to: name))
  }

  /// Up to `limit` names, best first: those that contain the text or are contained in it, then by edit distance.
  func nearestNames(to name: String, limit: Int = 3) -> [String] {
    let wanted = Self.folded(name)
    guard !wanted.isEmpty else { return landmarks.prefix(limit).map(\.name) }
    // Overlong input is cut, as edit distance costs the product of both lengths.
    let compared = String(wanted.prefix(64))
    let scored = landmarks.enumerated().map { index, landmark in
      let candidate = Self.folded(landmark.name)
      let words = candidate.split(separator: " ").map { String($0) }
      let contains = candidate.contains(compared) || compared.contains(candidate)
      let distance = ([candidate] + words).map { Self.editDistance(compared, $0) }.min() ?? .max
      return (rank: contains ? 0 : 1, distance: distance, index: index, name: landmark.name)
    }
    // A name that holds the text says it all; one that merely has similar letters would distract from it.
    let matches = scored.contains { $0.rank == 0 } ? scored.filter { $0.rank == 0 } : scored
    return matches.sorted { ($0.rank, $0.distance, $0.index) < ($1.rank, $1.distance, $1.index) }
      .prefix(limit).map(\.name)
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Levenshtein distance in characters, one row of the table at a time.
  static func editDistance(_ a: String, _ b: String) -> Int {
    let a = Array(a)
    let b = Array(b)
    var row = Array(0...b.count)
    for i in a.indices {
      var diagonal = row[0]
      row[0] = i + 1
      for j in b.indices {
        let substitution = diagonal + (a[i] == b[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substitution, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}
