// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Observation
import Testing

// What a program writes that imports nothing else of the package: that this file compiles is most of the test.

@Generable(description: "A plan")
private struct Plan: Equatable {
  @Guide(description: "A short title") let title: String
  @Guide(.anyOf(["Reef", "Desert"])) let place: String
  @Guide(description: "Days", .count(2)) let days: [Day]
  let budget: Double?
  @Guide(.range(1...5)) let rating: Int

  @Generable
  struct Day: Equatable {
    let kind: Kind
    @Guide(.maximumCount(3)) @Guide(.element(.pattern(/[A-Z][a-z]+/))) let stops: [String]
  }

  @Generable
  enum Kind { case hike, swim }
}

@Generable
private enum Wish: Equatable {
  case coffee(String)
  case manager(complaint: String)
  case nothing
}

private struct FindTool: Tool {
  let name = "find"
  let description = "Finds places."

  @Generable
  struct Arguments {
    @Guide(description: "What to look for") let query: String
    let kind: Plan.Kind
  }

  func call(arguments: Arguments) async throws -> [String] { ["\(arguments.query) 1", "\(arguments.kind)"] }
}

@MainActor
private final class ViewModel: Tool {
  let description = "Changes the view."
  private var calls = 0

  @Generable
  struct Arguments { let n: Int }

  nonisolated func call(arguments: Arguments) async throws -> some PromptRepresentable {
    await add(arguments.n)
    return "done"
  }

  private func add(_ n: Int) { calls += n }
}

private struct RawTool: Tool {
  let name = "raw"
  let description = "Takes anything."
  let parameters: GenerationSchema
  let includesSchemaInInstructions = false
  func call(arguments: GeneratedContent) throws -> GeneratedContent { arguments }
}

struct ClientSourceTests {
  private static let example = Plan(
    title: "T", place: "Reef", days: [.init(kind: .hike, stops: ["A"]), .init(kind: .swim, stops: [])], budget: nil,
    rating: 3)

  @Test func sessionsAreMadeInManyWays() async throws {
    let model = ScriptedBackend(.text(["a"])).model
    _ = LanguageModelSession()
    _ = LanguageModelSession(instructions: "text")
    _ = LanguageModelSession(instructions: nil as Instructions?)
    _ = LanguageModelSession(model: model)
    _ = LanguageModelSession(model: model, tools: [FindTool()], instructions: "text")
    _ = LanguageModelSession(model: model, tools: [FindTool()], instructions: Instructions("text"))
    _ = LanguageModelSession(tools: [FindTool()]) { "text" }
    _ = LanguageModelSession(model: .default, transcript: Transcript())
    _ = LanguageModelSession {
      "You plan trips."
      "Like this:"
      Self.example
    }
    let text: String? = "optional"
    _ = LanguageModelSession(model: model, instructions: text)
    _ = SystemLanguageModel(useCase: .contentTagging, guardrails: .permissiveContentTransformations)
    let schema = try GenerationSchema(root: .init(name: "Any", properties: []), dependencies: [])
    _ = LanguageModelSession(model: model, tools: [RawTool(parameters: schema), ViewModel()])
  }

  @Test func everyRespondCompiles() async throws {
    let plan = Self.example.generatedContent
    let value = try JSONStep.step(plan.jsonString)
    let backend = ScriptedBackend(
      .text(["1"]), .text(["2"]), .text(["3"]), value, value, value, value, value, value, value, value)
    let session = LanguageModelSession(model: backend.model)
    let prompt = Prompt { "p" }
    let options = GenerationOptions(sampling: .random(top: 1, seed: 1), temperature: 0.5)
    #expect(try await session.respond(to: "p").content == "1")
    #expect(try await session.respond(to: prompt, options: options).content == "2")
    #expect(try await session.respond(options: options) { "p" }.content == "3")
    let schema = Plan.generationSchema
    #expect(try await session.respond(to: "p", schema: schema).content == plan)
    #expect(try await session.respond(to: prompt, schema: schema, includeSchemaInPrompt: false).content == plan)
    #expect(try await session.respond(schema: schema, options: options) { "p" }.content == plan)
    #expect(try await session.respond(to: "p", generating: Plan.self).content == Self.example)
    let inferred: Plan = try await session.respond(to: "p").content
    #expect(inferred == Self.example)
    #expect(try await session.respond(to: prompt, generating: Plan.self, options: options).content == Self.example)
    let built = try await session.respond(generating: Plan.self, includeSchemaInPrompt: false) {
      "Plan"
      if options.temperature == nil { "quickly" }
    }
    #expect(built.content == Self.example && built.rawContent == plan && built.transcriptEntries.count == 2)
    try await session.respond(to: "p", generating: Plan.self)
  }

