// SPDX-License-Identifier: Apache-2.0
import Foundation
import Generation
import OrderedJSON
import Synchronization

extension LanguageModelSession {
  /// Answers a request: asks the model, runs the tools that it calls, and asks again until it answers.
  ///
  /// - Parameters:
  ///   - ticket: The hold on the session; the caller lets it go.
  ///   - onUpdate: Hears the answer as it grows.
  /// - Throws: `GenerationError`, `ToolCallError`, `ToolRoundLimitError` or `CancellationError`; the transcript is then as
  ///   it was.
  func run(
    _ request: SessionRequest, ticket: RequestTicket, onUpdate: @escaping @Sendable (ResponseUpdate) -> Void = { _ in }
  ) async throws -> SessionOutcome {
    do {
      try checkGuardrails(request.prompt.text)
      var request = request
      var generation = try generationRequest(for: request)
      let history = transcript
      var entries = [request.entry()]
      generation.messages = Conversation.messages(from: Array(history) + entries, useCase: model.useCase)
      var prepared = await finishPrewarming(for: generation)
      let (context, backend) = try await context()

      for _ in 0...Self.toolRoundLimit {
        try Task.checkCancellation()
        try setSchema(of: &request, &generation)
        let calls: [Transcript.ToolCall]
        if let ready = prepared.take() {
          emit(.roundFinished(statistics: ready.statistics))
          calls = ready.calls
        } else {
          generation.messages = Conversation.messages(from: Array(history) + entries, useCase: model.useCase)
          let result = try await context.generate(generation, onEvent: events(for: request, to: onUpdate))
          emit(.roundFinished(statistics: result.statistics))
          guard !result.toolCalls.isEmpty else {
            try Task.checkCancellation()
            let content = try finalContent(of: result, for: request)
            entries.append(.response(response(content, request: request, model: backend.name)))
            return SessionOutcome(content: content, entries: commit(entries, ticket: ticket))
          }
          if !result.text.isEmpty {
            try checkGuardrails(result.text)
            let said = GeneratedContent(storage: .string(result.text))
            entries.append(.response(response(said, request: nil, model: backend.name)))
          }
          calls = Self.calls(result.toolCalls, after: Array(history) + entries)
        }
        entries += try await answers(to: calls)
        goOn(&generation, of: request)
      }
      throw ToolRoundLimitError(limit: Self.toolRoundLimit)
    } catch {
      throw Self.translated(error)
    }
  }

  /// The first round of a request in the engine's words, without its messages.
  func generationRequest(for request: SessionRequest) throws -> GenerationRequest {
    var generation = GenerationRequest(messages: [])
    // Patterns come from `Regex`, whose negated classes leave out more than those of JSON Schema.
    generation.patternDialect = .swift
    generation.tools = try tools.specifications()
    generation.format = try request.schema.map { .schema(try $0.enforceableJSON()) } ?? .text
    generation.toolChoice = tools.tools.isEmpty ? .none : toolChoice
    let options = generation.toolChoice == .required ? request.callOptions : nil
    setOptions(options ?? request.options, of: &generation)
    generation.trace = trace
    return generation
  }

  /// Asks for the value, where its schema is made after calls and no more of them must come.
  func setSchema(of request: inout SessionRequest, _ generation: inout GenerationRequest) throws {
    guard let makeSchema = request.makeSchema, generation.toolChoice != .required else { return }
    let schema = try makeSchema()
    request.schema = schema
    request.makeSchema = nil
    generation.format = .schema(try schema.enforceableJSON())
  }

  /// Goes on to the round after calls. A call that must be made has been; the next answer is the model's choice, unless the
  /// session says otherwise.
  func goOn(_ generation: inout GenerationRequest, of request: SessionRequest) {
    generation.toolChoice = toolChoiceAfterCalls
    if generation.toolChoice != .required { setOptions(request.options, of: &generation) }
  }

  private func setOptions(_ options: GenerationOptions, of generation: inout GenerationRequest) {
    generation.sampling = options.samplingOptions
    generation.sampling.writesProse = writesProse
    generation.maximumTokens = options.maximumResponseTokens.map { max(1, $0) }
  }

  // MARK: Answers

  private func events(
    for request: SessionRequest, to onUpdate: @escaping @Sendable (ResponseUpdate) -> Void
  ) -> @Sendable (Generation.GenerationEvent) -> Void {
    let text = SharedText()
    let handler = eventHandler
    // The text of a value is its JSON; snapshots are made from the value itself.
    let isText = request.schema == nil && request.makeSchema == nil
    return { event in
      switch event {
      case .promptProgress(let done, let total): handler?(.promptProgress(done: done, total: total))
      case .text(let delta): if isText { onUpdate(.text(text.append(delta))) }
      case .partial(let value, let isComplete): onUpdate(.value(value, isComplete: isComplete))
      case .toolCall: break
      }
    }
  }

