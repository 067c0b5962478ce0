// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import Foundation
import OrderedJSON
import Testing
import Tokenization

@testable import Generation

/// The decode loop's shortcuts on the default model: they change what is computed, not what is said.
@Suite(.serialized, .enabled(if: DefaultModel.path != nil, "the default model has not been fetched"))
struct DecodeLoopTests {
  static let schema: JSONValue = [
    "type": "object",
    "properties": [
      "title": ["type": "string", "maxLength": 40],
      "kind": ["enum": ["sightseeing", "foodAndDining", "shopping", "hotelAndLodging"]],
      "price": ["type": "integer", "minimum": 0, "maximum": 500],
      "isOpen": ["type": "boolean"],
      "tags": ["type": "array", "items": ["type": "string", "maxLength": 12], "maxItems": 3],
      "café": ["enum": ["é", "è", "naïve"]],
    ],
    "required": ["title", "kind", "price", "isOpen", "tags", "café"], "additionalProperties": false,
  ]

  private func request(_ change: (inout GenerationRequest) -> Void = { _ in }) -> GenerationRequest {
    var request = GenerationRequest(
      messages: [ChatMessage(role: .user, content: "Describe a sight of Paris as JSON.")], format: .schema(Self.schema),
      sampling: .greedy, maximumTokens: 200)
    change(&request)
    return request
  }

  private func sampled(_ seed: UInt64, temperature: Double = 2) -> SamplingOptions {
    var options = SamplingOptions()
    options.temperature = temperature
    options.seed = seed
    return options
  }

  private func run(_ request: GenerationRequest, _ shortcuts: DecodeLoop.Shortcuts = .init()) async throws
    -> GenerationResult
  {
    let context = try await DefaultModel.load().makeContext()
    await context.use(shortcuts)
    return try await context.generate(request) { _ in }
  }

  @Test(arguments: 0..<6) func rowsOfAllowedTokensGiveTheTokenOfAllRows(seed: UInt64) async throws {
    let request = request {
      if seed > 0 { $0.sampling = sampled(seed, temperature: 1) }
      if seed > 2 { $0.sampling.repetitionPenalty = 1.2 }
      if seed > 4 { $0.sampling.constrained = .exact }
    }
    let few = try await run(request), all = try await run(request, .init(choosesRows: false))
    #expect(few.tokens == all.tokens)
    #expect(few.statistics.logitRows < all.statistics.logitRows)
  }

