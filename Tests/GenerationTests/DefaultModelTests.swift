// SPDX-License-Identifier: Apache-2.0
import Foundation
import OrderedJSON
import Testing

@testable import Generation

/// The engine as a whole on the default model; passed over where the file is not there.
@Suite(.serialized, .enabled(if: DefaultModel.path != nil, "the default model has not been fetched"))
struct DefaultModelTests {
  private func greedy(_ text: String, maximumTokens: Int = 24, format: OutputFormat = .text) -> GenerationRequest {
    GenerationRequest(
      messages: [ChatMessage(role: .user, content: text)], format: format, sampling: .greedy,
      maximumTokens: maximumTokens)
  }

  @Test func greedyTextIsTheSameOnOneAndTwoThreads() async throws {
    var texts: [String] = []
    for threads in [1, 2, 2] {
      let model = try await DefaultModel.load(threads: threads)
      let result = try await model.makeContext().generate(greedy("What is the capital of France?")) { _ in }
      texts.append(result.text)
    }
    #expect(!texts[0].isEmpty)
    #expect(texts[1] == texts[0] && texts[2] == texts[0])
  }

  @Test func eventsJoinToTheText() async throws {
    let model = try await DefaultModel.load()
    let log = EventLog()
    let result = try await model.makeContext().generate(greedy("Count to five.")) { log.append($0) }
    #expect(log.text == result.text)
    #expect(result.finish == .length || result.finish == .endOfText)
    #expect(result.statistics.generatedTokens <= 24)
  }

  @Test func aSecondTurnComputesOnlyWhatIsNew() async throws {
    let model = try await DefaultModel.load()
    let context = model.makeContext()
    var request = greedy("Name a colour.")
    let first = try await context.generate(request) { _ in }
    request.messages.append(ChatMessage(role: .assistant, content: first.text))
    request.messages.append(ChatMessage(role: .user, content: "And another one."))
    let second = try await context.generate(request) { _ in }
    #expect(first.statistics.cachedPromptTokens == 0)
    #expect(second.statistics.cachedPromptTokens >= first.statistics.promptTokens)
    let cold = try await model.makeContext().generate(request) { _ in }
    #expect(cold.text == second.text)
  }

  @Test func prewarmingLeavesTheRestOfThePrompt() async throws {
    let model = try await DefaultModel.load()
    let context = model.makeContext()
    let system = ChatMessage(role: .system, content: "You are a guide to the deserts of the world.")
    try await context.prewarm(messages: [system], userPrefix: "Plan a trip")
    let warm = await context.cachedTokenCount
    #expect(warm > 10)
    let user = ChatMessage(role: .user, content: "Plan a trip to the Gobi.")
    let request = GenerationRequest(messages: [system, user], sampling: .greedy, maximumTokens: 4)
    let result = try await context.generate(request) { _ in }
    #expect(result.statistics.cachedPromptTokens == warm)
    #expect(result.statistics.promptTokens - warm < 16)
  }

