// SPDX-License-Identifier: Apache-2.0
import Generation
import Observation
import OrderedJSON
import Synchronization

/// A conversation with a model.
///
/// Instructions come first, then prompts and answers; all of it stands in `transcript`. A turn enters the transcript when
/// it has succeeded; after an error or a cancellation the session is as it was before. A session answers one request at a
/// time.
public final class LanguageModelSession {
  /// How many times in a row the model may call tools before it must answer.
  package static let toolRoundLimit = 10

  struct State {
    var transcript: Transcript
    /// The request that is being answered.
    var active: ActiveRequest?
    /// Requests so far.
    var requests = 0
    var context: (any BackendContext)?
    /// The work of the last `prewarm`, until a request has taken it.
    var prewarming: Prewarming?
    var toolChoice = ToolChoice.automatic
    var toolChoiceAfterCalls = ToolChoice.automatic
    var writesProse = false
    var eventHandler: (@Sendable (SessionEvent) -> Void)?
    var trace: TraceRecorder?
  }

  let model: SystemLanguageModel
  let tools: ToolBox
  private let registrar = ObservationRegistrar()
  private let state: Mutex<State>

  init(model: SystemLanguageModel, tools: [any Tool], entries: Transcript) {
    self.model = model
    self.tools = ToolBox(tools)
    state = Mutex(State(transcript: entries))
  }

  deinit { state.withLock { $0.prewarming }?.task.cancel() }

  /// Everything said so far.
  public final var transcript: Transcript {
    registrar.access(self, keyPath: \.transcript)
    return state.withLock { $0.transcript }
  }

  /// Whether the model writes the first answer of a turn as a call of a tool.
  package final var toolChoice: ToolChoice {
    get { state.withLock { $0.toolChoice } }
    set { state.withLock { $0.toolChoice = newValue } }
  }

  /// Whether the model may call tools again in a turn in which it has called some. `.none` bounds a turn to one round.
  package final var toolChoiceAfterCalls: ToolChoice {
    get { state.withLock { $0.toolChoiceAfterCalls } }
    set { state.withLock { $0.toolChoiceAfterCalls = newValue } }
  }

  /// Whether strings are sentences for people: words are kept apart, and the model from going round in circles.
  package final var writesProse: Bool {
    get { state.withLock { $0.writesProse } }
    set { state.withLock { $0.writesProse = newValue } }
  }

  /// Hears what happens while the session answers; called on the threads where it happens.
  package final var eventHandler: (@Sendable (SessionEvent) -> Void)? {
    get { state.withLock { $0.eventHandler } }
    set { state.withLock { $0.eventHandler = newValue } }
  }

  /// Records what is done and when; nil for nothing.
  package final var trace: TraceRecorder? {
    get { state.withLock { $0.trace } }
    set { state.withLock { $0.trace = newValue } }
  }
}

extension LanguageModelSession: nonisolated Observable {}
extension LanguageModelSession: @unchecked Sendable {}

extension LanguageModelSession {
  /// Whether the session is answering a request.
  public final var isResponding: Bool {
    registrar.access(self, keyPath: \.isResponding)
    return state.withLock { $0.active.map { !$0.isAbandoned } ?? false }
  }

  // MARK: One request at a time

  /// Takes hold of the session.
  ///
  /// - Returns: The hold, and the work of an abandoned request that must end before this one starts.
  /// - Throws: `concurrentRequests` when another request has it.
  func begin() throws -> (ticket: RequestTicket, predecessor: Task<Void, Never>?) {
    let taken: (RequestTicket, Task<Void, Never>?)? = registrar.withMutation(of: self, keyPath: \.isResponding) {
      state.withLock { state in
        if let other = state.active, !other.isAbandoned { return nil }
        let predecessor = state.active?.task
        state.requests += 1
        let ticket = RequestTicket(number: state.requests)
        state.active = ActiveRequest(ticket: ticket)
        return (ticket, predecessor)
      }
    }
    guard let taken else {
      throw GenerationError.concurrentRequests(
        .init(debugDescription: "Wait for the response before you ask again, or use another session."))
    }
    return taken
  }