  @Test(arguments: [0, 5]) func draftsChangeOnlyTheNumberOfPasses(seed: UInt64) async throws {
    let request = request { if seed > 0 { $0.sampling = sampled(seed, temperature: 1) } }
    let drafted = try await run(request), plain = try await run(request, .init(drafts: false))
    #expect(drafted.tokens == plain.tokens)
    // Whatever was drafted and then chosen saved a pass.
    #expect(plain.statistics.draftedTokens == 0)
    #expect(drafted.statistics.modelCalls == plain.statistics.modelCalls - drafted.statistics.draftedTokens)
    if seed == 0 { #expect(drafted.statistics.draftedTokens > 0) }
  }

  @Test func aPassTakesTheChosenTokenAndAllThatIsForced() async throws {
    let result = try await run(request())
    let statistics = result.statistics
    #expect(statistics.generatedTokens == result.tokens.count)
    #expect(statistics.forcedTokens * 4 > statistics.generatedTokens)
    // Each pass follows a choice; the prompt's pass takes the first run along, and nothing is computed after the last.
    let chosen = statistics.generatedTokens - statistics.forcedTokens
    #expect(statistics.modelCalls <= chosen - statistics.draftedTokens)
    #expect(try JSONValue(parsing: result.text) == result.value)
  }

  @Test func aValueWithoutAChoiceNeedsNoPass() async throws {
    let constant = request { $0.format = .schema(["const": ["answer": [1, "two", nil]]]) }
    let result = try await run(constant)
    #expect(result.text == #"{"answer":[1,"two",null]}"#)
    #expect(result.finish == .completeValue && result.statistics.modelCalls == 0 && result.statistics.logitRows == 0)
    #expect(result.statistics.forcedTokens == result.tokens.count)
  }

  /// Each forced token is one of the tokens that the tokenizer itself makes of the answer: borders that it would not make
  /// are in text that the model has chosen.
  @Test(arguments: [0, 2]) func tokensAreCanonical(temperature: Double) async throws {
    let model = try await DefaultModel.load()
    var (tokens, strange) = (0, 0)
    for seed in 0..<UInt64(temperature == 0 ? 1 : 20) {
      let result = try await run(request { if temperature > 0 { $0.sampling = sampled(seed) } })
      #expect(model.tokenizer.decode(result.tokens) == result.text)
      let canonical = model.tokenizer.encode(result.text, parsingSpecialTokens: false)
      tokens += result.tokens.count
      if temperature == 0 { #expect(result.tokens == canonical) }
      strange += Set(borders(result.tokens, model.tokenizer)).subtracting(borders(canonical, model.tokenizer)).count
    }
    #expect(Double(strange) <= 0.05 * Double(tokens), "\(strange) of \(tokens)")
  }

  /// A model that says canonical tokens finds them where the grammar forces them, and nowhere others.
  @Test func forcedRunsOfCanonicalTextAreCanonical() async throws {
    let model = try await DefaultModel.load()
    let grammar = try Grammar(.schema(Self.schema), options: OutputGrammar.options(for: request()))
    var (forced, total) = (0, 0)
    for seed in 0..<UInt64(20) {
      let text = try await run(request { $0.sampling = sampled(seed) }).text
      let canonical = model.tokenizer.encode(text, parsingSpecialTokens: false)
      var constraint = Constraint(grammar, try model.speech(withCalls: false).trie)
      var at = 0
      while at < canonical.count {
        if let run = ForcedRun.next(
          constraint, after: Array(canonical[..<at]), budget: 1000, model.tokenizer), !run.bytes.isEmpty
        {
          let start = at - run.replaced
          let end = start + run.tokens.count
          #expect(
            end <= canonical.count && run.tokens == Array(canonical[start..<min(end, canonical.count)]), "\(text)")
          let isAccepted = constraint.accept(bytes: run.bytes)
          #expect(isAccepted)
          forced += end - at
          at = end
        } else {
          let isAccepted = constraint.accept(Int(canonical[at]))
          #expect(isAccepted)
          at += 1
        }
      }
      total += canonical.count
    }
    #expect(forced * 4 > total, "\(forced) of \(total)")
  }

  private func borders(_ tokens: [TokenID], _ tokenizer: Tokenizer) -> [Int] {
    var sum = 0
    return tokens.map { token in
      sum += tokenizer.bytes(of: token).count
      return sum
    }
  }

  @Test func everyBudgetFromTheSmallestOnGivesACompleteValue() async throws {
    let smallest: Int
    do {
      _ = try await run(request { $0.maximumTokens = 1 })
      smallest = 0
    } catch let error as GenerationError {
      guard case .budgetTooSmall(let needed, 1) = error.kind else { throw error }
      smallest = needed
    }
    #expect(smallest > 10)
    for extra in -1...20 {
      let limited = request {
        $0.maximumTokens = smallest + extra
        $0.sampling = sampled(UInt64(extra + 1))
      }
      let log = EventLog()
      let context = try await DefaultModel.load().makeContext()
      if extra < 0 {
        await #expect(throws: GenerationError(.budgetTooSmall(needed: smallest, budget: smallest - 1))) {
          try await context.generate(limited) { log.append($0) }
        }
        #expect(log.isEmpty)
        #expect(await context.cachedTokenCount == 0)
        continue
      }
      let result = try await context.generate(limited) { log.append($0) }
      #expect(result.finish == .completeValue && result.statistics.generatedTokens <= smallest + extra)
      #expect(try JSONValue(parsing: result.text) == result.value)
      #expect(log.text == result.text)
    }
  }
}
