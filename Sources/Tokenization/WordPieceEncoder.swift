// SPDX-License-Identifier: Apache-2.0

/// BERT's encoding: words in lower case without accents, each cut into the longest tokens from its start on.
///
/// Tokens that begin a word have a space in front here (U+2581 in the file), others go on with a word. A word that cannot
/// be cut whole is one unknown token.
final class WordPieceEncoder: Sendable {
  /// A trie over the bytes of tokens: node and byte give the next node.
  private let edges: MergeTable
  /// (nodes) the token that ends there, or -1.
  private let tokens: [TokenID]
  private let unknownID: TokenID

  /// Longer tokens are never looked for: a vocabulary made for it could let each byte of a word cost the length of one.
  private static let maximumLength = 128

  init(_ outputs: ByteStringTable, unknownID: TokenID) {
    var size = 0
    for id in 0..<outputs.count { size += min(outputs.length(at: id), Self.maximumLength) }
    let edges = MergeTable(minimumCapacity: size)
    var tokens: [TokenID] = [-1]
    tokens.reserveCapacity(size + 1)
    outputs.forEach { id, bytes in
      guard !bytes.isEmpty, bytes.count <= Self.maximumLength else { return }
      var node: Int32 = 0
      for byte in bytes {
        var next = edges.merge(node, Int32(byte)).symbol
        if next < 0 {
          next = Int32(tokens.count)
          tokens.append(-1)
          edges.insert(node, Int32(byte), Merge(rank: 0, symbol: next))
        }
        node = next
      }
      // Of two tokens with one text the first counts.
      if tokens[Int(node)] < 0 { tokens[Int(node)] = TokenID(id) }
    }
    self.edges = edges
    self.tokens = tokens
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
      var (node, position): (Int32, Int) = (0, start)
      while position < word.count {
        node = edges.merge(node, Int32(word[position])).symbol
        guard node >= 0 else { break }
        position += 1
        if tokens[Int(node)] >= 0 { (token, end) = (tokens[Int(node)], position) }
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