  /// Names the work of a streamed request, to be stopped when the stream is dropped.
  func setTask(_ task: Task<Void, Never>, of ticket: RequestTicket) {
    state.withLock { if $0.active?.ticket == ticket { $0.active?.task = task } }
  }

  /// Lets go of the session.
  func end(_ ticket: RequestTicket) {
    registrar.withMutation(of: self, keyPath: \.isResponding) {
      state.withLock { if $0.active?.ticket == ticket { $0.active = nil } }
    }
  }

  /// Stops the model and frees the session, though the model may still finish a token.
  func abandon(_ ticket: RequestTicket) {
    let task = registrar.withMutation(of: self, keyPath: \.isResponding) {
      state.withLock { state -> Task<Void, Never>? in
        guard state.active?.ticket == ticket else { return nil }
        state.active?.isAbandoned = true
        return state.active?.task
      }
    }
    task?.cancel()
  }

  /// Adds the entries of a turn that has succeeded, unless its request was abandoned meanwhile.
  func commit(_ entries: [Transcript.Entry], ticket: RequestTicket) -> ArraySlice<Transcript.Entry> {
    registrar.withMutation(of: self, keyPath: \.transcript) {
      state.withLock { state in
        let start = state.transcript.storage.count
        guard state.active?.ticket == ticket, state.active?.isAbandoned == false else { return entries[...] }
        state.transcript.storage += entries
        return state.transcript.storage[start...]
      }
    }
  }

  // MARK: The model's state

  /// The conversation's state in the model; the model is loaded the first time.
  func context() async throws -> (context: any BackendContext, backend: any LanguageModelBackend) {
    let start = ContinuousClock.now
    let backend = try await model.backend()
    if state.withLock({ $0.context == nil }) {
      trace?.span(.loading, "load", since: start, ["model": .string(backend.name)])
    }
    let context = state.withLock { state in
      if let context = state.context { return context }
      let context = backend.makeContext()
      state.context = context
      return context
    }
    return (context, backend)
  }

  /// Takes over what `other` has computed in the model, so that what both begin with need not be computed again; `other` starts
  /// anew there. Nothing of its transcript comes along.
  package final func takeOver(from other: LanguageModelSession) {
    let context = other.state.withLock { $0.context.take() }
    state.withLock { $0.context = context }
  }

  /// Starts work that makes ready. Earlier such work stops where it is, and what it has done counts; the new work begins
  /// when it has stopped, so that what was asked for last is what is ready in the end. Work for the same request is left to
  /// go on instead.
  ///
  /// - Parameter request: what the work is for; nil where only the beginning of it is known.
  func startPrewarming(for request: GenerationRequest? = nil, _ work: @escaping @Sendable () async -> PreparedCalls?) {
    let earlier = state.withLock { state -> Prewarming? in
      let earlier = state.prewarming
      if let request, let earlier, !earlier.isStopped, earlier.request?.asksTheSame(as: request) == true { return nil }
      let task = Task<PreparedCalls?, Never> {
        _ = await earlier?.task.value
        guard !Task.isCancelled else { return nil }
        return await work()
      }
      state.prewarming = Prewarming(request: request, task: task)
      return earlier
    }
    earlier?.task.cancel()
  }

  /// Stops to make ready; what has been done counts, and `prewarm` goes on from there.
  package final func stopPrewarming() {
    let task = state.withLock { state in
      state.prewarming?.isStopped = true
      return state.prewarming?.task
    }
    task?.cancel()
  }

  /// Waits for `prewarm`, whose work the request then need not do; a request that is cancelled stops it. Work for another
  /// request stops where it is, and what it has done counts.
  ///
  /// - Returns: the calls that were written for this request.
  func finishPrewarming(for request: GenerationRequest) async -> PreparedCalls? {
    let prewarming = state.withLock { state in
      defer { state.prewarming = nil }
      return state.prewarming
    }
    guard let prewarming else { return nil }
    let isOther = prewarming.request.map { !$0.asksTheSame(as: request) } ?? false
    if isOther { prewarming.task.cancel() }
    let calls = await withTaskCancellationHandler {
      await prewarming.task.value
    } onCancel: {
      prewarming.task.cancel()
    }
    return isOther ? nil : calls
  }

  func emit(_ event: SessionEvent) { eventHandler?(event) }
}
