// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import GGUFFormat
import Tokenization

/// The vocabulary as answers use it.
///
/// Where a model's form of tool calls has control tokens (`[TOOL_CALLS]`), these are text in an answer that may call: the
/// grammar spells them, and a forced run is cut into them. A prompt never uses this vocabulary, so that a user's text does
/// not become a control token.
struct Speech: Sendable {
  let tokenizer: Tokenizer
  let trie: VocabularyTrie

  init(_ tokenizer: Tokenizer) {
    self.tokenizer = tokenizer
    trie = VocabularyTrie(
      tokens: tokenizer.tokenBytes(), endOfGeneration: tokenizer.endOfGeneration.map(Int.init).sorted())
  }

  /// - Throws: `GenerationError` of kind `model`; the file was read before, so that it does not happen to sound files.
  init(_ metadata: GGUFMetadata, asText control: [TokenID]) throws(GenerationError) {
    do {
      var description = try VocabularyDescription(metadata)
      for id in control where description.types.map({ Int(id) < $0.count }) ?? false {
        description.types?[Int(id)] = TokenType.userDefined.rawValue
      }
      self.init(try Tokenizer(description))
    } catch {
      throw GenerationError(.model, "\(error)")
    }
  }
}

extension ToolCallFormat {
  /// The control tokens that the form is written with.
  func controlTokens(of tokenizer: Tokenizer) -> [TokenID] {
    let text = [opening, middle, separator, closing].joined(separator: "\n")
    return (0..<TokenID(tokenizer.vocabularySize)).filter { id in
      guard tokenizer.isControl(id), !tokenizer.endOfGeneration.contains(id) else { return false }
      let name = tokenizer.pieceText(of: id)
      return !name.isEmpty && text.contains(name)
    }
  }
}
