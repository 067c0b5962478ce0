// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import OrderedJSON
import Tokenization
import TransformerRuntime

/// Writes one answer into a context, one pass of the model at a time.
///
/// A pass computes every token that is known: the one chosen last, what the grammar forces after it, and a draft of what
/// probably follows. The model is asked at the end of what is certain, then, as far as it agrees, at each token of the draft.
struct DecodeLoop {
  /// What may be left out, for tests that compare.
  struct Shortcuts: Sendable {
    /// Appends forced text without asking the model.
    var forcesRuns = true
    /// Computes ahead what probably follows a forced run.
    var drafts = true
    /// Computes the logits of allowed tokens only, where they are few.
    var choosesRows = true
  }

  /// A state with so many next bytes at most is asked for its mask before its logits.
  private static let fewBytes = 16
  /// Tokens computed in one pass at most; between passes the task can be cancelled.
  private static let passLength = 128

  private let tokenizer: Tokenizer
  private let ends: [TokenID]
  private let shortcuts: Shortcuts
  private let mode: ConstrainedSampling
  private let ignoresEnd: Bool
  private let promptCount: Int
  /// Drafts from the text itself; nil where none are wanted.
  private var lookup: LookupDrafts?
  private let contextLength: Int
  /// Greatest number of tokens of the answer.
  private let limit: Int
  private let trace: TraceRecorder?
  private var masks: MaskTimer
  private var sampler: Sampler
  private(set) var output: OutputCollector
  var statistics = GenerationStatistics()

  private(set) var answer: [TokenID] = []
  /// Tokens that probably follow the answer.
  private(set) var draft: [TokenID] = []
  /// Of the answer, the tokens at its start that the context holds.
  private var held = 0
  /// What the context holds after those; only where `held` is the whole answer.
  private var ahead: [TokenID] = []
  /// The tokens that may come next where they are few, and are masked before the filters therefore.
  private var few: TokenMask?
  /// Whether the context has the logits of the answer's last token.
  private var hasLogits = false

  init(
    _ request: GenerationRequest, _ output: OutputCollector, model: LanguageModel, prompt: [TokenID], limit: Int,
    shortcuts: Shortcuts
  ) {
    tokenizer = model.tokenizer
    ends = model.tokenizer.endOfGeneration.sorted()
    contextLength = model.contextLength
    self.output = output
    promptCount = prompt.count
    if request.draftLookup > 0 {
      lookup = LookupDrafts(prompt, most: min(request.draftLookup, GenerationRequest.longestDraftLookup))
    }
    self.limit = limit
    answer.reserveCapacity(max(0, min(limit, 512)))
    self.shortcuts = shortcuts
    trace = request.trace
    masks = MaskTimer(trace: request.trace)
    mode = request.sampling.constrained
    ignoresEnd = request.ignoresEnd && request.format == .text
    let seed = request.sampling.seed ?? UInt64.random(in: 0...UInt64.max)
    statistics.seed = seed
    sampler = Sampler(request.sampling, seed: seed)
  }

  /// Tokens that may still come.
  private var remaining: Int { limit - answer.count }

  // MARK: What is known

  /// Adds to the answer what the grammar forces after it.
  mutating func extend(onEvent: (GenerationEvent) -> Void) {
    draft = []
    let start = ContinuousClock.now
    if shortcuts.forcesRuns, let run = output.forcedRun(after: answer, budget: remaining) {
      if run.replaced > 0 {
        answer.removeLast(run.replaced)
        lookup?.text.removeLast(run.replaced)
        held = min(held, answer.count)
        // What was computed ahead follows the tokens that have been replaced.
        ahead = []
      }
      answer.append(contentsOf: run.tokens)
      lookup?.text.append(run.tokens)
      statistics.forcedTokens += run.tokens.count - run.replaced
      while held < answer.count, ahead.first == answer[held] {
        ahead.removeFirst()
        held += 1
        lookup?.accept()
      }
      if held < answer.count { ahead = [] }
      if shortcuts.drafts, promptCount + answer.count + run.draft.count <= contextLength { draft = run.draft }
      output.append(run, onEvent: onEvent)
      trace?.span(.generation, "forced run", since: start, ["tokens": .number(JSONNumber(run.tokens.count))])
    }
    few = output.isNarrow(limit: Self.fewBytes) ? masks.mask(output, position: answer.count, remaining: remaining) : nil
    if ahead.isEmpty { lookup?.settle(&statistics) }
    if draft.isEmpty, held < answer.count { draft = lookupDraft() }
  }

