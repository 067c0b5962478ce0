// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Generation
import OrderedJSON
import Synchronization
import Testing

/// Adds what it was called with to a list.
private final class PlaceTool: Tool {
  let name = "places"
  let description = "Lists places."
  let calls = Mutex<[String]>([])

  @Generable
  struct Arguments {
    @Guide(.anyOf(["hotel", "bar"])) let kind: String
    @Guide(.range(1...5)) let most: Int
  }

  func call(arguments: Arguments) async throws -> String {
    calls.withLock { $0.append("\(arguments.kind) \(arguments.most)") }
    return "none"
  }
}

/// A tool whose arguments are known only at run time.
private final class DynamicTool: Tool {
  let name = "dynamic"
  let description = "Takes what its schema says."
  let parameters: GenerationSchema
  let includesSchemaInInstructions: Bool
  let calls = Mutex<[GeneratedContent]>([])

  init(includesSchema: Bool = true) throws {
    includesSchemaInInstructions = includesSchema
    let root = DynamicGenerationSchema(
      name: "Arguments",
      properties: [.init(name: "colour", schema: DynamicGenerationSchema(name: "Colour", anyOf: ["red", "blue"]))])
    parameters = try GenerationSchema(root: root, dependencies: [])
  }

  func call(arguments: GeneratedContent) async throws -> GeneratedContent {
    calls.withLock { $0.append(arguments) }
    return arguments
  }
}

/// Tools on a model of random weights: names and arguments are the grammar's work.
struct EngineToolTests {
  @Test(arguments: UInt64(0)..<4) func argumentsAreThoseOfTheSchema(seed: UInt64) async throws {
    let (place, dynamic) = (PlaceTool(), try DynamicTool())
    let session = LanguageModelSession(model: TinyChatModel.model(), tools: [place, dynamic], instructions: "Rules.")
    session.toolChoice = .required
    session.toolChoiceAfterCalls = .none
    let options = GenerationOptions(
      sampling: .random(top: 300, seed: seed), temperature: 2, maximumResponseTokens: 150)
    let response = try await session.respond(to: "Go", options: options)
    let texts = place.calls.withLock { $0 }
    #expect(texts.allSatisfy { $0.wholeMatch(of: /(hotel|bar) [1-5]/) != nil })
    for arguments in dynamic.calls.withLock({ $0 }) {
      #expect(["red", "blue"].contains(try arguments.value(String.self, forProperty: "colour")))
    }
    var calls: [Transcript.ToolCall] = []
    var outputs: [Transcript.ToolOutput] = []
    for entry in response.transcriptEntries {
      if case .toolCalls(let list) = entry { calls += list }
      if case .toolOutput(let output) = entry { outputs.append(output) }
    }
    #expect(!calls.isEmpty && calls.count == texts.count + dynamic.calls.withLock { $0.count })
    // Outputs stand in the order of their calls, under their names and identifiers.
    #expect(outputs.map(\.id) == calls.map(\.id) && outputs.map(\.toolName) == calls.map(\.toolName))
    #expect(Set(calls.map(\.id)).count == calls.count)
  }

  @Test func identifiersDifferBetweenRounds() async throws {
    let call = ToolCallRecord(id: "", name: "dynamic", arguments: ["colour": "red"])
    let same = ToolCallRecord(id: "x", name: "dynamic", arguments: ["colour": "red"])
    let backend = ScriptedBackend(.calls([call, same]), .calls([call, same]), .text(["Done"]))
    let session = LanguageModelSession(model: backend.model, tools: [try DynamicTool()])
    try await session.respond(to: "Go")
    var ids: [String] = []
    for case .toolCalls(let calls) in session.transcript { ids += calls.map(\.id) }
    #expect(ids.count == 4 && Set(ids).count == 4 && ids[1] == "x")
    #expect(ids.filter { $0 != "x" }.allSatisfy { $0.count == 9 })
  }

  @Test func aSchemaThatIsNotShownIsStillEnforced() async throws {
    let model = TinyChatModel.model()
    let (shown, hidden) = (try DynamicTool(), try DynamicTool(includesSchema: false))
    #expect(try await model.tokenCount(for: [hidden]) < model.tokenCount(for: [shown]) - 40)
    let session = LanguageModelSession(model: model, tools: [hidden])
    session.toolChoice = .required
    session.toolChoiceAfterCalls = .none
    try await session.respond(to: "Go", options: .init(sampling: .greedy, maximumResponseTokens: 120))
    let calls = hidden.calls.withLock { $0 }
    #expect(!calls.isEmpty)
    for arguments in calls { #expect(["red", "blue"].contains(try arguments.value(forProperty: "colour"))) }
  }

  @Test func toolCallsAreTraced() async throws {
    let session = LanguageModelSession(model: TinyChatModel.model(), tools: [try DynamicTool()])
    let trace = TraceRecorder()
    session.trace = trace
    session.toolChoice = .required
    session.toolChoiceAfterCalls = .none
    try await session.respond(to: "Go", options: .init(sampling: .greedy, maximumResponseTokens: 120))
    let events = trace.json()["traceEvents"]?.arrayValue ?? []
    let categories = Set(events.compactMap { $0["cat"]?.stringValue })
    #expect(categories == ["asset loading", "prompt processing", "generation", "masks", "tool calls"])
  }
}