  private func finalContent(of result: GenerationResult, for request: SessionRequest) throws -> GeneratedContent {
    try checkGuardrails(result.text)
    guard request.schema != nil else {
      // Text that the program's own limit cut is an answer; text that the context cut is not.
      let limit = request.options.maximumResponseTokens.map { max(1, $0) }
      if result.finish == .length, limit.map({ result.statistics.generatedTokens < $0 }) ?? true {
        let explanation = "The context was full after \(result.statistics.generatedTokens) tokens of the answer."
        throw GenerationError.exceededContextWindowSize(.init(debugDescription: explanation))
      }
      return GeneratedContent(storage: .string(result.text))
    }
    guard let value = result.value else {
      throw GenerationError.decoding("The model ended (\(result.finish.rawValue)) before the value was complete.")
    }
    let content = GeneratedContent(value, id: nil)
    try request.validate(content)
    return content
  }

  private func response(
    _ content: GeneratedContent, request: SessionRequest?, model: String
  ) -> Transcript.Response {
    let segment: Transcript.Segment
    if let schema = request?.schema {
      segment = .structure(.init(source: schema.name, content: content))
    } else if case .string(let text) = content.storage {
      segment = .text(.init(content: text))
    } else {
      segment = .structure(.init(source: "", content: content))
    }
    return Transcript.Response(assetIDs: [model], segments: [segment])
  }

  private func checkGuardrails(_ text: String) throws {
    guard model.guardrails.check(text) else {
      throw GenerationError.guardrailViolation(.init(debugDescription: "The guardrails' check refused a text."))
    }
  }

  // MARK: Tools

  /// The calls that the model wrote as entries, each with an identifier of its own.
  static func calls(_ records: [ToolCallRecord], after history: [Transcript.Entry]) -> [Transcript.ToolCall] {
    var ids = CallIdentifiers(in: history)
    return records.map { record in
      Transcript.ToolCall(
        id: ids.unused(record.id), toolName: record.name,
        arguments: GeneratedContent(record.arguments, id: GenerationID()))
    }
  }

  /// Runs the calls of one turn at the same time and returns their entries in the order of the calls.
  private func answers(to calls: [Transcript.ToolCall]) async throws -> [Transcript.Entry] {
    let outputs = try await withThrowingTaskGroup(of: (Int, Transcript.ToolOutput).self) { group in
      for (index, call) in calls.enumerated() {
        group.addTask { (index, try await self.output(of: call)) }
      }
      var outputs = [Transcript.ToolOutput?](repeating: nil, count: calls.count)
      for try await (index, output) in group { outputs[index] = output }
      return outputs.compactMap { $0 }
    }
    return [.toolCalls(Transcript.ToolCalls(calls))] + outputs.map { .toolOutput($0) }
  }

  private func output(of call: Transcript.ToolCall) async throws -> Transcript.ToolOutput {
    guard let tool = tools[call.toolName] else {
      throw GenerationError.decoding("The model called '\(call.toolName)', and there is no such tool.")
    }
    emit(.toolCallStarted(call))
    let start = ContinuousClock.now
    defer {
      trace?.concurrentSpan(.tools, call.toolName, since: start, ["arguments": .string(call.arguments.jsonString)])
    }
    do {
      let prompt = try await tool.run(call.arguments)
      let output = Transcript.ToolOutput(id: call.id, toolName: call.toolName, segments: prompt.pieces.segments())
      emit(.toolCallFinished(call, output: output))
      return output
    } catch {
      emit(.toolCallFailed(call, message: error.localizedDescription))
      throw error
    }
  }

  // MARK: Errors

  /// The engine's errors in the words of this API; others as they are.
  static func translated(_ error: any Error) -> any Error {
    guard let error = error as? Generation.GenerationError else { return error }
    let context = GenerationError.Context(debugDescription: "\(error)")
    return switch error.kind {
    case .cancelled: CancellationError()
    case .contextOverflow: GenerationError.exceededContextWindowSize(context)
    case .budgetTooSmall: GenerationError.decodingFailure(context)
    case .schema: GenerationError.unsupportedGuide(context)
    case .template, .model: GenerationError.assetsUnavailable(context)
    }
  }
}

/// Text that grows on one thread and is read on another.
private final class SharedText: Sendable {
  private let text = Mutex("")

  func append(_ piece: String) -> String {
    text.withLock { text in
      text += piece
      return text
    }
  }
}
