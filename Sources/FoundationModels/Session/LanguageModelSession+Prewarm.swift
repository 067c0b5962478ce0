// SPDX-License-Identifier: Apache-2.0
import Generation

extension LanguageModelSession {
  /// Makes the model ready for a request: computes all of it that is known before the model is asked. Returns at once; a
  /// request of another prompt uses what both begin with. Does nothing where the same is ready already, or being made so.
  ///
  /// - Parameters:
  ///   - prompt: The whole prompt.
  ///   - options: How the model will choose its words.
  ///   - callOptions: The same of calls, where the session requires them.
  ///   - rehearsal: Where the session requires calls: has the model write them too, and read what the rehearsal's tools
  ///     answer. The request that asks the same then begins with the answer after them; its calls are run then.
  package func prewarm(
    for prompt: String, options: GenerationOptions = GenerationOptions(), callOptions: GenerationOptions? = nil,
    rehearsal: ToolRehearsal? = nil
  ) {
    guard !isResponding else { return }
    var request = SessionRequest(prompt: Prompt(prompt), options: options)
    request.callOptions = callOptions
    request.makeSchema = rehearsal?.makeSchema
    let entries = Array(transcript) + [request.entry()]
    // What is wrong with tools or model shows when it is asked.
    guard var generation = try? generationRequest(for: request) else { return }
    generation.messages = Conversation.messages(from: entries, useCase: model.useCase)
    startPrewarming(for: generation) { [weak self, request, generation] in
      guard let context = try? await self?.context().context else { return nil }
      guard let rehearsal, generation.toolChoice == .required else {
        try? await context.prewarm(generation)
        return nil
      }
      let result = try? await context.generate(generation) { [weak self] event in
        // Whoever has asked meanwhile waits for this.
        if case .promptProgress(let done, let total) = event, self?.isResponding == true {
          self?.emit(.promptProgress(done: done, total: total))
        }
      }
      guard let result, !result.toolCalls.isEmpty, result.text.isEmpty else { return nil }
      let calls = Self.calls(result.toolCalls, after: entries)
      if let next = try? await self?.round(after: calls, entries, generation, of: request, rehearsal) {
        try? await context.prewarm(next)
      }
      return PreparedCalls(request: generation, calls: calls, statistics: result.statistics)
    }
  }

  /// What the model will be asked after `calls`, if the session's tools answer as the rehearsal's do.
  private func round(
    after calls: [Transcript.ToolCall], _ entries: [Transcript.Entry], _ generation: GenerationRequest,
    of request: SessionRequest, _ rehearsal: ToolRehearsal
  ) async throws -> GenerationRequest {
    let tools = ToolBox(rehearsal.tools)
    var entries = entries + [.toolCalls(Transcript.ToolCalls(calls))]
    for call in calls {
      guard let tool = tools[call.toolName] else { throw CancellationError() }
      let segments = try await tool.run(call.arguments).pieces.segments()
      entries.append(.toolOutput(Transcript.ToolOutput(id: call.id, toolName: call.toolName, segments: segments)))
    }
    var (request, generation) = (request, generation)
    goOn(&generation, of: request)
    try setSchema(of: &request, &generation)
    generation.messages = Conversation.messages(from: entries, useCase: model.useCase)
    return generation
  }
}
