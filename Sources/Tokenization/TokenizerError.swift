// SPDX-License-Identifier: Apache-2.0

/// Why a vocabulary cannot be used.
package struct TokenizerError: Error, Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case emptyVocabulary
    case tooManyTokens(found: Int, limit: Int)
    case tooManyBytes(found: Int, limit: Int)
    case unknownModel(String)
    case unknownPreTokenizer(String)
    case missingMerges
    case scoreCount(found: Int, expected: Int)
    case typeCount(found: Int, expected: Int)
    /// `precompiled_charsmap` is not a map of normalisation.
    case normalizationMap(byteCount: Int)
    /// SentencePiece refused the vocabulary; its own message.
    case sentencePiece(String)
  }

  package let kind: Kind

  package init(_ kind: Kind) { self.kind = kind }
}

extension TokenizerError: CustomStringConvertible {
  package var description: String {
    switch kind {
    case .emptyVocabulary: "the vocabulary has no tokens"
    case .tooManyTokens(let found, let limit): "the vocabulary has \(found) tokens, more than the limit of \(limit)"
    case .tooManyBytes(let found, let limit):
      "the texts of the vocabulary take \(found) bytes, more than the limit of \(limit)"
    case .unknownModel(let name): "unknown tokenizer model '\(name)' (known: bert, gemma4, gpt2, llama, t5)"
    case .unknownPreTokenizer(let name): "unknown pre-tokenizer '\(name)'"
    case .missingMerges: "a BPE vocabulary needs merges, the file has none"
    case .scoreCount(let found, let expected): "the vocabulary has \(found) scores for \(expected) tokens"
    case .typeCount(let found, let expected): "the vocabulary has \(found) token types for \(expected) tokens"
    case .normalizationMap(let count): "the normalisation map of \(count) bytes (precompiled_charsmap) is damaged"
    case .sentencePiece(let message): "SentencePiece refuses the vocabulary: \(message)"
    }
  }
}
