// SPDX-License-Identifier: Apache-2.0

/// Encodes a text that is not too long.
protocol ChunkModel: Sendable {
  /// Appends the tokens of a text.
  ///
  /// - Parameter addsSpacePrefix: whether a space is put in front.
  func encode(_ text: UnsafeBufferPointer<UInt8>, addsSpacePrefix: Bool, into output: inout [TokenID])
}

/// Encodes text between special tokens, a long one in chunks that are cut where no token lies across.
///
/// Memory then has a bound, and libsentencepiece, which joins unknown characters in a row one by one, each time copying all
/// before, takes time in proportion to the text.
final class ChunkedEncoder<Model: ChunkModel>: Sendable {
  private let model: Model
  private let unknownID: TokenID
  private let chunks: TextChunks
  /// Whether the model puts a space before every text.
  private let addsSpacePrefix: Bool
  /// Whether a space is put before text at the start of the prompt and behind a special token, as a part of it.
  private let addsSpaceAfterSpecial: Bool

  init(_ model: Model, _ description: SentencePieceModel, addsSpaceAfterSpecial: Bool = false) {
    self.model = model
    unknownID = TokenID(description.unknownID)
    chunks = TextChunks(description)
    addsSpacePrefix = description.addsSpacePrefix
    self.addsSpaceAfterSpecial = addsSpaceAfterSpecial
  }

  /// Appends the tokens of a text.
  ///
  /// - Parameter isAfterSpecial: whether the text begins the prompt or follows a special token; some vocabularies put
  ///   a space in front of it then.
  func encode(_ text: UnsafeBufferPointer<UInt8>, isAfterSpecial: Bool, into output: inout [TokenID]) {
    guard addsSpaceAfterSpecial, isAfterSpecial else { return encode(text, into: &output) }
    var prefixed: [UInt8] = []
    prefixed.reserveCapacity(text.count + 1)
    prefixed.append(UInt8(ascii: " "))
    prefixed.append(contentsOf: text)
    prefixed.withUnsafeBufferPointer { encode($0, into: &output) }
  }

  private func encode(_ text: UnsafeBufferPointer<UInt8>, into output: inout [TokenID]) {
    guard !text.isEmpty else { return }
    let start = output.count
    chunks.forEach(in: text) { chunk, isFirst, followsSpace in
      let first = output.count
      // The space before a chunk was dropped, since one is put there.
      model.encode(chunk, addsSpacePrefix: isFirst ? addsSpacePrefix : followsSpace, into: &output)
      // Of unknown characters in a row one token stands for all, across chunks too.
      if first > start, first < output.count, output[first - 1] == unknownID, output[first] == unknownID {
        output.remove(at: first)
      }
    }
  }
}
