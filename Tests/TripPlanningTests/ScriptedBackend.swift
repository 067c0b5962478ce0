// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Generation
import OrderedJSON
import Synchronization

/// A model without weights: calls the tools it is told to call, and answers with random values of the schema asked for.
final class ScriptedBackend: LanguageModelBackend {
  let name = "scripted"
  let contextLength = 8192
  /// The arguments of the calls that it makes when it must call a tool.
  let calls: [JSONValue]
  let seed: UInt64
  /// What it throws when it writes the plan, after half of it.
  let failure: GenerationError?
  /// What it was told to make ready for.
  let prewarmed = Mutex<[GenerationRequest]>([])
  /// Contexts made so far.
  let contexts = Mutex(0)
  private let log = Mutex<[GenerationRequest]>([])

  init(calls: [JSONValue], seed: UInt64 = 1, failure: GenerationError? = nil) {
    self.calls = calls
    self.seed = seed
    self.failure = failure
  }

  var requests: [GenerationRequest] { log.withLock { $0 } }

  func makeContext() -> any BackendContext {
    contexts.withLock { $0 += 1 }
    return Context(backend: self)
  }

  func tokenCount(messages: [ChatMessage], tools: [ToolSpecification]) throws -> Int { messages.count }
  func tokenCount(text: String) throws -> Int { text.utf8.count }

  private struct Context: BackendContext {
    let backend: ScriptedBackend

    func prewarm(messages: [ChatMessage], tools: [ToolSpecification], userPrefix: String?) async throws {}

    func prewarm(_ request: GenerationRequest) async throws { backend.prewarmed.withLock { $0.append(request) } }

    func generate(
      _ request: GenerationRequest, onEvent: @escaping @Sendable (GenerationEvent) -> Void
    ) async throws -> GenerationResult {
      backend.log.withLock { $0.append(request) }
      onEvent(.promptProgress(done: 10, total: 10))
      if request.toolChoice == .required, let tool = request.tools.first {
        let records = backend.calls.enumerated().map { index, arguments in
          ToolCallRecord(id: "call\(index)", name: tool.name, arguments: arguments)
        }
        return GenerationResult(text: "", toolCalls: records, finish: .toolCalls)
      }
      guard case .schema(let schema) = request.format else {
        return GenerationResult(text: "Done.", finish: .endOfText)
      }
      var sampler = SchemaSampler(schema, seed: backend.seed)
      let value = sampler.value()
      let text = value.text()
      let isPlan = value["day1"] != nil
      let end = isPlan && backend.failure != nil ? text.count / 2 : text.count
      for length in stride(from: 1, to: end, by: 97) {
        try Task.checkCancellation()
        let partial = try JSONValue.parsingPartial(String(text.prefix(length)))
        onEvent(.partial(partial.value, isComplete: false))
      }
      if isPlan, let failure = backend.failure { throw failure }
      onEvent(.partial(value, isComplete: true))
      return GenerationResult(text: text, value: value, finish: .completeValue)
    }
  }
}
