// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import GGUFFormat
import Synchronization
import Tokenization

/// The vocabulary as answers use it.
///
/// Where a model's form of tool calls has control tokens (`[TOOL_CALLS]`), these are text in an answer that may call: the
/// grammar spells them, and a forced run is cut into them. A prompt never uses this vocabulary, so that a user's text does
/// not become a control token.
final class Speech: Sendable {
  let tokenizer: Tokenizer
  private let built = Mutex<VocabularyTrie?>(nil)
  private let words = Mutex<WordTokens?>(nil)

  init(_ tokenizer: Tokenizer) { self.tokenizer = tokenizer }

  /// The vocabulary prepared for masks: made when a constraint first asks for it, since it takes longer than a short answer.
  var trie: VocabularyTrie {
    built.withLock { built in
      if let built { return built }
      let trie = VocabularyTrie(
        tokens: tokenizer.tokenBytes(), endOfGeneration: tokenizer.endOfGeneration.map(Int.init).sorted())
      built = trie
      return trie
    }
  }

  /// How tokens make up words; made when an answer first asks for it.
  var wordTokens: WordTokens {
    words.withLock { words in
      if let words { return words }
      let made = WordTokens(tokenizer)
      words = made
      return made
    }
  }

  /// Whether a constraint has asked.
  var hasTrie: Bool { built.withLock { $0 != nil } }

  /// - Throws: `GenerationError` of kind `model`; the file was read before, so that it does not happen to sound files.
  convenience init(_ metadata: GGUFMetadata, asText control: [TokenID]) throws(GenerationError) {
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