  /// What the text says may follow the answer, as far as the grammar allows it and there is room.
  private mutating func lookupDraft() -> [TokenID] {
    // The token after the draft is chosen in the same pass, and one that is not computed follows the last.
    let room = min(remaining - 1, contextLength - promptCount - answer.count)
    guard var draft = lookup?.propose(limit: room) else { return [] }
    if let end = draft.firstIndex(where: tokenizer.endOfGeneration.contains) { draft.removeLast(draft.count - end) }
    draft.removeLast(draft.count - output.allowedCount(draft, remaining: remaining))
    lookup?.proposed = draft.count
    return draft
  }

  /// Why the answer ends here, or nil while it goes on.
  var finished: FinishReason? { output.finished(remaining: remaining) }

  mutating func finish(_ reason: FinishReason, onEvent: (GenerationEvent) -> Void) {
    output.finish(reason, onEvent: onEvent)
    lookup?.settle(&statistics)
    (statistics.maskCount, statistics.maskSeconds) = (masks.count, masks.seconds)
    statistics.generatedTokens = answer.count
  }

  // MARK: The context

  /// The tokens that a prefill of the prompt does well to take along.
  var beginning: [TokenID] { answer + draft }

  /// Tells that the context holds the prompt and `beginning`, its last `draft.count + 1` tokens in one chunk.
  mutating func didPrefill() {
    held = answer.count
    ahead = draft
    didDraft()
  }

  /// Counts the draft that has been computed.
  private mutating func didDraft() {
    if let lookup, lookup.proposed > 0 { statistics.lookupDraftedTokens += draft.count }
  }

  /// All tokens that the context holds, `prompt` included.
  func contents(_ prompt: [TokenID], position: Int) -> [TokenID] {
    Array((prompt + answer.prefix(held) + ahead).prefix(position))
  }

  /// Brings the context to the end of the answer and computes logits there.
  mutating func advance(_ context: InferenceContext) throws(GenerationError) {
    if hasLogits { return }
    if held < answer.count || ahead.count >= context.rowCount {
      // What stood after a token that was cut anew, or a draft that was not taken, goes.
      if held == answer.count { held -= 1 }
      ahead = []
      lookup?.rows.count = 0
      context.truncate(to: min(context.position, promptCount + held))
      let isWhole = draft.isEmpty && few == nil
      if draft.isEmpty, answer.count == held + 1 {
        // The step of most answers, without a list of its own.
        let token = answer[held]
        try withUnsafePointer(to: token) { (token) throws(GenerationError) in
          try append(UnsafeBufferPointer(start: token, count: 1), wantsLogits: isWhole, context)
        }
      } else {
        var rest = answer[held...] + draft
        // The rows of the draft and of the token before it must come to lie in one chunk.
        while rest.count > Self.passLength {
          let part = rest.prefix(min(Self.passLength, rest.count - draft.count - 1))
          try append(part, wantsLogits: false, context)
          rest = rest.dropFirst(part.count)
          held += part.count
          if Task.isCancelled { throw GenerationError(.cancelled) }
        }
        try append(rest, wantsLogits: isWhole, context)
      }
      held = answer.count
      ahead = draft
      didDraft()
      if isWhole {
        statistics.logitRows += context.logits.count
        hasLogits = true
        return
      }
      if few == nil, let lookup, lookup.proposed > 0 {
        lookup.rows.compute(draft.count + 1, context)
        statistics.logitRows += (draft.count + 1) * context.logits.count
      }
    }
    if let lookup, lookup.rows.count > ahead.count {
      hasLogits = true
      return
    }
    let rows = shortcuts.choosesRows ? few.flatMap { Self.rows(of: $0, limit: context.logits.count) } : nil
    if let rows {
      rows.withUnsafeBufferPointer { context.computeLogits(of: $0, back: ahead.count) }
      statistics.logitRows += rows.count
    } else {
      context.computeLogits(back: ahead.count)
      statistics.logitRows += context.logits.count
    }
    hasLogits = true
  }

