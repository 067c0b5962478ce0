// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Orders places by how many words of a natural-language query they share.
enum PlaceRanking {
  /// Words that say nothing about a place.
  private static let ignoredWords: Set<String> = [
    "a", "an", "and", "at", "best", "close", "for", "good", "in", "near", "nearby", "of", "on", "or", "the", "to",
    "top", "with",
  ]

  /// `places` by matches with `query`, best first; equal ones keep their order.
  static func ranked(_ places: [PointOfInterest], by query: String) -> [PointOfInterest] {
    let wanted = Set(words(query)).subtracting(ignoredWords)
    guard !wanted.isEmpty else { return places }
    let scored = places.enumerated().map { index, place in
      let inName = wanted.intersection(words(place.name)).count
      let inText = wanted.intersection(words(place.area) + words(place.summary)).count
      return (score: 2 * inName + inText, index: index, place: place)
    }
    return scored.sorted { ($1.score, $0.index) < ($0.score, $1.index) }.map(\.place)
  }

  /// Lower-case words without accents, each without a plural `s`, from at most the first 256 characters.
  static func words(_ text: String) -> [String] {
    String(text.prefix(256)).folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      .split(whereSeparator: { !$0.isLetter && !$0.isNumber })
      .map { word in word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : String(word) }
  }
}
