// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Generation
import OrderedJSON
import Synchronization
import Testing

/// Finds nothing, slowly, and counts how many run at once.
private final class SearchTool: Tool {
  let description = "Searches."
  private let waiting = Mutex((now: 0, most: 0, order: [Int]()))
  private let partner: Gate?
  init(waitingFor partner: Gate? = nil) { self.partner = partner }
  var most: Int { waiting.withLock { $0.most } }

  func call(arguments: Length) async throws -> String {
    waiting.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.order) }
    // The first call ends only when the second has begun.
    if arguments.hours == 1 { await partner?.wait() } else { await partner?.open() }
    waiting.withLock { $0.now -= 1 }
    return "found \(arguments.hours)"
  }
}

private struct BrokenTool: Tool {
  struct Failure: Error {}
  let name = "broken"
  let description = "Fails."
  let includesSchemaInInstructions = false
  func call(arguments: Length) async throws -> [String] { throw Failure() }
}

private struct FilmTool: Tool {
  let description = "Gives a value."
  let parameters = Length.generationSchema
  func call(arguments: GeneratedContent) async -> Length { Length(hours: 7, minutes: 8) }
}

struct ToolTests {
  private static func call(_ id: String, _ name: String, _ hours: Int) -> ToolCallRecord {
    ToolCallRecord(id: id, name: name, arguments: ["hours": .number(JSONNumber(hours)), "minutes": 0])
  }

  /// The schema is made when the tools have answered, and the calls have options of their own.
  @Test(arguments: [true, false]) func aSchemaCanBeMadeOfWhatWasFound(mustCall: Bool) async throws {
    let calls: [ScriptedBackend.Step] = mustCall ? [.calls([Self.call("a", "SearchTool", 1)])] : []
    let backend = ScriptedBackend(steps: calls + [try JSONStep.step(#"{"hours":1,"minutes":2}"#)])
    let tool = SearchTool()
    let session = LanguageModelSession(model: backend.model, tools: [tool])
    session.toolChoice = mustCall ? .required : .none
    session.toolChoiceAfterCalls = .none
    session.writesProse = true
    let made = Mutex<[Int]>([])
    let stream = session.streamResponse(
      to: "Go", options: GenerationOptions(maximumResponseTokens: 70),
      callOptions: GenerationOptions(sampling: .greedy, maximumResponseTokens: 7)
    ) {
      made.withLock { $0.append(tool.most) }
      return Length.generationSchema
    }
    let response = try await stream.collect()
    #expect(try Length(response.content).minutes == 2)
    #expect(made.withLock { $0 } == [mustCall ? 1 : 0])
    let requests = backend.requests
    #expect(requests.map(\.toolChoice) == (mustCall ? [.required, .none] : [.none]))
    #expect(requests.map(\.maximumTokens) == (mustCall ? [7, 70] : [70]))
    #expect(requests.allSatisfy { $0.sampling.writesProse })
    guard case .schema = requests.last?.format else {
      Issue.record("the answer has no schema")
      return
    }
    guard case .response(let entry) = session.transcript.last, case .structure(let structure) = entry.segments.first
    else {
      Issue.record("the answer is no structure")
      return
    }
    #expect(structure.source == "Length")
  }

  @Test func whatMakesTheSchemaMayFail() async throws {
    let backend = ScriptedBackend(.calls([Self.call("a", "SearchTool", 1)]), .text(["Still there"]))
    let session = LanguageModelSession(model: backend.model, tools: [SearchTool()])
    session.toolChoice = .required
    session.toolChoiceAfterCalls = .none
    await #expect(throws: BrokenTool.Failure.self) {
      _ = try await session.streamResponse(to: "Go") { throw BrokenTool.Failure() }.collect()
    }
    // The session is as it was.
    session.toolChoice = .none
    #expect(try await session.respond(to: "Again").content == "Still there")
    #expect(backend.requests.last?.messages.map(\.content) == ["Again"])
  }

  @Test func callsRunTogetherAndEnterInOrder() async throws {
    let tool = SearchTool(waitingFor: Gate())
    let backend = ScriptedBackend(
      .calls([Self.call("a", "SearchTool", 1), Self.call("b", "SearchTool", 2)], text: "I search."), .text(["Done"]))
    let session = LanguageModelSession(model: backend.model, tools: [tool], instructions: "Use tools.")
    session.toolChoice = .required
    let events = Mutex<[String]>([])
    session.eventHandler = { event in
      switch event {
      case .toolCallStarted(let call): events.withLock { $0.append("start \(call.id)") }
      case .toolCallFinished(let call, let output):
        events.withLock { $0.append("end \(call.id) \(output.segments[0])") }
      default: break
      }
    }
    let response = try await session.respond(to: "Go")
    #expect(response.content == "Done" && tool.most == 2)
    #expect(
      response.transcriptEntries.map(\.description) == [
        "Prompt: Go", "Response: I search.",
        #"Tool calls: SearchTool({"hours": 1, "minutes": 0}), SearchTool({"hours": 2, "minutes": 0})"#,
        "Output of SearchTool: found 1", "Output of SearchTool: found 2", "Response: Done",
      ])
    #expect(events.withLock { Set($0) } == ["start a", "start b", "end a found 1", "end b found 2"])
    let requests = backend.requests
    #expect(requests[0].toolChoice == .required && requests[1].toolChoice == .automatic)
    #expect(requests[0].tools.map(\.name) == ["SearchTool"])
    #expect(requests[0].tools[0].parameters == Length.generationSchema.json)
    #expect(requests[1].messages.map(\.role) == [.system, .user, .assistant, .tool, .tool])
    #expect(
      requests[1].messages[2].content == "I search." && requests[1].messages[2].toolCalls.map(\.id) == ["a", "b"])
    #expect(requests[1].messages[3].toolCallID == "a" && requests[1].messages[4].toolName == "SearchTool")
    guard case .instructions(let instructions) = session.transcript[0] else {
      Issue.record("no instructions")
      return
    }
    #expect(instructions.toolDefinitions == [.init(tool: tool)])
  }

