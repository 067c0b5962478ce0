// SPDX-License-Identifier: Apache-2.0

/// The tokens of a vocabulary by what they do inside a JSON string, so that the mask of a plain string is a copy of one
/// prepared mask and a short check of what may follow the closing quote.
struct StringTokens: Sendable {
  /// Character counts for which a mask is kept.
  static let maximumCount = 48

  /// `insideWords[c]`: tokens that stay in the string and begin at most c code points, c in 0…`maximumCount`; then all.
  let inside: [TokenMask]
  /// Tokens that stay in the string with more than `maximumCount` code points, and that count.
  let longInside: [(token: Int, characters: Int)]
  /// Most code points in one token that stays in the string.
  let mostCharacters: Int

  /// What follows the quote in tokens that close the string; entry i of the trie is `closing[i + 1]`.
  let tails: FlatTrie
  /// Tokens by tail, index 0 for the empty tail; with the code points before the quote.
  let closing: [[(token: Int, characters: Int)]]

  /// Code points of the longest plain token: unbroken text of n code points fits in n / run + n % run tokens.
  let run: Int
  /// Whether some token is exactly one plain character.
  let hasSingleCharacter: Bool

  init(_ tokens: [[UInt8]]) {
    var byCount = [[Int]](repeating: [], count: Self.maximumCount + 1)
    var longInside: [(token: Int, characters: Int)] = []
    var tailIndex: [ArraySlice<UInt8>: Int] = [[]: 0]
    var closing: [[(token: Int, characters: Int)]] = [[]]
    var run = 1
    var mostCharacters = 0
    var hasSingleCharacter = false
    for (token, bytes) in tokens.enumerated() where !bytes.isEmpty {
      switch StringTokenRole(scanning: bytes) {
      case .invalid: break
      case .inside(let characters, let isPlain):
        mostCharacters = max(mostCharacters, characters)
        if isPlain {
          run = max(run, characters)
          if characters == 1 { hasSingleCharacter = true }
        }
        if characters <= Self.maximumCount {
          byCount[characters].append(token)
        } else {
          longInside.append((token, characters))
        }
      case .closing(let characters, let quote):
        let tail = bytes[(quote + 1)...]
        if let index = tailIndex[tail] {
          closing[index].append((token, characters))
        } else {
          tailIndex[tail] = closing.count
          closing.append([(token, characters)])
        }
      }
    }
    var masks: [TokenMask] = []
    var mask = TokenMask(count: tokens.count)
    for tokensOfCount in byCount {
      for token in tokensOfCount { mask[token] = true }
      masks.append(mask)
    }
    for (token, _) in longInside { mask[token] = true }
    masks.append(mask)
    inside = masks
    self.longInside = longInside
    self.mostCharacters = mostCharacters
    var tails = [[UInt8]](repeating: [], count: closing.count)
    for (tail, index) in tailIndex { tails[index] = Array(tail) }
    self.tails = FlatTrie(Array(tails.dropFirst()))
    self.closing = closing
    self.run = run
    self.hasSingleCharacter = hasSingleCharacter
  }

  /// Adds to `mask` every token that stays in the string with at most `limit` code points.
  func formInside(limit: Int, _ mask: inout TokenMask) {
    if limit >= mostCharacters {
      mask.formUnion(inside[Self.maximumCount + 1])
    } else {
      mask.formUnion(inside[min(limit, Self.maximumCount)])
      for (token, characters) in longInside where characters <= limit { mask[token] = true }
    }
  }
}
