// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Tokenization

extension PromptRenderer {
  /// Builds the vocabulary and reads the chat template of a model file.
  ///
  /// - Throws: `unsupported`, naming the key at fault.
  init(_ metadata: GGUFMetadata, path: String) throws(ModelLoadError) {
    let tokenizer: Tokenizer
    do {
      tokenizer = try Tokenizer(VocabularyDescription(metadata))
    } catch {
      throw ModelLoadError(.unsupported, path: path, reason: "\(error)")
    }
    do {
      try self.init(
        source: metadata.string("tokenizer.chat_template"), tokenizer: tokenizer,
        beginningText: tokenizer.beginningOfSequence.map { tokenizer.pieceText(of: $0) } ?? "",
        endText: tokenizer.endOfSequence.map { tokenizer.pieceText(of: $0) } ?? "")
    } catch {
      throw ModelLoadError(.unsupported, path: path, reason: "tokenizer.chat_template: \(error)")
    }
  }
}
