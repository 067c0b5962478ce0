// SPDX-License-Identifier: Apache-2.0

/// BERT's encoding: words in lower case without accents, each cut into the longest tokens from its start on.
///
/// Tokens that begin a word have a space in front here (U+2581 in the file), others go on with a word. A word that cannot
/// be cut whole is one unknown token.
final class WordPieceEncoder: Sendable {
  private let index: ByteStringIndex
  private let unknownID: TokenID
  /// Bytes of the longest token.
  private let longest: Int

  /// Longer tokens are never looked for, so that no vocabulary makes each byte of a word cost the length of the word.
  private static let maximumLength = 256

  init(_ outputs: ByteStringTable, unknownID: TokenID) {
    let index = ByteStringIndex(minimumCapacity: outputs.count, byteCapacity: outputs.byteCount)
    var longest = 1
    outputs.forEach { id, bytes in
      guard !bytes.isEmpty else { return }
      index.insert(bytes, Int32(id))
      longest = max(longest, bytes.count)
    }
    self.index = index
    self.longest = min(longest, Self.maximumLength)
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
      var end = min(word.count, start + longest)
      var token: TokenID?
      while end > start {
        token = index.value(of: UnsafeBufferPointer(rebasing: word[start..<end]))
        if token != nil { break }
        end -= 1
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
