// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import OrderedJSON
import Tokenization

/// Follows one answer token by token: what it may go on with, what has been said, and when it is done.
struct OutputCollector {
  /// What the answer has turned out to be.
  private enum Branch { case undecided, answer, calls }

  private let tokenizer: Tokenizer
  /// How tokens make up words, where strings are to be prose.
  private let words: WordTokens?
  private let callFormat: ToolCallFormat
  private let format: OutputFormat
  private let mayCall: Bool
  private let mustCall: Bool
  private var constraint: Constraint?

  private var decoder: StreamingDecoder
  private var stops: StopStrings
  /// Finds where calls begin in an answer that may go on with them.
  private var callStart: StopStrings
  private var branch = Branch.undecided
  /// Text that may still turn out to be a call.
  private var pending = ""
  private var text = ""
  private var value: PartialJSON?
  private var toolCalls: [ToolCallRecord] = []
  private var reason: FinishReason?

  /// - Throws: `GenerationError` of kind `schema` where the schema or a tool's parameters cannot be enforced.
  init(_ request: GenerationRequest, model: LanguageModel) throws(GenerationError) {
    mayCall = !request.tools.isEmpty && request.toolChoice != .none
    let speech = try model.speech(withCalls: mayCall)
    tokenizer = speech.tokenizer
    words = request.sampling.writesProse ? speech.wordTokens : nil
    callFormat = model.renderer.toolCalls
    format = request.format
    mustCall = mayCall && request.toolChoice == .required
    decoder = speech.tokenizer.makeStreamingDecoder()
    stops = StopStrings(request.format == .text ? request.stop : [])
    let calls = model.renderer.toolCalls
    let markers = mayCall && format == .text ? calls.markers(for: request.tools) : []
    callStart = StopStrings(markers + markers.map { calls.lead + $0 })
    guard let source = try OutputGrammar.source(for: request, calls: callFormat) else {
      branch = .answer
      return
    }
    let options = OutputGrammar.options(for: request)
    let key = GrammarCache.Key(
      format: request.format, tools: mayCall ? request.tools : [], choice: request.toolChoice, options: options)
    do throws(SchemaError) {
      let grammar = try model.grammars.grammar(for: key) { () throws(SchemaError) in
        try Grammar(source, options: options)
      }
      // Text of a grammar is shown as it is decoded; only values and calls are read from snapshots.
      let keepsSnapshots = if case .schema = request.format { true } else { mayCall }
      constraint = Constraint(grammar, speech.trie, keepsSnapshots: keepsSnapshots)
    } catch {
      throw GenerationError(.schema, "\(error)")
    }
    // Text may go on with calls; a value or a grammar's text is either that or calls.
    if !mayCall || request.format == .text { branch = .answer }
    if mustCall { branch = .calls }
  }

  // MARK: What may come

  /// Whether a grammar says what may come.
  var isConstrained: Bool { constraint != nil }

  /// Tokens that the shortest complete answer needs.
  var minimumTokens: Int { constraint?.minimumBudget ?? 0 }

  /// Whether nothing can follow.
  var isComplete: Bool { constraint?.mustEnd ?? stops.isStopped }

  func allows(_ token: TokenID, remaining: Int) -> Bool {
    constraint?.allows(Int(token), budget: remaining) ?? true
  }

  /// How many of `tokens` may come, one after the other.
  func allowedCount(_ tokens: [TokenID], remaining: Int) -> Int {
    guard var state = constraint else { return tokens.count }
    for (index, token) in tokens.enumerated() {
      guard !state.mustEnd, state.allows(Int(token), budget: remaining - index), state.accept(Int(token)) else {
        return index
      }
    }
    return tokens.count
  }

  /// The tokens that may come; nil for all.
  func mask(remaining: Int) -> TokenMask? {
    constraint?.tokenMask(budget: remaining)
  }

  /// `allowed` after a token was refused, or avoided, that would have ended the word before it.
  func narrowed(_ allowed: TokenMask, after previous: TokenID?, refused: TokenID) -> TokenMask {
    words?.narrowed(allowed, after: previous, refused: refused, isLast: leadsNowhere(refused)) ?? allowed
  }

  /// Whether a token begins the last word that the grammar has room for, and that cannot be its end: it would have to go on
  /// with letters that the model does not want, or it only joins others (`of`, `and`).
  func leadsNowhere(_ token: TokenID) -> Bool {
    guard let words, branch == .answer, words.beginsWord(token), var state = constraint,
      state.accept(Int(token)), !state.mustEnd
    else { return false }
    let next = state.nextBytes()
    if next.contains(UInt8(ascii: " ")) { return false }
    if next.contains(where: { !WordTokens.isPartOfWord($0) }) { return words.joins(token) }
    // Where few letters can follow, it is a name that is copied.
    return next.count > 16
  }

  /// Lowers the logits of tokens that would repeat what the open string has said.
  func lowerRepeats(_ logits: UnsafeMutableBufferPointer<Float>, after answer: [TokenID]) {
    guard let words, branch == .answer else { return }
    StringRepeats.lower(logits, after: answer, words)
  }

  /// Whether at most `limit` bytes may come next.
  func isNarrow(limit: Int) -> Bool {
    guard let constraint, !constraint.mustEnd else { return false }
    return constraint.nextByteCount(limit: limit + 1) <= limit
  }

