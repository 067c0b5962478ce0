// SPDX-License-Identifier: Apache-2.0
import Tokenization

/// Guesses what comes next from prompt and answer so far: what followed the place whose last tokens are most like those at
/// the end.
///
/// Costs one look over the text for each draft, a few microseconds for thousands of tokens, and no second model.
///
/// - Source: Saxena, Prompt Lookup Decoding, 2023; Leviathan et al., Fast Inference from Transformers via Speculative
///   Decoding, 2023.
struct PromptLookup {
  /// Fewer tokens in common say too little.
  static let shortestMatch = 2
  /// From here on a longer match is no better.
  static let longestMatch = 24
  /// Matches at least this long are followed as far as is allowed, shorter ones for `cautiousLength` tokens.
  static let safeMatch = 4
  static let cautiousLength = 3

  /// Prompt and answer.
  private(set) var tokens: [TokenID]

  init(_ prompt: [TokenID]) { tokens = prompt }

  mutating func append(_ token: TokenID) { tokens.append(token) }

  mutating func append(_ more: [TokenID]) { tokens.append(contentsOf: more) }

  mutating func removeLast(_ count: Int) { tokens.removeLast(count) }

  /// At most `limit` tokens that may follow; none where nothing matches.
  ///
  /// What is copied may overlap what it continues, so that a repetition of any period is followed for the whole length.
  /// - Complexity: O(tokens)
  func draft(limit: Int) -> [TokenID] {
    guard limit > 0, let match = match() else { return [] }
    let count = match.length >= Self.safeMatch ? limit : min(limit, Self.cautiousLength)
    var draft: [TokenID] = []
    draft.reserveCapacity(count)
    for index in match.end..<match.end + count {
      draft.append(index < tokens.count ? tokens[index] : draft[index - tokens.count])
    }
    return draft
  }

  /// The latest of the places before the end that share the most tokens with it, and how many.
  private func match() -> (end: Int, length: Int)? {
    tokens.withUnsafeBufferPointer { tokens in
      guard tokens.count > Self.shortestMatch else { return nil }
      let (last, previous) = (tokens[tokens.count - 1], tokens[tokens.count - 2])
      var best: (end: Int, length: Int)?
      var end = tokens.count - 1
      while end >= Self.shortestMatch {
        if tokens[end - 1] == last, tokens[end - 2] == previous {
          let most = min(Self.longestMatch, end)
          var length = Self.shortestMatch
          while length < most, tokens[end - 1 - length] == tokens[tokens.count - 1 - length] { length += 1 }
          if length > best?.length ?? 0 { best = (end, length) }
          if length == Self.longestMatch { break }
        }
        end -= 1
      }
      return best
    }
  }
}