  /// A request that has been made ready has nothing of its prompt left to compute but the last token, and the same answer.
  @Test func prewarmingARequestLeavesNothingOfThePrompt() async throws {
    let model = try await DefaultModel.load()
    let context = model.makeContext()
    let messages = [ChatMessage(role: .user, content: "Name a colour.")]
    var request = GenerationRequest(
      messages: messages, format: .schema(["type": "object", "properties": ["colour": ["enum": ["red", "blue"]]]]),
      sampling: .greedy)
    request.maximumTokens = 20
    try await context.prewarm(request)
    let result = try await context.generate(request) { _ in }
    #expect(result.statistics.cachedPromptTokens >= result.statistics.promptTokens - 1)
    let cold = try await model.makeContext().generate(request) { _ in }
    #expect(cold.tokens == result.tokens)
    // What differs at the end alone is computed.
    request.messages = [ChatMessage(role: .user, content: "Name a colour of the sea.")]
    let other = try await context.generate(request) { _ in }
    #expect(
      other.statistics.cachedPromptTokens > 0 && other.statistics.cachedPromptTokens < other.statistics.promptTokens)
    await #expect {
      try await context.prewarm(GenerationRequest(messages: messages, format: .schema(["$ref": "#/x"])))
    } throws: { ($0 as? GenerationError)?.kind == .schema }
  }

  static let schema: JSONValue = [
    "type": "object",
    "properties": [
      "name": ["type": "string", "minLength": 1, "maxLength": 30],
      "age": ["type": "integer", "minimum": 0, "maximum": 20],
      "colours": ["type": "array", "items": ["enum": ["black", "white", "red"]], "minItems": 1, "maxItems": 3],
    ],
    "required": ["name", "age", "colours"], "additionalProperties": false,
  ]

  @Test(arguments: [0, 1, 2]) func valuesOfASchemaCloseWithinTheirBudget(seed: UInt64) async throws {
    let model = try await DefaultModel.load()
    for maximum in [26, 40, 200] {
      var request = greedy("Describe a cat.", maximumTokens: maximum, format: .schema(Self.schema))
      request.sampling = SamplingOptions()
      request.sampling.temperature = 2
      request.sampling.topK = 0
      request.sampling.topP = 1
      request.sampling.minP = 0
      request.sampling.seed = seed
      let log = EventLog()
      let result = try await model.makeContext().generate(request) { log.append($0) }
      #expect(result.finish == .completeValue)
      #expect(result.statistics.generatedTokens <= maximum)
      let parsed = try JSONValue(parsing: result.text)
      #expect(parsed == result.value)
      #expect(log.lastValue == parsed)
      #expect(parsed.objectValue?.keys == ["name", "age", "colours"])
    }
  }

  @Test func aBudgetBelowTheShortestValueIsAnError() async throws {
    let model = try await DefaultModel.load()
    let request = greedy("Describe a cat.", maximumTokens: 3, format: .schema(Self.schema))
    await #expect {
      _ = try await model.makeContext().generate(request) { _ in }
    } throws: { error in
      guard case .budgetTooSmall(let needed, 3)? = (error as? GenerationError)?.kind else { return false }
      return needed > 3
    }
  }

  @Test func aPromptThatDoesNotFitIsAnErrorWithBothNumbers() async throws {
    var options = ModelLoadOptions()
    options.contextLength = 64
    let model = try await LanguageModel.load(path: DefaultModel.path!, options: options)
    let context = model.makeContext()
    await #expect {
      _ = try await context.generate(greedy(String(repeating: "many words ", count: 60))) { _ in }
    } throws: { error in
      guard case .contextOverflow(let needed, 64)? = (error as? GenerationError)?.kind else { return false }
      return needed > 64
    }
    // Nothing is lost: the next request works.
    #expect(try await !context.generate(greedy("Hi", maximumTokens: 4)) { _ in }.text.isEmpty)
  }

  @Test func requiredToolsAreCalledWithArgumentsOfTheirSchema() async throws {
    let model = try await DefaultModel.load()
    let tool = ToolSpecification(
      name: "findPlaces", description: "Finds places.",
      parameters: [
        "type": "object", "properties": ["category": ["enum": ["hotel", "restaurant"]]], "required": ["category"],
      ])
    let log = EventLog()
    let request = GenerationRequest(
      messages: [ChatMessage(role: .user, content: "Find a hotel.")], tools: [tool], toolChoice: .required,
      sampling: .greedy)
    let result = try await model.makeContext().generate(request) { log.append($0) }
    #expect(result.finish == .toolCalls)
    #expect(!result.toolCalls.isEmpty)
    #expect(log.calls == result.toolCalls)
    for call in result.toolCalls {
      #expect(call.name == "findPlaces")
      #expect(["hotel", "restaurant"].contains(call.arguments["category"]?.stringValue))
    }
  }

  @Test func cancellingEndsARequestAndLeavesTheContextUsable() async throws {
    let model = try await DefaultModel.load()
    let context = model.makeContext()
    let request = greedy("Tell a very long story about a river.", maximumTokens: 2000)
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await context.generate(request) { if case .text = $0 { continuation.yield() } }
    }
    for await _ in stream { break }
    task.cancel()
    await #expect {
      _ = try await task.value
    } throws: {
      ($0 as? GenerationError)?.kind == .cancelled
    }
    let after = try await context.generate(greedy("What is the capital of France?")) { _ in }
    let fresh = try await model.makeContext().generate(greedy("What is the capital of France?")) { _ in }
    #expect(after.text == fresh.text)
  }

  @Test func stopStringsEndTheTextBeforeThem() async throws {
    let model = try await DefaultModel.load()
    var request = greedy("What is the capital of France?")
    let whole = try await model.makeContext().generate(request) { _ in }.text
    let middle = whole.index(whole.startIndex, offsetBy: whole.count / 2)
    let stop = String(whole[middle...].prefix(4))
    request.stop = [stop]
    let log = EventLog()
    let cut = try await model.makeContext().generate(request) { log.append($0) }
    #expect(cut.finish == .stopString)
    #expect(whole.hasPrefix(cut.text) && !cut.text.contains(stop))
    #expect(log.text == cut.text)
  }
}

/// The default model, loaded once for each thread count.
enum DefaultModel {
  static let path = try? ModelLocator(environment: ["HOME": NSHomeDirectory()]).locate(ModelLocator.defaultName)

  static func load(threads: Int = 2) async throws -> LanguageModel {
    var options = ModelLoadOptions()
    options.threads = threads
    return try await ModelRegistry.shared.model(path: path!, options: options)
  }
}

/// What a request has reported.
final class EventLog: @unchecked Sendable {
  // Guarded by `lock`.
  private var events: [GenerationEvent] = []
  private let lock = NSLock()

  func append(_ event: GenerationEvent) { lock.withLock { events.append(event) } }

  var isEmpty: Bool { all.isEmpty }

  private var all: [GenerationEvent] { lock.withLock { events } }

  var text: String { all.map { if case .text(let delta) = $0 { delta } else { "" } }.joined() }

  var calls: [ToolCallRecord] { all.compactMap { if case .toolCall(let call) = $0 { call } else { nil } } }

  var lastValue: JSONValue? {
    all.compactMap { if case .partial(let value, _) = $0 { value } else { nil } }.last
  }
}
