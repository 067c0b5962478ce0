// SPDX-License-Identifier: Apache-2.0
import Generation

/// The engine's models, as sessions see them.
struct EngineBackend: LanguageModelBackend {
  let model: Generation.LanguageModel

  var name: String { model.name }
  var contextLength: Int { model.contextLength }

  func makeContext() -> any BackendContext { EngineContext(context: model.makeContext()) }

  func tokenCount(messages: [ChatMessage], tools: [ToolSpecification]) throws -> Int {
    do {
      return try model.tokenCount(messages: messages, tools: tools)
    } catch {
      throw LanguageModelSession.translated(error)
    }
  }

  func tokenCount(text: String) -> Int { model.tokenCount(text: text) }
}

private struct EngineContext: BackendContext {
  let context: GenerationContext

  func generate(
    _ request: GenerationRequest, onEvent: @escaping @Sendable (GenerationEvent) -> Void
  ) async throws -> GenerationResult {
    try await context.generate(request, onEvent: onEvent)
  }

  func prewarm(messages: [ChatMessage], tools: [ToolSpecification], userPrefix: String?) async throws {
    try await context.prewarm(messages: messages, tools: tools, userPrefix: userPrefix)
  }
}
