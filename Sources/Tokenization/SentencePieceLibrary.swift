// SPDX-License-Identifier: Apache-2.0
import CSentencePiece
import Synchronization

/// A vocabulary that libsentencepiece encodes with.
final class SentencePieceLibrary: ChunkModel {
  private let description: SentencePieceModel
  private let unknownID: TokenID
  private let model: LibraryModel
  /// The same vocabulary, but putting a space in front, or none: the opposite of `model`. Made when it is first needed.
  private let opposite = Mutex<LibraryModel?>(nil)

  init(_ description: SentencePieceModel) throws(TokenizerError) {
    self.description = description
    unknownID = TokenID(description.unknownID)
    model = try LibraryModel(description)
  }

  func encode(_ text: UnsafeBufferPointer<UInt8>, addsSpacePrefix: Bool, into output: inout [TokenID]) {
    let model = addsSpacePrefix == description.addsSpacePrefix ? self.model : oppositeModel()
    // Only want of memory can bring a failure about; the text counts as unknown.
    if !model.encode(text, into: &output) { output.append(unknownID) }
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
