// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Generation
import OrderedJSON
import Synchronization
import Testing

/// Counts what it is asked.
private final class CountingTool: Tool {
  let name = "count"
  let description = "Counts."
  let hours = Mutex<[Int]>([])
  let failsWith: (any Error)?
  init(failsWith error: (any Error)? = nil) { failsWith = error }
  var count: Int { hours.withLock { $0.count } }

  func call(arguments: Length) async throws -> String {
    hours.withLock { $0.append(arguments.hours) }
    if let failsWith { throw failsWith }
    return "found \(arguments.hours)"
  }
}

/// Requests whose calls of tools are written before they are asked.
struct PrewarmTests {
  private static let options = GenerationOptions(maximumResponseTokens: 70)
  private static let callOptions = GenerationOptions(sampling: .greedy, maximumResponseTokens: 7)

  /// A call without an identifier: it gets one at random.
  private static func calls(_ hours: Int) -> ScriptedBackend.Step {
    .calls([ToolCallRecord(id: "", name: "count", arguments: ["hours": .number(JSONNumber(hours)), "minutes": 0])])
  }

  private static func value() throws -> ScriptedBackend.Step { try JSONStep.step(#"{"hours":1,"minutes":2}"#) }

  private func session(_ backend: ScriptedBackend, _ tool: CountingTool) -> LanguageModelSession {
    let session = LanguageModelSession(model: backend.model, tools: [tool])
    session.toolChoice = .required
    session.toolChoiceAfterCalls = .none
    return session
  }

  private func prewarm(
    _ session: LanguageModelSession, for prompt: String = "Go", _ understudy: CountingTool = CountingTool(),
    schema: @escaping @Sendable () throws -> GenerationSchema = { Length.generationSchema }
  ) {
    session.prewarm(
      for: prompt, options: Self.options, callOptions: Self.callOptions,
      rehearsal: ToolRehearsal(tools: [understudy], schemaAfterCalls: schema))
  }

  private func answer(
    _ session: LanguageModelSession, to prompt: String = "Go", callOptions: GenerationOptions = Self.callOptions
  ) async throws -> Length {
    let stream = session.streamResponse(to: prompt, options: Self.options, callOptions: callOptions) {
      Length.generationSchema
    }
    return try Length(try await stream.collect().content)
  }

  /// The calls are written once, the stand-in and the tool each answer them once, and what is asked after them is what has
  /// been made ready, whether the request waits for that or comes after it.
  @Test(arguments: [true, false]) func aRehearsedRequestBeginsAfterItsCalls(isEarly: Bool) async throws {
    let backend = ScriptedBackend(Self.calls(3), try Self.value())
    let (tool, understudy) = (CountingTool(), CountingTool())
    let session = session(backend, tool)
    prewarm(session, understudy)
    if !isEarly {
      #expect(await eventually { !backend.prewarmedRequests.isEmpty })
      #expect(tool.count == 0 && understudy.count == 1 && session.transcript.count == 1)
    }
    let rounds = Mutex(0)
    session.eventHandler = { if case .roundFinished = $0 { rounds.withLock { $0 += 1 } } }
    #expect(try await answer(session) == Length(hours: 1, minutes: 2))
    #expect(tool.count == 1 && understudy.count == 1 && rounds.withLock { $0 } == 2)
    #expect(backend.requests.map(\.toolChoice) == [.required, .none])
    let ready = try #require(backend.prewarmedRequests.first)
    #expect(backend.prewarmedRequests.count == 1 && ready.asksTheSame(as: backend.requests[1]))
    #expect(backend.requests[1].messages.map(\.role) == [.user, .assistant, .tool])
    #expect(backend.requests[1].messages.last?.content == "found 3")
  }

  /// Without being made ready the model is asked the same, and the transcript has the same entries.
  @Test func aRehearsalChangesNothing() async throws {
    var requests: [[GenerationRequest]] = []
    var transcripts: [String] = []
    for isRehearsed in [true, false] {
      let call = ToolCallRecord(id: "id", name: "count", arguments: ["hours": 3, "minutes": 0])
      let backend = ScriptedBackend(.calls([call]), try Self.value())
      let session = session(backend, CountingTool())
      if isRehearsed { prewarm(session) }
      _ = try await answer(session)
      requests.append(backend.requests)
      transcripts.append(session.transcript.dropFirst().map { String("\($0)".prefix(80)) }.joined())
    }
    #expect(requests[0].count == 2 && zip(requests[0], requests[1]).allSatisfy { $0.asksTheSame(as: $1) })
    #expect(transcripts[0] == transcripts[1])
  }

  /// What was written for another prompt, or for other options, is not taken.
  @Test(arguments: ["prompt", "options", "transcript", "prewarm"])
  func calledAnew(whatDiffers: String) async throws {
    let first: [ScriptedBackend.Step] = whatDiffers == "transcript" ? [Self.calls(8), try Self.value()] : []
    let backend = ScriptedBackend(steps: first + [Self.calls(1), Self.calls(2), try Self.value()])
    let tool = CountingTool()
    let session = session(backend, tool)
    if whatDiffers == "transcript" { _ = try await answer(session) }
    prewarm(session, for: whatDiffers == "prompt" ? "Come" : "Go")
    #expect(await eventually { !backend.prewarmedRequests.isEmpty })
    switch whatDiffers {
    case "prompt": _ = try await answer(session)
    case "options": _ = try await answer(session, callOptions: GenerationOptions(maximumResponseTokens: 7))
    case "transcript": _ = try await answer(session, to: "Go on")
    default:
      prewarm(session, for: "Come")
      _ = try await answer(session, to: "Come")
    }
    #expect(tool.hours.withLock { $0.last } == 2)
    #expect(backend.requests.count == first.count + 3)
  }

  /// Calls are written once for each distinct request, however often it is made ready.
  @Test func theSameAgainCostsNothing() async throws {
    let backend = ScriptedBackend(Self.calls(1), try Self.value(), Self.calls(2))
    let session = session(backend, CountingTool())
    for _ in 0..<5 { prewarm(session) }
    #expect(await eventually { !backend.prewarmedRequests.isEmpty })
    for _ in 0..<5 { prewarm(session) }
    #expect(backend.requests.count == 1)
    _ = try await answer(session)
    #expect(backend.requests.count == 2 && backend.prewarmedRequests.count == 1)
  }

  /// A change of wishes stops what is being written for the ones before; so does a request for something else.
  @Test(arguments: [true, false]) func newerWishesStopTheOlderOnes(byPrewarm: Bool) async throws {
    let backend = ScriptedBackend(.endless(first: "x"), Self.calls(2), try Self.value())
    let tool = CountingTool()
    let session = session(backend, tool)
    prewarm(session, for: "Come")
    #expect(await eventually { !backend.requests.isEmpty })
    if byPrewarm { prewarm(session) }
    _ = try await answer(session)
    #expect(backend.cancellations == 1 && tool.hours.withLock { $0 } == [2])
    #expect(backend.requests.map { $0.messages[0].content } == ["Come", "Go", "Go"])
  }

  /// What has been stopped goes on when it is made ready again; what was done already stays.
  @Test(arguments: [true, false]) func makingReadyCanPause(isDone: Bool) async throws {
    let backend = ScriptedBackend(
      steps: (isDone ? [Self.calls(2)] : [.endless(first: "x"), Self.calls(2)]) + [try Self.value()])
    let tool = CountingTool()
    let session = session(backend, tool)
    prewarm(session)
    if isDone {
      #expect(await eventually { !backend.prewarmedRequests.isEmpty })
    } else {
      #expect(await eventually { !backend.requests.isEmpty })
    }
    session.stopPrewarming()
    if !isDone { prewarm(session) }
    _ = try await answer(session)
    #expect(backend.cancellations == (isDone ? 0 : 1) && tool.hours.withLock { $0 } == [2])
    #expect(backend.requests.count == (isDone ? 2 : 3))
  }

  /// Where the play stops, what came before it still counts.
  @Test(arguments: ["tool", "schema", "no tool"]) func aRehearsalMayFail(place: String) async throws {
    struct Failure: Error {}
    let backend = ScriptedBackend(Self.calls(4), try Self.value())
    let tool = CountingTool()
    let session = session(backend, tool)
    let schema: @Sendable () throws -> GenerationSchema = {
      if place == "schema" { throw Failure() }
      return Length.generationSchema
    }
    if place == "no tool" {
      session.prewarm(
        for: "Go", options: Self.options, callOptions: Self.callOptions,
        rehearsal: ToolRehearsal(tools: [], schemaAfterCalls: schema))
    } else {
      prewarm(session, CountingTool(failsWith: place == "tool" ? Failure() : nil), schema: schema)
    }
    #expect(try await answer(session).minutes == 2)
    #expect(tool.count == 1 && backend.requests.count == 2 && backend.prewarmedRequests.isEmpty)
  }

  /// The state in the model goes over, and with it what has been computed; the transcript does not, and the one that gave it
  /// away begins anew.
  @Test func aSessionTakesOverWhatAnotherHasComputed() async throws {
    let backend = ScriptedBackend(.text(["1"]), .text(["2"]), .text(["3"]))
    let sessions = (0..<2).map { _ in LanguageModelSession(model: backend.model, instructions: "Rules") }
    try await sessions[0].respond(to: "a")
    sessions[1].takeOver(from: sessions[0])
    try await sessions[1].respond(to: "b")
    #expect(backend.contexts == 1 && backend.requests[1].messages.map(\.content) == ["Rules", "b"])
    try await sessions[0].respond(to: "c")
    #expect(backend.contexts == 2 && backend.requests[2].messages.map(\.content) == ["Rules", "a", "1", "c"])
  }

  /// Where the model need not call, nothing is written ahead of being asked.
  @Test(arguments: [ToolChoice.automatic, .none]) func nothingIsWrittenWithoutNeed(choice: ToolChoice) async throws {
    let backend = ScriptedBackend()
    let session = session(backend, CountingTool())
    session.toolChoice = choice
    prewarm(session)
    #expect(await eventually { !backend.prewarmedRequests.isEmpty })
    #expect(backend.requests.isEmpty)
  }
}