  @Test func everyStreamCompiles() async throws {
    let value = try JSONStep.step(Self.example.generatedContent.jsonString)
    let backend = ScriptedBackend(.text(["1"]), .text(["2"]), .text(["3"]), value, value, value, value, value, value)
    let session = LanguageModelSession(model: backend.model)
    let prompt = Prompt("p")
    let schema = Plan.generationSchema
    #expect(try await session.streamResponse(to: "p").collect().content == "1")
    #expect(try await session.streamResponse(to: prompt).collect().content == "2")
    #expect(try await session.streamResponse { "p" }.collect().content == "3")
    _ = try await session.streamResponse(to: "p", schema: schema).collect()
    _ = try await session.streamResponse(to: prompt, schema: schema).collect()
    _ = try await session.streamResponse(schema: schema) { "p" }.collect()
    var latest: Plan.PartiallyGenerated?
    for try await snapshot in session.streamResponse(to: "p", generating: Plan.self) {
      latest = snapshot.content
    }
    #expect(latest?.days?.first?.stops == ["A"] && latest?.budget == nil && latest?.days?.last?.kind == .swim)
    _ = try await session.streamResponse(to: prompt, generating: Plan.self).collect()
    _ = try await session.streamResponse(generating: Plan.self) { "p" }.collect()
  }

  @Test func macroTypesBecomeSchemas() throws {
    let json = Plan.generationSchema.json
    #expect(json["properties"]?.objectValue?.keys == ["title", "place", "days", "budget", "rating"])
    #expect(json["properties"]?["place"]?["enum"] == ["Reef", "Desert"])
    #expect(json["properties"]?["rating"]?["minimum"] == 1 && json["properties"]?["rating"]?["maximum"] == 5)
    #expect(json["required"] == ["title", "place", "days", "rating"])
    let day = json["$defs"]?["Day"]
    #expect(day?["properties"]?["stops"]?["maxItems"] == 3)
    #expect(day?["properties"]?["stops"]?["items"]?["pattern"] == "^[A-Z][a-z]+$")
    #expect(json["$defs"]?["Kind"]?["enum"] == ["hike", "swim"])
    for wish in [Wish.coffee("black"), .manager(complaint: "cold"), .nothing] {
      #expect(try Wish(wish.generatedContent) == wish)
    }
    #expect(Wish.generationSchema.json["anyOf"]?.arrayValue?.count == 3)
    #expect(throws: LanguageModelSession.GenerationError.self) { try Plan.Kind(GeneratedContent("fly")) }
  }

  @Test func availabilityIsSwitchedOver() {
    let model = ScriptedBackend().model
    switch model.availability {
    case .available: #expect(model.isAvailable)
    case .unavailable(.deviceNotEligible), .unavailable(.appleIntelligenceNotEnabled), .unavailable(.modelNotReady):
      Issue.record("a model that is there")
    }
  }

  @Test func sessionsAreObserved() async throws {
    let session = LanguageModelSession(model: ScriptedBackend(.text(["a"])).model)
    try await confirmation(expectedCount: 2) { changed in
      withObservationTracking {
        _ = session.isResponding
      } onChange: {
        changed()
      }
      withObservationTracking {
        _ = session.transcript
      } onChange: {
        changed()
      }
      try await session.respond(to: "p")
    }
  }

  @MainActor @Test func theMainActorMayAsk() async throws {
    let session = LanguageModelSession(model: ScriptedBackend(.text(["a"])).model)
    var text = ""
    for try await snapshot in session.streamResponse(to: "p") { text = snapshot.content }
    #expect(text == "a")
  }

  @Test func errorsAreSwitchedOver() {
    let error: any Error = LanguageModelSession.GenerationError.rateLimited(.init(debugDescription: "why"))
    switch error as? LanguageModelSession.GenerationError {
    case .exceededContextWindowSize, .assetsUnavailable, .guardrailViolation, .unsupportedGuide,
      .unsupportedLanguageOrLocale, .decodingFailure, .concurrentRequests, .refusal, nil:
      Issue.record("another case")
    case .rateLimited(let context): #expect(context.debugDescription == "why")
    }
  }
}
