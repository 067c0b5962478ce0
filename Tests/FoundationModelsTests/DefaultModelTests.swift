// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationModels
import Generation
import Synchronization
import Testing

@Generable(description: "A short plan")
private struct Trip {
  @Guide(description: "A catchy title") let title: String
  @Guide(.anyOf(["Reef", "Desert"])) let place: String
  @Guide(.count(2)) let stops: [Stop]
  @Guide(.range(1...9)) let days: Int

  @Generable
  struct Stop {
    let kind: Kind
    @Guide(.pattern(/[A-Z][a-z]{2,12}( [A-Z][a-z]{2,12})?/)) let name: String
  }

  @Generable
  enum Kind { case hike, swim, meal }
}

private struct FindHotelsTool: Tool {
  let name = "findHotels"
  let description = "Finds hotels near a place."
  let asked = Asked()

  final class Asked: Sendable {
    let places = Mutex<[String]>([])
  }

  @Generable
  struct Arguments {
    @Guide(.anyOf(["Reef", "Desert"])) let place: String
  }

  func call(arguments: Arguments) async throws -> [String] {
    asked.places.withLock { $0.append(arguments.place) }
    return ["Hotel 1", "Hotel 2"]
  }
}

private enum DefaultModel {
  static let path = try? ModelLocator(environment: ["HOME": NSHomeDirectory()]).locate(ModelLocator.defaultName)
}

/// Sessions on the default model, from prompt to value.
@Suite(.serialized, .enabled(if: DefaultModel.path != nil, "the default model has not been fetched"))
struct DefaultModelTests {
  private let model = SystemLanguageModel(contentsOf: URL(fileURLWithPath: DefaultModel.path ?? ""))

  /// Counts what each round of a session computed.
  private final class Rounds: Sendable {
    let list = Mutex<[GenerationStatistics]>([])
    func follow(_ session: LanguageModelSession) {
      session.eventHandler = { event in
        if case .roundFinished(let statistics) = event { self.list.withLock { $0.append(statistics) } }
      }
    }
    var all: [GenerationStatistics] { list.withLock { $0 } }
  }

  @Test func aStructStreamsFieldByField() async throws {
    #expect(model.isAvailable && model.contextSize > 0)
    var texts: Set<String> = []
    for _ in 0..<2 {
      let session = LanguageModelSession(model: model, instructions: "You plan trips.")
      let stream = session.streamResponse(
        to: "Plan a trip to the reef.", generating: Trip.self, options: .init(sampling: .greedy))
      var order: [String] = []
      for try await snapshot in stream {
        let trip = snapshot.content
        for (name, isThere) in [
          ("title", trip.title != nil), ("place", trip.place != nil), ("stops", trip.stops != nil),
          ("days", trip.days != nil),
        ] where isThere && !order.contains(name) { order.append(name) }
      }
      #expect(order == ["title", "place", "stops", "days"])
      let response = try await stream.collect()
      #expect(["Reef", "Desert"].contains(response.content.place) && response.content.stops.count == 2)
      #expect((1...9).contains(response.content.days))
      #expect(
        response.content.stops.allSatisfy { $0.name.wholeMatch(of: /[A-Z][a-z]{2,12}( [A-Z][a-z]{2,12})?/) != nil })
      texts.insert(response.rawContent.jsonString)
    }
    #expect(texts.count == 1)
  }

  @Test func hotSamplingKeepsToTheType() async throws {
    for seed in UInt64(0)..<3 {
      let session = LanguageModelSession(model: model)
      let options = GenerationOptions(
        sampling: .random(top: 10_000, seed: seed), temperature: 2, maximumResponseTokens: 120)
      let trip = try await session.respond(
        to: "Plan a trip.", generating: Trip.self, includeSchemaInPrompt: false, options: options
      ).content
      #expect((1...9).contains(trip.days) && trip.stops.count == 2)
    }
  }

  @Test func aSecondTurnComputesOnlyWhatIsNew() async throws {
    let session = LanguageModelSession(model: model, instructions: "Answer in a few words.")
    let rounds = Rounds()
    rounds.follow(session)
    let options = GenerationOptions(sampling: .greedy, maximumResponseTokens: 12)
    try await session.respond(to: "What is the capital of France?", options: options)
    try await session.respond(to: "And of Italy?", options: options)
    let (first, second) = (rounds.all[0], rounds.all[1])
    #expect(first.cachedPromptTokens == 0)
    // At most the last token of the answer and the end of its message are computed again.
    #expect(second.cachedPromptTokens >= first.promptTokens + first.generatedTokens - 3)
  }

  @Test func prewarmingLeavesTheRestOfThePrompt() async throws {
    let session = LanguageModelSession(model: model, instructions: "Answer in a few words.")
    let rounds = Rounds()
    rounds.follow(session)
    session.prewarm(promptPrefix: Prompt("What is the capital of the country"))
    try await session.respond(
      to: "What is the capital of the country France?", options: .init(sampling: .greedy, maximumResponseTokens: 4))
    #expect(rounds.all[0].promptTokens - rounds.all[0].cachedPromptTokens <= 10)
  }

  @Test func toolsAreCalledWithValidArguments() async throws {
    let tool = FindHotelsTool()
    let session = LanguageModelSession(model: model, tools: [tool], instructions: "Always use the tool.")
    session.toolChoice = .required
    session.toolChoiceAfterCalls = .none
    let options = GenerationOptions(sampling: .greedy, maximumResponseTokens: 60)
    let response = try await session.respond(to: "Which hotels are there near the reef?", options: options)
    let places = tool.asked.places.withLock { $0 }
    #expect(!places.isEmpty && places.allSatisfy { ["Reef", "Desert"].contains($0) })
    let roles = response.transcriptEntries.map { String("\($0)".prefix(6)) }
    #expect(roles.first == "Prompt" && roles.contains("Output") && roles.last == "Respon")
  }

  @Test func cancellationAndOverflowLeaveTheSessionUsable() async throws {
    let session = LanguageModelSession(model: model)
    // Eight hundred numbers, where free text might end by itself; cancelled while it reads the prompt.
    let numbers = DynamicGenerationSchema(
      arrayOf: DynamicGenerationSchema(type: Int.self), minimumElements: 800, maximumElements: 800)
    let schema = try GenerationSchema(root: numbers, dependencies: [])
    let running = Mutex<Task<String, any Error>?>(nil)
    session.eventHandler = { event in
      guard case .promptProgress = event else { return }
      while running.withLock({ $0 == nil }) { Thread.sleep(forTimeInterval: 0.001) }
      running.withLock { $0?.cancel() }
    }
    let long = Task { try await session.respond(to: "Count to a thousand.", schema: schema).content.jsonString }
    running.withLock { $0 = long }
    await #expect(throws: CancellationError.self) { try await long.value }
    session.eventHandler = nil
    let words = String(repeating: "word ", count: 5000)
    let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
      try await session.respond(to: words)
    }
    guard case .exceededContextWindowSize = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(session.transcript.isEmpty && !session.isResponding)
    let answer = try await session.respond(to: "Hi", options: .init(sampling: .greedy, maximumResponseTokens: 5))
    #expect(!answer.content.isEmpty)
  }
}
