// SPDX-License-Identifier: Apache-2.0
import Generation

extension SystemLanguageModel {
  /// The number of tokens of a prompt.
  ///
  /// - Throws: `LanguageModelSession.GenerationError.assetsUnavailable` when the model cannot be loaded.
  public nonisolated(nonsending) final func tokenCount(for prompt: some PromptRepresentable) async throws -> Int {
    let text = prompt.promptRepresentation.text
    return try await backend().tokenCount(text: text)
  }

  /// The number of tokens of instructions.
  ///
  /// - Throws: `LanguageModelSession.GenerationError.assetsUnavailable` when the model cannot be loaded.
  public nonisolated(nonsending) final func tokenCount(for instructions: Instructions) async throws -> Int {
    try await backend().tokenCount(text: instructions.text)
  }

  /// The number of tokens that tools add to every prompt.
  ///
  /// - Throws: `LanguageModelSession.GenerationError.assetsUnavailable` when the model cannot be loaded, and
  ///   `unsupportedGuide` when the arguments of a tool cannot be enforced.
  public nonisolated(nonsending) final func tokenCount(for tools: [any Tool]) async throws -> Int {
    let specifications = try ToolBox(tools).specifications()
    let backend = try await backend()
    let messages = [ChatMessage(role: .user, content: "a")]
    return try backend.tokenCount(messages: messages, tools: specifications)
      - backend.tokenCount(messages: messages, tools: [])
  }

  /// The number of tokens that a schema adds to a prompt that includes it.
  ///
  /// - Throws: `LanguageModelSession.GenerationError.assetsUnavailable` when the model cannot be loaded.
  public nonisolated(nonsending) final func tokenCount(for schema: GenerationSchema) async throws -> Int {
    try await backend().tokenCount(text: schema.promptText)
  }

  /// The number of tokens of entries of a transcript as a prompt.
  ///
  /// - Throws: `LanguageModelSession.GenerationError.assetsUnavailable` when the model cannot be loaded.
  public nonisolated(nonsending) final func tokenCount(
    for transcriptEntries: some Collection<Transcript.Entry>
  ) async throws -> Int {
    let messages = Conversation.messages(from: transcriptEntries, useCase: useCase)
    return try await backend().tokenCount(messages: messages, tools: [])
  }
}
