// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Generation
import OrderedJSON
import Synchronization

/// A model that answers from a script, one step for each request.
final class ScriptedBackend: LanguageModelBackend, BackendContext {
  enum Step: Sendable {
    case text([String])
    case value([JSONValue], final: JSONValue)
    case calls([ToolCallRecord], text: String = "")
    case failure(any Error)
    /// Sends a first piece of text, then runs until it is cancelled.
    case endless(first: String)
    /// Waits for the gate, then answers with text.
    case gated(Gate, String)
    case cut(text: String)
  }

  private struct State {
    var steps: [Step]
    var requests: [GenerationRequest] = []
    var prewarms: [(messages: [ChatMessage], prefix: String?)] = []
    var prewarmedRequests: [GenerationRequest] = []
    var cancellations = 0
    var contexts = 0
  }

  private let state: Mutex<State>
  let name = "scripted"
  let contextLength = 4096

  init(_ steps: Step...) { state = Mutex(State(steps: steps)) }
  init(steps: [Step]) { state = Mutex(State(steps: steps)) }

  var requests: [GenerationRequest] { state.withLock { $0.requests } }
  var prewarms: [(messages: [ChatMessage], prefix: String?)] { state.withLock { $0.prewarms } }
  var prewarmedRequests: [GenerationRequest] { state.withLock { $0.prewarmedRequests } }
  var cancellations: Int { state.withLock { $0.cancellations } }
  var contexts: Int { state.withLock { $0.contexts } }
  var model: SystemLanguageModel { SystemLanguageModel(backend: self) }

  func makeContext() -> any BackendContext {
    state.withLock { $0.contexts += 1 }
    return self
  }

  func tokenCount(messages: [ChatMessage], tools: [ToolSpecification]) -> Int {
    messages.reduce(0) { $0 + $1.content.split(separator: " ").count } + tools.count * 10
  }

  func tokenCount(text: String) -> Int { text.split(separator: " ").count }

  func prewarm(messages: [ChatMessage], tools: [ToolSpecification], userPrefix: String?) async throws {
    state.withLock { $0.prewarms.append((messages, userPrefix)) }
  }

  func prewarm(_ request: GenerationRequest) async throws { state.withLock { $0.prewarmedRequests.append(request) } }

  func generate(
    _ request: GenerationRequest, onEvent: @escaping @Sendable (GenerationEvent) -> Void
  ) async throws -> GenerationResult {
    let step: Step? = state.withLock { state in
      state.requests.append(request)
      return state.steps.isEmpty ? nil : state.steps.removeFirst()
    }
    guard let step else { throw GenerationError(.model, "the script has ended") }
    onEvent(.promptProgress(done: 1, total: 1))
    switch step {
    case .text(let pieces):
      for piece in pieces { onEvent(.text(delta: piece)) }
      return GenerationResult(text: pieces.joined(), finish: .endOfText)
    case .value(let partials, let final):
      for partial in partials { onEvent(.partial(partial, isComplete: false)) }
      onEvent(.partial(final, isComplete: true))
      return GenerationResult(text: final.text(), value: final, finish: .completeValue)
    case .calls(let calls, let text):
      for call in calls { onEvent(.toolCall(call)) }
      return GenerationResult(text: text, toolCalls: calls, finish: .toolCalls)
    case .failure(let error): throw error
    case .endless(let first):
      onEvent(.text(delta: first))
      while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
      state.withLock { $0.cancellations += 1 }
      throw GenerationError(.cancelled)
    case .gated(let gate, let text):
      await gate.wait()
      onEvent(.text(delta: text))
      return GenerationResult(text: text, finish: .endOfText)
    case .cut(let text):
      return GenerationResult(text: text, finish: .length)
    }
  }
}

/// Opens once; whoever waits goes on.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  func wait() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }
}

/// Waits for something that another task brings about, which on a busy machine may wait for its turn for long.
func eventually(_ condition: () -> Bool) async -> Bool {
  let end = ContinuousClock.now + .seconds(600)
  while !condition() {
    guard ContinuousClock.now < end else { return false }
    try? await Task.sleep(for: .milliseconds(1))
  }
  return true
}

/// Steps for tests that know nothing of the engine.
enum JSONStep {
  static func step(_ json: String) throws -> ScriptedBackend.Step {
    .value([], final: try JSONValue(parsing: json))
  }
}
