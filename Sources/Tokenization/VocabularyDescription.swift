// SPDX-License-Identifier: Apache-2.0

/// What a model file says about its vocabulary, field by field as GGUF names them (`tokenizer.ggml.…`).
package struct VocabularyDescription: Sendable {
  /// `model`: `gpt2` for byte-level BPE, `llama` for SentencePiece by score, `gemma4` for BPE over text, `t5` for unigram,
  /// `bert` for WordPiece.
  package var model: String
  /// `pre`: the pre-tokenizer of a BPE vocabulary.
  package var pre: String?
  package var tokens: ByteStringTable
  package var scores: [Float]?
  /// `token_type`: raw numbers, see `TokenType`.
  package var types: [Int32]?
  /// `merges`: "left right", best first.
  package var merges: ByteStringTable?

  package var bosID: Int?
  package var eosID: Int?
  package var unknownID: Int?
  package var paddingID: Int?
  /// End of turn and end of message.
  package var eotID: Int?
  package var eomID: Int?
  /// First and last token of a text in a vocabulary of BERT.
  package var classificationID: Int?
  package var separatorID: Int?

  package var addBOS: Bool?
  package var addEOS: Bool?
  package var addSpacePrefix: Bool?
  package var removeExtraWhitespaces: Bool?
  package var precompiledCharsMap: [UInt8]?
  /// `general.name`: some vocabularies have rules that only the name of the model tells.
  package var modelName: String?

  package init(model: String, tokens: ByteStringTable) {
    self.model = model
    self.tokens = tokens
  }
}

/// What a token is for; the numbers are SentencePiece's.
package enum TokenType: Int32, Sendable {
  case normal = 1
  case unknown = 2
  case control = 3
  case userDefined = 4
  case unused = 5
  case byte = 6
}
