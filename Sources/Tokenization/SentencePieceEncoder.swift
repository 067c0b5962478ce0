// SPDX-License-Identifier: Apache-2.0
import CSentencePiece
import Synchronization

/// Encodes text between special tokens with libsentencepiece.
///
/// The library joins unknown characters in a row one by one, each time copying all before: a long text is given to it in
/// chunks, cut where no token lies across.
final class SentencePieceEncoder: Sendable {
  private let model: LibraryModel
  private let addsSpacePrefix: Bool
  private let unknownID: TokenID
  private let description: SentencePieceModel
  private let chunks: TextChunks
  /// The same vocabulary, but putting a space in front of a chunk, or none: the opposite of `model`. Made when a long text
  /// first needs it.
  private let opposite = Mutex<LibraryModel?>(nil)

  /// - Parameter addsSpacePrefix: whether a space is put in front here; not where the library does.
  init(_ description: SentencePieceModel, addsSpacePrefix: Bool) throws(TokenizerError) {
    self.addsSpacePrefix = addsSpacePrefix
    self.description = description
    unknownID = TokenID(description.unknownID)
    model = try LibraryModel(description)
    chunks = TextChunks(description)
  }

  /// Appends the tokens of a text.
  ///
  /// - Parameter isAfterSpecial: whether the text begins the prompt or follows a special token; some vocabularies put
  ///   a space in front of it then.
  func encode(_ text: UnsafeBufferPointer<UInt8>, isAfterSpecial: Bool, into output: inout [TokenID]) {
    guard addsSpacePrefix, isAfterSpecial else { return encode(text, into: &output) }
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
      // The space before a chunk is dropped where the library puts one there itself.
      let wantsPrefix = isFirst ? description.addsSpacePrefix : followsSpace
      let model = wantsPrefix == description.addsSpacePrefix ? self.model : oppositeModel()
      if !model.encode(chunk, into: &output) {
        // Only want of memory can bring this about; the text counts as unknown.
        output.append(unknownID)
      }
      // Of unknown characters in a row one token stands for all, across chunks too.
      if first > start, first < output.count, output[first - 1] == unknownID, output[first] == unknownID {
        output.remove(at: first)
      }
    }
  }

  private func oppositeModel() -> LibraryModel {
    opposite.withLock { opposite in
      if let opposite { return opposite }
      var description = description
      description.addsSpacePrefix.toggle()
      // What was taken once is taken again.
      let made = (try? LibraryModel(description)) ?? model
      opposite = made
      return made
    }
  }
}

/// A vocabulary loaded by libsentencepiece.
private final class LibraryModel: @unchecked Sendable {
  // SAFETY: the C model is immutable after loading; `csp_encode` may be called from any thread.
  private let model: OpaquePointer

  init(_ description: SentencePieceModel) throws(TokenizerError) {
    switch Self.load(description.serialized()) {
    case .success(let model): self.model = model
    case .failure(let error):
      // The library refuses two pieces of one text; the first is kept. Looking for them costs time, hence only now.
      let repeated = description.repeatedTokens()
      guard !repeated.isEmpty else { throw error }
      model = try Self.load(description.serialized(omitting: repeated)).get()
    }
  }

  deinit { csp_model_free(model) }

  private static func load(_ proto: [UInt8]) -> Result<OpaquePointer, TokenizerError> {
    var message: UnsafeMutablePointer<CChar>?
    defer { csp_free(message) }
    if let model = proto.withUnsafeBufferPointer({ csp_load($0.baseAddress!, $0.count, &message) }) {
      return .success(model)
    }
    return .failure(TokenizerError(.sentencePiece(message.map { String(cString: $0) } ?? "no message")))
  }

  /// Appends the tokens of a text that is not empty; false where the library fails.
  func encode(_ text: UnsafeBufferPointer<UInt8>, into output: inout [TokenID]) -> Bool {
    guard let base = text.baseAddress else { return true }
    var ids: UnsafeMutablePointer<Int32>?
    var count = 0
    var message: UnsafeMutablePointer<CChar>?
    defer {
      csp_free(ids)
      csp_free(message)
    }
    guard csp_encode(model, base, text.count, &ids, &count, &message) != 0 else { return false }
    output.append(contentsOf: UnsafeBufferPointer(start: ids, count: count))
    return true
  }
}