  /// What the grammar forces after `answer`; nil where the choice is open.
  func forcedRun(after answer: [TokenID], budget: Int) -> ForcedRun? {
    constraint.flatMap { ForcedRun.next($0, after: answer, budget: budget, tokenizer) }
  }

  // MARK: What has come

  /// Takes a token that `allows` has passed.
  mutating func append(_ token: TokenID, onEvent: (GenerationEvent) -> Void) {
    _ = constraint?.accept(Int(token))
    take(decoder.append(token), onEvent)
  }

  /// Takes the text of a forced run.
  mutating func append(_ run: ForcedRun, onEvent: (GenerationEvent) -> Void) {
    guard !run.bytes.isEmpty else { return }
    _ = constraint?.accept(bytes: run.bytes)
    take(decoder.append(run.bytes), onEvent)
  }

  private mutating func take(_ piece: String, _ onEvent: (GenerationEvent) -> Void) {
    switch branch {
    case .answer: show(piece, onEvent)
    case .calls: collectCalls(onEvent)
    case .undecided:
      pending += piece
      decide(onEvent)
    }
  }

  /// Finds out whether the answer is calls, as soon as the grammar knows.
  private mutating func decide(_ onEvent: (GenerationEvent) -> Void) {
    guard let first = constraint?.elements.first?.name else { return }
    if first.hasPrefix(OutputGrammar.callLabel) || first == OutputGrammar.idLabel {
      branch = .calls
      collectCalls(onEvent)
    } else {
      branch = .answer
      show(pending, onEvent)
      pending = ""
    }
  }

  /// Why the answer ends here, or nil while it goes on.
  func finished(remaining: Int) -> FinishReason? {
    if stops.isStopped { return .stopString }
    if let constraint {
      if constraint.mustEnd || (remaining <= 0 && constraint.canEnd) { return natural }
    }
    return remaining <= 0 ? .length : nil
  }

  /// Ends the answer; `reason` is the cause as the decode loop saw it.
  mutating func finish(_ reason: FinishReason, onEvent: (GenerationEvent) -> Void) {
    let rest = decoder.finish()
    _ = constraint?.finish()
    if branch == .undecided {
      pending += rest
      decide(onEvent)
      // What ended before it was anything is shown as it stands.
      if branch == .undecided {
        branch = .answer
        show(pending, onEvent)
      }
    } else if branch == .answer {
      show(rest, onEvent)
    }
    if branch == .answer {
      let held = stops.append(callStart.finish()) + stops.finish()
      text += held
      if !held.isEmpty { onEvent(.text(delta: held)) }
    }
    if branch == .calls { collectCalls(onEvent) }
    if branch == .answer, case .schema = format { showValue(onEvent) }
    if constraint != nil, reason != .length { self.reason = natural } else { self.reason = reason }
  }

  func result(_ statistics: GenerationStatistics) -> GenerationResult {
    GenerationResult(
      text: text, value: value?.value, toolCalls: toolCalls, finish: reason ?? .endOfText, statistics: statistics)
  }

  /// The reason of an answer that the grammar calls complete.
  private var natural: FinishReason {
    switch (branch, format) {
    case (.calls, _): .toolCalls
    case (_, .schema): .completeValue
    case (_, .text), (_, .grammar): .endOfText
    }
  }

  private mutating func show(_ piece: String, _ onEvent: (GenerationEvent) -> Void) {
    let shown = stops.append(callStart.append(piece))
    if !shown.isEmpty {
      text += shown
      onEvent(.text(delta: shown))
    }
    if callStart.isStopped, !stops.isStopped {
      branch = .calls
      text += stops.finish()
      text.removeLast(text.reversed().prefix { $0.isWhitespace }.count)
      collectCalls(onEvent)
    }
    if case .schema = format { showValue(onEvent) }
  }

  private mutating func showValue(_ onEvent: (GenerationEvent) -> Void) {
    guard let now = constraint?.elements.last(where: { $0.name == OutputGrammar.valueLabel }),
      case .json(let partial) = now.content, partial != value
    else { return }
    value = partial
    if let json = partial.value { onEvent(.partial(json, isComplete: partial.isComplete)) }
  }

  private mutating func collectCalls(_ onEvent: (GenerationEvent) -> Void) {
    guard let constraint else { return }
    var calls: [ToolCallRecord] = []
    var ids: [String] = []
    var isComplete = true
    for element in constraint.elements {
      if element.name == OutputGrammar.idLabel, element.isComplete, case .text(let id) = element.content {
        ids.append(id)
      } else if element.name.hasPrefix(OutputGrammar.callLabel) {
        let name = String(element.name.dropFirst(OutputGrammar.callLabel.count))
        var call = ToolCallRecord(id: "", name: name, arguments: .object(JSONObject()))
        if case .json(let partial) = element.content, let value = partial.value { call.arguments = value }
        calls.append(call)
        isComplete = element.isComplete
      } else if let last = calls.indices.last, var arguments = calls[last].arguments.objectValue,
        ArgumentGrammar.add(element, to: &arguments, callFormat.arguments)
      {
        calls[last].arguments = .object(arguments)
      }
    }
    if !isComplete { calls.removeLast() }
    for index in calls.indices.dropFirst(toolCalls.count) {
      if index < ids.count { calls[index].id = ids[index] }
      toolCalls.append(calls[index])
      onEvent(.toolCall(calls[index]))
    }
  }
}
