// SPDX-License-Identifier: Apache-2.0
import Generation

/// What sessions need of a loaded model. Tests put a scripted one in its place.
package protocol LanguageModelBackend: Sendable {
  /// What the model is called.
  var name: String { get }

  /// Tokens of prompt and answer together.
  var contextLength: Int { get }

  /// A conversation's own state.
  func makeContext() -> any BackendContext

  /// The number of tokens that the conversation takes as a prompt.
  func tokenCount(messages: [ChatMessage], tools: [ToolSpecification]) throws -> Int

  /// The number of tokens of text alone.
  func tokenCount(text: String) throws -> Int
}

/// One conversation with a model.
package protocol BackendContext: Sendable {
  /// Answers a request. Cancelling the task ends it within one token.
  ///
  /// - Throws: `Generation.GenerationError`; the context is usable afterwards.
  func generate(
    _ request: GenerationRequest, onEvent: @escaping @Sendable (GenerationEvent) -> Void
  ) async throws -> GenerationResult

  /// Computes the start of a coming prompt.
  func prewarm(messages: [ChatMessage], tools: [ToolSpecification], userPrefix: String?) async throws

  /// Computes all of a coming request that is known before the model is asked.
  func prewarm(_ request: GenerationRequest) async throws
}
