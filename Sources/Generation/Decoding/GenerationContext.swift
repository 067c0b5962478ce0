// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import OrderedJSON
import Tokenization
import TransformerRuntime

/// One conversation's state: its KV cache, and the tokens that it holds.
///
/// Runs on the model's compute thread and lets other contexts of the model in after every token. A request prefills only
/// what the cache does not hold yet: the longest common prefix of the old and the new prompt is kept.
package actor GenerationContext {
  /// Tokens prefilled between two looks at cancellation.
  private static let chunkLength = 128

  package nonisolated let model: LanguageModel
  package nonisolated var unownedExecutor: UnownedSerialExecutor { model.executor.asUnownedSerialExecutor() }

  private var inference: InferenceContext?
  /// The tokens in the KV cache, in order.
  private var cached: [TokenID] = []
  private var isBusy = false
  /// Requests that wait for their turn, in order.
  private var waiting: [(number: Int, turn: CheckedContinuation<Bool, Never>)] = []
  private var lastNumber = 0
  private var shortcuts = DecodeLoop.Shortcuts()

  init(model: LanguageModel) { self.model = model }

  /// Does without some of the decode loop's shortcuts, to compare.
  func use(_ shortcuts: DecodeLoop.Shortcuts) { self.shortcuts = shortcuts }

  /// Tokens now in the KV cache.
  package var cachedTokenCount: Int { cached.count }

  /// Answers a request; the prompt's common prefix with the last one is not computed again.
  ///
  /// A second request waits for the first. Cancelling the task ends it within one token (in the prompt: one chunk).
  /// - Throws: `GenerationError`; the context is then usable as before.
  package func generate(
    _ request: GenerationRequest, onEvent: @Sendable (GenerationEvent) -> Void
  ) async throws -> GenerationResult {
    try await enter()
    defer { leave() }
    let start = ContinuousClock.now
    // What is certain before the model has said anything goes through it together with the prompt, and is told after it.
    var early: [GenerationEvent] = []
    var (loop, prompt) = try begin(request) { early.append($0) }
    if let trace = request.trace { try record(request, trace) }
    let inference = try context()
    loop.statistics.cachedPromptTokens = try await prefill(
      prompt, then: loop.beginning, draftCount: loop.draft.count, wantsRows: true, trace: request.trace,
      onEvent: onEvent)
    loop.didPrefill()
    defer { cached = loop.contents(prompt, position: inference.position) }
    loop.statistics.promptSeconds = (ContinuousClock.now - start) / .seconds(1)
    for event in early { onEvent(event) }

    let generationStart = ContinuousClock.now
    while true {
      if let reason = loop.finished {
        loop.finish(reason, onEvent: onEvent)
        break
      }
      try checkCancellation()
      let passStart = ContinuousClock.now
      let computed = loop.statistics.computedTokens
      try loop.advance(inference)
      let goesOn = try loop.choose(inference, onEvent: onEvent)
      request.trace?.span(
        .generation, "pass", since: passStart,
        [
          "token": .number(JSONNumber(loop.answer.count)),
          "computed": .number(JSONNumber(loop.statistics.computedTokens - computed)),
        ])
      request.trace?.count(.generation, "context", inference.position)
      guard goesOn else {
        loop.finish(.endOfText, onEvent: onEvent)
        break
      }
      loop.extend(onEvent: onEvent)
      if loop.statistics.firstTokenSeconds == 0 {
        loop.statistics.firstTokenSeconds = (ContinuousClock.now - start) / .seconds(1)
      }
      // Lets other contexts of this model run. Without one waiting a yield would only allocate and change threads.
      if model.executor.hasWaitingJobs { await Task.yield() }
    }
    loop.statistics.generationSeconds = (ContinuousClock.now - generationStart) / .seconds(1)
    var result = loop.output.result(loop.statistics)
    result.tokens = loop.answer
    return result
  }

  /// Computes the start of a coming prompt, so that the request has only its rest to do.
  ///
  /// - Parameter userPrefix: the known beginning of the next user message.
  package func prewarm(messages: [ChatMessage], tools: [ToolSpecification] = [], userPrefix: String? = nil) async throws
  {
    try await enter()
    defer { leave() }
    // Two prompts that differ in the user's text show where the text begins: what they share is what can be computed now.
    let prefix = userPrefix ?? ""
    let variants = try ["a", "\u{17F}"].map { tail in
      try model.renderer.tokens(messages: messages + [ChatMessage(role: .user, content: prefix + tail)], tools: tools)
    }
    let shared = commonPrefixLength(variants[0], variants[1])
    guard shared > 0, shared <= model.contextLength else { return }
    // The last shared token may merge with text that is to come.
    let stable = Array(variants[0].prefix(userPrefix == nil ? shared : max(shared - 1, 1)))
    guard stable.count > cached.count || !cached.starts(with: stable) else { return }
    _ = try await prefill(stable, onEvent: { _ in })
  }

  /// Computes all of a coming request that is known before the model is asked: its prompt, and what the grammar forces at
  /// the start of the answer. The grammar is then compiled too.
  ///
  /// - Throws: `GenerationError`, as `generate` would.
  package func prewarm(_ request: GenerationRequest) async throws {
    try await enter()
    defer { leave() }
    let (loop, prompt) = try begin(request) { _ in }
    _ = try await prefill(prompt, then: loop.beginning, trace: request.trace, onEvent: { _ in })
  }

  // MARK: Steps

  /// The decode loop of a request with what its grammar forces first, and the prompt before it.
  ///
  /// - Throws: `GenerationError` where the request cannot be answered within the context or its own limit.
  private func begin(
    _ request: GenerationRequest, onEvent: (GenerationEvent) -> Void
  ) throws(GenerationError) -> (loop: DecodeLoop, prompt: [TokenID]) {
    // Tools stay in the prompt where calls are forbidden, so that the cached prefix holds; the grammar forbids them.
    let prompt: [TokenID]
    if let raw = request.rawPrompt {
      prompt = model.renderer.tokens(raw: raw)
    } else {
      prompt = try model.renderer.tokens(messages: request.messages, tools: request.tools)
    }
    guard !prompt.isEmpty else {
      let reason = request.rawPrompt == nil ? "the chat template renders nothing" : "the prompt is empty"
      throw GenerationError(.template, reason)
    }
    let compileStart = ContinuousClock.now
    let output = try OutputCollector(request, model: model)
    if output.isConstrained { request.trace?.span(.masks, "grammar", since: compileStart) }
    let room = model.contextLength - prompt.count
    let needed = output.minimumTokens
    guard needed <= model.contextLength else {
      let reason = "the shortest value is longer than the context, or the model's vocabulary cannot write it"
      throw GenerationError(.schema, reason)
    }
    guard room >= needed else {
      throw GenerationError(.contextOverflow(needed: prompt.count + needed, limit: model.contextLength))
    }
    if let maximum = request.maximumTokens, maximum < needed {
      throw GenerationError(.budgetTooSmall(needed: needed, budget: maximum))
    }
    var loop = DecodeLoop(
      request, output, model: model, prompt: prompt, limit: min(request.maximumTokens ?? .max, room),
      shortcuts: shortcuts)
    loop.statistics.promptTokens = prompt.count
    loop.extend(onEvent: onEvent)
    return (loop, prompt)
  }

  /// Keeps what is asked, as the model reads it, so that it can be looked at and asked again elsewhere.
  private func record(_ request: GenerationRequest, _ trace: TraceRecorder) throws(GenerationError) {
    var text = request.rawPrompt ?? ""
    if request.rawPrompt == nil { text = try model.promptText(messages: request.messages, tools: request.tools) }
    var arguments: JSONObject = ["prompt": .string(text)]
    if request.toolChoice != .required, case .schema(let schema) = request.format { arguments["schema"] = schema }
    trace.span(.prompt, "request", since: .now, arguments)
  }

  /// Waits until no other request runs.
  ///
  /// - Throws: `cancelled`, while it waits too; the turn is then another's.
  private func enter() async throws(GenerationError) {
    try checkCancellation()
    guard isBusy else {
      isBusy = true
      return
    }
    lastNumber += 1
    let number = lastNumber
    let hasTurn = await withTaskCancellationHandler {
      await withCheckedContinuation { turn in
        if Task.isCancelled { turn.resume(returning: false) } else { waiting.append((number, turn)) }
      }
    } onCancel: {
      Task { await self.stopWaiting(number) }
    }
    guard hasTurn else { throw GenerationError(.cancelled) }
  }

  private func stopWaiting(_ number: Int) {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
    waiting.remove(at: index).turn.resume(returning: false)
  }

  /// Gives the turn to the request that has waited longest.
  private func leave() {
    if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().turn.resume(returning: true) }
  }

  private func checkCancellation() throws(GenerationError) {
    if Task.isCancelled { throw GenerationError(.cancelled) }
  }

  private func context() throws(GenerationError) -> InferenceContext {
    if let inference { return inference }
    do throws(ModelError) {
      let made = try InferenceContext(
        model: model.transformer, contextLength: model.contextLength, cacheType: model.cacheType)
      inference = made
      return made
    } catch {
      throw GenerationError(.model, "\(error)")
    }
  }

  /// Brings the cache to hold exactly `prompt` and `beginning`, and returns how many tokens of `prompt` were there already.
  ///
  /// - Parameters:
  ///   - beginning: the known start of the answer, its draft included.
  ///   - wantsRows: whether logits of the draft and of the token before it will be asked for.
  private func prefill(
    _ prompt: [TokenID], then beginning: [TokenID] = [], draftCount: Int = 0, wantsRows: Bool = false,
    trace: TraceRecorder? = nil, onEvent: (GenerationEvent) -> Void
  ) async throws -> Int {
    let inference = try context()
    let tokens = prompt + beginning
    let rows = wantsRows ? draftCount + 1 : 0
    let common = min(commonPrefixLength(cached, tokens), tokens.count - rows)
    inference.truncate(to: common)
    cached.removeLast(cached.count - common)
    let kept = min(common, prompt.count)
    onEvent(.promptProgress(done: kept, total: prompt.count))
    while cached.count < tokens.count {
      try checkCancellation()
      var end = min(cached.count + Self.chunkLength, tokens.count)
      if tokens.count - end < rows { end = tokens.count }
      let (start, first) = (ContinuousClock.now, cached.count)
      try append(Array(tokens[first..<end]))
      trace?.span(
        .prompt, "prompt", since: start,
        [
          "tokens": .number(JSONNumber(end - first)), "done": .number(JSONNumber(end)),
          "of": .number(JSONNumber(tokens.count)), "reused": .number(JSONNumber(kept)),
        ])
      onEvent(.promptProgress(done: min(end, prompt.count), total: prompt.count))
      await Task.yield()
    }
    return kept
  }

  private func append(_ tokens: [TokenID]) throws(GenerationError) {
    let inference = try context()
    do throws(ModelError) {
      try inference.append(tokens, wantsLogits: false)
    } catch {
      cached.removeLast(cached.count - min(cached.count, inference.position))
      throw GenerationError(.model, "\(error)")
    }
    cached.append(contentsOf: tokens)
  }
}

/// The number of tokens that two sequences share at their start.
func commonPrefixLength(_ a: [TokenID], _ b: [TokenID]) -> Int {
  var count = 0
  while count < a.count && count < b.count && a[count] == b[count] { count += 1 }
  return count
}
