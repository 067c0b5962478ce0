// SPDX-License-Identifier: Apache-2.0

/// BERT's encoding: words in lower case without accents, each cut into the longest tokens from its start on.
///
/// Tokens that begin a word have a space in front here (U+2581 in the file), others go on with a word. A word that cannot
/// be cut whole is one unknown token.
final class WordPieceEncoder: Sendable {
  private let trie: ByteTrie
  private let unknownID: TokenID

  /// Longer tokens are never looked for: a vocabulary made for it could let each byte of a word cost the length of one.
  private static let maximumLength = 128

  init(_ outputs: ByteStringTable, unknownID: TokenID) {
    trie = ByteTrie(outputs) { $1.count <= Self.maximumLength }
    self.unknownID = unknownID
  }

  /// Appends the tokens of a text; invalid UTF-8 is passed over.
  func encode(_ text: UnsafeBufferPointer<UInt8>, into output: inout [TokenID]) {
    WordPieceNormalizer.forEachWord(String(decoding: text, as: UTF8.self)) { word in
      word.withUnsafeBufferPointer { append($0, &output) }
    }
  }

  /// - Parameter word: with its space in front.
  private func append(_ word: UnsafeBufferPointer<UInt8>, _ output: inout [TokenID]) {
    let first = output.count
    var start = 0
    while start < word.count {
      var (token, end): (TokenID?, Int) = (nil, start)
      var (node, position) = (ByteTrie.root, start)
      while position < word.count, let next = trie.child(of: node, word[position]) {
        node = next
        position += 1
        let found = trie.number(at: node)
        if found >= 0 { (token, end) = (TokenID(found), position) }
      }
      guard let token else {
        output.removeSubrange(first...)
        output.append(unknownID)
        return
      }
      output.append(token)
      start = end
    }
  }
}