  @Test func toolsServeStreamsAndTypes() async throws {
    let backend = ScriptedBackend(
      .calls([Self.call("", "FilmTool", 1), Self.call("", "FilmTool", 2)]),
      .value([["hours": 1]], final: ["hours": 1, "minutes": 2]))
    let session = LanguageModelSession(model: backend.model, tools: [FilmTool()])
    let response = try await session.streamResponse(to: "Go", generating: Length.self).collect()
    #expect(response.content == Length(hours: 1, minutes: 2))
    guard case .toolOutput(let first) = response.transcriptEntries[3],
      case .toolOutput(let second) = response.transcriptEntries[4], case .structure(let structure) = first.segments[0]
    else {
      Issue.record("\(response.transcriptEntries)")
      return
    }
    #expect(structure.content == Length(hours: 7, minutes: 8).generatedContent)
    #expect(!first.id.isEmpty && first.id != second.id)
  }

  @Test func errorsNameTheTool() async throws {
    let backend = ScriptedBackend(.calls([Self.call("a", "broken", 1)]), .text(["fine"]))
    let session = LanguageModelSession(model: backend.model, tools: [BrokenTool()])
    let before = session.transcript
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) { try await session.respond(to: "Go") }
    #expect(error?.tool.name == "broken" && error?.underlyingError is BrokenTool.Failure)
    #expect(error?.errorDescription?.contains("'broken'") == true)
    #expect(session.transcript == before && !session.isResponding)
    #expect(backend.requests[0].tools[0].includesSchema == false)
    #expect(try await session.respond(to: "Go").content == "fine")
  }

  @Test func argumentsThatDoNotFitAreAnErrorOfTheCall() async throws {
    let record = ToolCallRecord(id: "a", name: "broken", arguments: ["hours": "x"])
    let session = LanguageModelSession(model: ScriptedBackend(.calls([record])).model, tools: [BrokenTool()])
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) { try await session.respond(to: "Go") }
    #expect(error?.underlyingError is LanguageModelSession.GenerationError)
  }

  @Test func roundsAreBounded() async throws {
    let backend = ScriptedBackend()
    let limit = LanguageModelSession.toolRoundLimit
    let steps = (0...limit).map { ScriptedBackend.Step.calls([Self.call("\($0)", "FilmTool", 1)]) }
    let endless = ScriptedBackend(steps: steps)
    let session = LanguageModelSession(model: endless.model, tools: [FilmTool(), FilmTool()])
    let error = await #expect(throws: LanguageModelSession.ToolRoundLimitError.self) {
      try await session.respond(to: "Go")
    }
    #expect(error?.limit == limit && endless.requests.count == limit + 1)
    // Of two tools with one name the first counts.
    #expect(endless.requests[0].tools.count == 1 && backend.requests.isEmpty)
  }

  @Test func unknownToolsAreAnError() async throws {
    let session = LanguageModelSession(
      model: ScriptedBackend(.calls([Self.call("a", "gone", 1)])).model, tools: [FilmTool()])
    await #expect(throws: LanguageModelSession.GenerationError.self) { try await session.respond(to: "Go") }
  }

  @Test func cancellationReachesTools() async throws {
    struct Slow: Tool {
      let description = "Waits."
      func call(arguments: Length) async throws -> String {
        try await Task.sleep(for: .seconds(600))
        return ""
      }
    }
    let backend = ScriptedBackend(.calls([Self.call("a", "Slow", 1)]))
    let session = LanguageModelSession(model: backend.model, tools: [Slow()])
    let started = Gate()
    session.eventHandler = { if case .toolCallStarted = $0 { Task { await started.open() } } }
    let task = Task { try await session.respond(to: "Go").content }
    await started.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!session.isResponding)
  }
}
