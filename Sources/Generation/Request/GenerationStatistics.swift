// SPDX-License-Identifier: Apache-2.0

/// Counts and times of one request.
package struct GenerationStatistics: Sendable, Hashable {
  /// Tokens of the whole prompt.
  package var promptTokens = 0
  /// Of these, the tokens that an earlier request had left in the KV cache.
  package var cachedPromptTokens = 0
  /// Tokens of the answer.
  package var generatedTokens = 0
  /// Of these, the tokens that the grammar forced.
  package var forcedTokens = 0
  /// Of these, the tokens that were expected, computed ahead and then chosen by the model.
  package var draftedTokens = 0
  /// Tokens that were computed ahead because the text had them before (`draftLookup`).
  package var lookupDraftedTokens = 0
  /// Of these, the tokens that the answer then had.
  package var lookupAcceptedTokens = 0
  /// Passes through the model after the prompt's.
  package var modelCalls = 0
  /// Tokens that these passes computed; drafted ones that were not chosen count, a last token that nothing follows does not.
  package var computedTokens = 0
  /// Rows of the output head that were computed, the prompt's included.
  package var logitRows = 0
  /// Draws that the grammar refused.
  package var refusedTokens = 0
  /// Masks over the vocabulary that were made.
  package var maskCount = 0
  package var maskSeconds = 0.0
  package var promptSeconds = 0.0
  package var generationSeconds = 0.0
  /// From the start of the request to its first token of answer.
  package var firstTokenSeconds = 0.0
  /// The seed used, drawn or given.
  package var seed: UInt64 = 0

  package init() {}
}