  private mutating func append(
    _ tokens: ArraySlice<TokenID>, wantsLogits: Bool, _ context: InferenceContext
  ) throws(GenerationError) {
    try tokens.withUnsafeBufferPointer { (tokens) throws(GenerationError) in
      try append(tokens, wantsLogits: wantsLogits, context)
    }
  }

  private mutating func append(
    _ tokens: UnsafeBufferPointer<TokenID>, wantsLogits: Bool, _ context: InferenceContext
  ) throws(GenerationError) {
    do throws(ModelError) {
      try context.append(tokens, wantsLogits: wantsLogits)
    } catch {
      throw GenerationError(.model, "\(error)")
    }
    statistics.modelCalls += 1
    statistics.computedTokens += tokens.count
  }

  /// The ids of a mask where computing their rows of the output head alone is the cheaper way.
  ///
  /// The head's matrix is laid out in panels of 16 rows that are computed together, and reading scattered panels is slower
  /// than reading all in order: by measurement the two ways cost the same at about half of the panels.
  static func rows(of mask: TokenMask, limit: Int) -> [Int32]? {
    var panels = 0
    for word in mask.words where word != 0 {
      for part in 0..<4 where word >> UInt64(part * 16) & 0xFFFF != 0 { panels += 1 }
    }
    guard panels * 16 * 3 < limit else { return nil }
    var rows: [Int32] = []
    mask.forEachID { if $0 < limit { rows.append(Int32($0)) } }
    return rows
  }

  // MARK: The next token

  /// Chooses the next token; false where the model ends the answer.
  mutating func choose(_ context: InferenceContext, onEvent: (GenerationEvent) -> Void) throws(GenerationError) -> Bool
  {
    let logits = lookup?.rows.row(back: ahead.count) ?? context.logits
    hasLogits = false
    sampler.penalise(logits, after: answer)
    output.lowerRepeats(logits, after: answer)
    if ignoresEnd {
      for end in ends where Int(end) < logits.count { logits[Int(end)] = -.infinity }
    } else {
      Sampler.joinEnds(ends, logits)
    }
    let token = output.isConstrained ? chooseAllowed(logits) : sampler.sample(logits)
    guard let token else {
      let reason = logits.contains { $0.isFinite } ? "no token can continue the value" : "the logits are not numbers"
      throw GenerationError(.model, reason)
    }
    if tokenizer.endOfGeneration.contains(token) { return false }
    if ahead.first == token {
      ahead.removeFirst()
      held += 1
      statistics.draftedTokens += 1
      lookup?.accept()
    } else if !ahead.isEmpty {
      ahead = []
      context.truncate(to: promptCount + held)
    }
    answer.append(token)
    lookup?.text.append(token)
    output.append(token, onEvent: onEvent)
    return true
  }

  /// The next token under the grammar.
  private mutating func chooseAllowed(_ logits: UnsafeMutableBufferPointer<Float>) -> TokenID? {
    let (output, remaining, position, previous) = (output, remaining, answer.count, answer.last)
    var refusals = 0
    var masks = masks
    let token = sampler.choose(
      logits, few == nil ? mode : .exact,
      allows: {
        let isAllowed = output.allows($0, remaining: remaining)
        if !isAllowed { refusals += 1 }
        return isAllowed
      },
      avoids: { output.leadsNowhere($0) },
      mask: { refused in
        let allowed = few ?? masks.mask(output, position: position, remaining: remaining)
        guard let allowed, let refused else { return allowed }
        return output.narrowed(allowed, after: previous, refused: refused)
      })
    self.masks = masks
    statistics.refusedTokens += refusals
    return token
  }
}
