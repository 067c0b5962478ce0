// SPDX-License-Identifier: Apache-2.0

/// A vocabulary prepared for masks: its trie, and its tokens sorted by what they do inside a JSON string.
///
/// Build it once per model; every grammar and session shares it.
package final class VocabularyTrie: Sendable {
  /// Ids in the vocabulary, whether they can be generated or not.
  package let vocabularySize: Int
  /// Tokens that end a generation; a constraint allows them together, where the text may end.
  package let endOfGeneration: [Int]

  let tokens: [[UInt8]]
  private let texts: ByteStrings
  let trie: FlatTrie
  let strings: StringTokens
  let structure: StructureTokens
  let byteSets: TokenByteSets
  /// Masks that have been computed, of every grammar.
  let memo: MaskMemo
  /// Bytes that are a token by themselves.
  let singleBytes: ByteSet
  /// Whether every byte that JSON text can hold is a token by itself; then no state of a grammar is without a token.
  let isByteComplete: Bool

  /// - Parameters:
  ///   - tokens: the bytes that each token adds to the text. Empty: the token is never allowed (control tokens).
  ///   - endOfGeneration: ids of the tokens that end a generation; their bytes, if any, are never text.
  ///   - memoBytes: how much memory computed masks may take; 0 to keep none.
  package init(tokens: [[UInt8]], endOfGeneration: [Int], memoBytes: Int = MaskMemo.defaultBytes) {
    var tokens = tokens
    for id in endOfGeneration where tokens.indices.contains(id) { tokens[id] = [] }
    vocabularySize = tokens.count
    self.endOfGeneration = endOfGeneration.filter { tokens.indices.contains($0) }
    texts = ByteStrings(tokens)
    let sorted = FlatTrie.sortedEntries(texts)
    trie = FlatTrie(texts, sorted: sorted)
    strings = StringTokens(tokens, texts, sorted: sorted)
    structure = StructureTokens(tokens, texts, sorted: sorted)
    byteSets = TokenByteSets(texts)
    memo = MaskMemo(bytes: memoBytes, maskBytes: (tokens.count + 63) / 64 * 8)
    let singles = ByteSet(tokens.lazy.filter { $0.count == 1 }.map { $0[0] })
    singleBytes = singles
    let needed: [ClosedRange<UInt8>] = [0x0A...0x0A, 0x20...0x7E, 0x80...0xBF, 0xC2...0xF4]
    isByteComplete = needed.allSatisfy { $0.allSatisfy(singles.contains) }
    self.tokens = tokens
  }

  /// The bytes of a token below `vocabularySize`, as long as the vocabulary lives.
  @inline(__always)
  func text(of token: Int) -> UnsafeBufferPointer<UInt8> {
    texts[token]
  }

  /// What a token adds to the text; nothing for tokens that cannot be part of it.
  package func bytes(of token: Int) -> [UInt8] { tokens.indices.contains(token) ? tokens[token] : [] }

  /// The vocabulary of the 256 bytes, in which tokens and bytes are counted alike.
  package static let bytes = VocabularyTrie(tokens: (0...255).map { [UInt8($0)] }, endOfGeneration: [])
}
