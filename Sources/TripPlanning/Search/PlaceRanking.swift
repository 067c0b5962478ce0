// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Orders places by how many words of a natural-language query they share.
enum PlaceRanking {
  /// Words that say nothing about a place.
  private static let ignoredWords: Set<String> = [
    "a", "all", "an", "and", "are", "at", "best", "but", "by", "can", "close", "do", "for", "from", "good", "has",
    "have",
    "i", "in", "is", "it", "like", "me", "my", "near", "nearby", "no", "not", "of", "on", "or", "our", "please", "so",
    "some", "that", "the", "there", "thi", "to", "top", "us", "want", "we", "where", "which", "with", "would", "you",
  ]

  /// `places` by matches with `query`, best first; equal ones keep their order.
  static func ranked(_ places: [PointOfInterest], by query: String) -> [PointOfInterest] {
    let wanted = wantedWords(query)
    guard !wanted.isEmpty else { return places }
    let scored = places.enumerated().map { (score: score($1, wanted), index: $0, place: $1) }
    return scored.sorted { ($1.score, $0.index) < ($0.score, $1.index) }.map(\.place)
  }

  /// How many words a place shares with a query; those of its name count twice.
  static func score(_ place: PointOfInterest, query: String) -> Int { score(place, wantedWords(query)) }

  private static func score(_ place: PointOfInterest, _ wanted: Set<String>) -> Int {
    let inName = wanted.intersection(words(place.name)).count
    let inText = wanted.intersection(words(place.area) + words(place.summary)).count
    return 2 * inName + inText
  }

  private static func wantedWords(_ query: String) -> Set<String> { Set(words(query)).subtracting(ignoredWords) }

  /// Lower-case words without accents, each without a plural `s`, from at most the first 256 characters.
  static func words(_ text: String) -> [String] {
    String(text.prefix(256)).folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      .split(whereSeparator: { !$0.isLetter && !$0.isNumber })
      .map { word in word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : String(word) }
  }
}
