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
  package var promptSeconds = 0.0
  package var generationSeconds = 0.0
  /// From the start of the request to its first token of answer.
  package var firstTokenSeconds = 0.0
  /// The seed used, drawn or given.
  package var seed: UInt64 = 0

  package init() {}
}
