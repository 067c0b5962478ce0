// SPDX-License-Identifier: Apache-2.0
import CSentencePiece

/// Encodes text between special tokens with libsentencepiece.
final class SentencePieceEncoder: @unchecked Sendable {
  // SAFETY: the C model is immutable after loading; `csp_encode` may be called from any thread.
  private let model: OpaquePointer
  private let addsSpacePrefix: Bool
  private let unknownID: TokenID

  init(_ description: SentencePieceModel, addsSpacePrefix: Bool) throws(TokenizerError) {
    self.addsSpacePrefix = addsSpacePrefix
    unknownID = TokenID(description.unknownID)
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
    guard let base = text.baseAddress, !text.isEmpty else { return }
    var ids: UnsafeMutablePointer<Int32>?
    var count = 0
    var message: UnsafeMutablePointer<CChar>?
    defer {
      csp_free(ids)
      csp_free(message)
    }
    if csp_encode(model, base, text.count, &ids, &count, &message) != 0 {
      output.append(contentsOf: UnsafeBufferPointer(start: ids, count: count))
    } else {
      // Only want of memory can bring this about; the text counts as unknown.
      output.append(unknownID)
    }
  }
}
