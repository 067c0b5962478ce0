// SPDX-License-Identifier: Apache-2.0
import Generation

/// The engine's models, as sessions see them.
package struct EngineBackend: LanguageModelBackend {
  let model: Generation.LanguageModel

  package init(model: Generation.LanguageModel) { self.model = model }

  package var name: String { model.name }
  package var contextLength: Int { model.contextLength }

  package func makeContext() -> any BackendContext { EngineContext(context: model.makeContext()) }

  package func tokenCount(messages: [ChatMessage], tools: [ToolSpecification]) throws -> Int {
    do {
      return try model.tokenCount(messages: messages, tools: tools)
    } catch {
      throw LanguageModelSession.translated(error)
    }
  }

  package func tokenCount(text: String) -> Int { model.tokenCount(text: text) }
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

  func prewarm(_ request: GenerationRequest) async throws { try await context.prewarm(request) }
}
