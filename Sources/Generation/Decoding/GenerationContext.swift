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

  init(model: LanguageModel) { self.model = model }

  /// Tokens now in the KV cache.
  package var cachedTokenCount: Int { cached.count }

  /// Answers a request; the prompt's common prefix with the last one is not computed again.
  ///
  /// A second request waits for the first. Cancelling the task ends it within one token (in the prompt: one chunk).
  /// - Throws: `GenerationError`; the context is then usable as before.
  package func generate(
    _ request: GenerationRequest, onEvent: @Sendable (GenerationEvent) -> Void
  ) async throws -> GenerationResult {
    await enter()
    defer { isBusy = false }
    let start = ContinuousClock.now
    // Tools stay in the prompt where calls are forbidden, so that the cached prefix holds; the grammar forbids them.
    let prompt = try model.renderer.tokens(messages: request.messages, tools: request.tools)
    guard !prompt.isEmpty else { throw GenerationError(.template, "the chat template renders nothing") }
    var output = try OutputCollector(request, model: model)
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
    var statistics = GenerationStatistics()
    statistics.seed = request.sampling.seed ?? UInt64.random(in: 0...UInt64.max)
    statistics.promptTokens = prompt.count
    statistics.cachedPromptTokens = try await prefill(prompt, wantsLogits: true, onEvent: onEvent)
    statistics.promptSeconds = (ContinuousClock.now - start) / .seconds(1)

    let generationStart = ContinuousClock.now
    var sampler = Sampler(request.sampling, seed: statistics.seed)
    var remaining = min(request.maximumTokens ?? .max, room)
    loop: while true {
      if let reason = output.finished(remaining: remaining) {
        output.finish(reason, onEvent: onEvent)
        break
      }
      try checkCancellation()
      let forced = output.forcedRun(remaining: remaining)
      if forced.isEmpty {
        let token = try nextToken(&sampler, &output, remaining: remaining)
        if model.tokenizer.endOfGeneration.contains(token) {
          output.finish(.endOfText, onEvent: onEvent)
          break loop
        }
        try step([token], &sampler, &output, &statistics, onEvent: onEvent)
        remaining -= 1
      } else {
        try step(forced, &sampler, &output, &statistics, onEvent: onEvent)
        statistics.forcedTokens += forced.count
        remaining -= forced.count
      }
      if statistics.firstTokenSeconds == 0 {
        statistics.firstTokenSeconds = (ContinuousClock.now - start) / .seconds(1)
      }
      // Lets other contexts of this model run; without one waiting it costs about a microsecond.
      await Task.yield()
    }
    statistics.generationSeconds = (ContinuousClock.now - generationStart) / .seconds(1)
    return output.result(statistics)
  }

  /// Computes the start of a coming prompt, so that the request has only its rest to do.
  ///
  /// - Parameter userPrefix: the known beginning of the next user message.
  package func prewarm(messages: [ChatMessage], tools: [ToolSpecification] = [], userPrefix: String? = nil) async throws
  {
    await enter()
    defer { isBusy = false }
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
    _ = try await prefill(stable, wantsLogits: false, onEvent: { _ in })
  }

  // MARK: Steps

  private func enter() async {
    while isBusy { await Task.yield() }
    isBusy = true
  }

  private func checkCancellation() throws(GenerationError) {
    if Task.isCancelled { throw GenerationError(.cancelled) }
  }

  private func context() throws(GenerationError) -> InferenceContext {
    if let inference { return inference }
    do throws(ModelError) {
      let made = try InferenceContext(model: model.transformer, contextLength: model.contextLength)
      inference = made
      return made
    } catch {
      throw GenerationError(.model, "\(error)")
    }
  }

  /// Brings the cache to hold exactly `prompt` and returns how many of its tokens were there already.
  private func prefill(
    _ prompt: [TokenID], wantsLogits: Bool, onEvent: (GenerationEvent) -> Void
  ) async throws -> Int {
    let inference = try context()
    var common = commonPrefixLength(cached, prompt)
    if wantsLogits { common = min(common, prompt.count - 1) }
    inference.truncate(to: common)
    let kept = inference.position
    cached.removeLast(cached.count - kept)
    onEvent(.promptProgress(done: kept, total: prompt.count))
    while cached.count < prompt.count {
      try checkCancellation()
      let end = min(cached.count + Self.chunkLength, prompt.count)
      try append(Array(prompt[cached.count..<end]), wantsLogits: wantsLogits && end == prompt.count)
      onEvent(.promptProgress(done: end, total: prompt.count))
      await Task.yield()
    }
    return kept
  }

  private func append(_ tokens: [TokenID], wantsLogits: Bool) throws(GenerationError) {
    let inference = try context()
    do throws(ModelError) {
      try inference.append(tokens, wantsLogits: wantsLogits) { true }
    } catch {
      cached.removeLast(cached.count - min(cached.count, inference.position))
      throw GenerationError(.model, "\(error)")
    }
    cached.append(contentsOf: tokens)
  }

  private func nextToken(
    _ sampler: inout Sampler, _ output: inout OutputCollector, remaining: Int
  ) throws(GenerationError) -> TokenID {
    let logits = try context().logits
    sampler.penalise(logits)
    guard let first = sampler.sample(logits) else { throw GenerationError(.model, "the logits are not numbers") }
    // Most tokens pass, and the check of one costs a thousandth of a mask.
    if output.allows(first, remaining: remaining) { return first }
    guard let token = sampler.sample(logits, mask: output.mask(remaining: remaining)) else {
      throw GenerationError(.model, "no token of the vocabulary can continue the value")
    }
    return token
  }

  private func step(
    _ tokens: [TokenID], _ sampler: inout Sampler, _ output: inout OutputCollector,
    _ statistics: inout GenerationStatistics, onEvent: (GenerationEvent) -> Void
  ) throws(GenerationError) {
    for token in tokens {
      sampler.record(token)
      output.append(token, onEvent: onEvent)
    }
    statistics.generatedTokens += tokens.count
    // A value that is complete needs no logits, and the next prompt recomputes these few tokens only if it holds them.
    guard !output.isComplete, cached.count + tokens.count <= model.contextLength else { return }
    try append(tokens, wantsLogits: true)
  }
}

/// The number of tokens that two sequences share at their start.
func commonPrefixLength(_ a: [TokenID], _ b: [TokenID]) -> Int {
  var count = 0
  while count < a.count && count < b.count && a[count] == b[count] { count += 1 }
  return count
}
