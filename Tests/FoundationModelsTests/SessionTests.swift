// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Generation
import OrderedJSON
import Testing

struct SessionTests {
  typealias Failure = LanguageModelSession.GenerationError

  @Test func answersWithText() async throws {
    let backend = ScriptedBackend(.text(["Hel", "lo"]), .text(["Again"]))
    let session = LanguageModelSession(model: backend.model, instructions: "Be brief.")
    let options = GenerationOptions(sampling: .greedy, maximumResponseTokens: 12)
    let response = try await session.respond(to: "Hi", options: options)
    #expect(response.content == "Hello" && response.rawContent.jsonString == "\"Hello\"")
    #expect(response.transcriptEntries.map(\.description) == ["Prompt: Hi", "Response: Hello"])
    #expect(!session.isResponding)
    try await session.respond {
      "And"; "more"
    }
    #expect(
      session.transcript.map(\.description) == [
        "Instructions: Be brief.", "Prompt: Hi", "Response: Hello", "Prompt: And\nmore", "Response: Again",
      ])
    let requests = backend.requests
    #expect(requests[0].messages == [.init(role: .system, content: "Be brief."), .init(role: .user, content: "Hi")])
    #expect(requests[0].sampling.greedy && requests[0].maximumTokens == 12 && requests[0].format == .text)
    #expect(requests[0].toolChoice == ToolChoice.none)
    #expect(requests[1].messages.map(\.role) == [.system, .user, .assistant, .user])
    #expect(backend.contexts == 1)
  }

  @Test func answersWithTypesAndSchemas() async throws {
    let value: JSONValue = ["hours": 1, "minutes": 30]
    let backend = ScriptedBackend(.value([], final: value), .value([], final: value), .value([], final: "short"))
    let session = LanguageModelSession(model: backend.model)
    #expect(
      try await session.respond(to: "How long?", generating: Length.self).content == Length(hours: 1, minutes: 30))
    let content = try await session.respond(
      to: "Again", schema: Length.generationSchema, includeSchemaInPrompt: false
    ).content
    #expect(content.jsonString == #"{"hours": 1, "minutes": 30}"#)
    let inferred: String = try await session.respond(to: "In a word", generating: String.self).content
    #expect(inferred == "short")
    let requests = backend.requests
    #expect(requests[0].format == .schema(Length.generationSchema.json))
    #expect(requests[0].messages.last?.content.hasPrefix("How long?\n\nAnswer with JSON") == true)
    #expect(requests[0].messages.last?.content.contains("x-order") == false)
    #expect(requests[1].messages.last?.content == "Again")
    // What the model read in the first turn, it reads in the second: the cache stays good.
    #expect(requests[1].messages.first == requests[0].messages.first)
  }

  @Test func isAsBeforeAfterAnError() async throws {
    let backend = ScriptedBackend(
      .text(["a"]), .failure(Generation.GenerationError(.contextOverflow(needed: 5000, limit: 4096))),
      .value([], final: ["hours": "no"]), .cut(text: "{"), .text(["b"]))
    let session = LanguageModelSession(model: backend.model)
    try await session.respond(to: "1")
    let before = session.transcript
    let overflow = await #expect(throws: Failure.self) { try await session.respond(to: "2") }
    guard case .exceededContextWindowSize(let context) = overflow else {
      Issue.record("\(String(describing: overflow))")
      return
    }
    #expect(context.debugDescription.contains("5000") && context.debugDescription.contains("4096"))
    for _ in 0..<2 {
      let decoding = await #expect(throws: Failure.self) {
        try await session.respond(to: "3", generating: Length.self)
      }
      guard case .decodingFailure = decoding else {
        Issue.record("\(String(describing: decoding))")
        return
      }
    }
    #expect(session.transcript == before && !session.isResponding)
    #expect(try await session.respond(to: "4").content == "b")
    #expect(backend.requests.last?.messages.count == 3)
  }

  @Test func answersOneRequestAtATime() async throws {
    let gate = Gate()
    let backend = ScriptedBackend(.gated(gate, "first"), .text(["second"]))
    let session = LanguageModelSession(model: backend.model)
    async let first = session.respond(to: "1").content
    #expect(await eventually { !backend.requests.isEmpty })
    #expect(session.isResponding)
    let error = await #expect(throws: Failure.self) { try await session.respond(to: "2") }
    guard case .concurrentRequests = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let streamError = await #expect(throws: Failure.self) {
      for try await _ in session.streamResponse(to: "2") {}
    }
    guard case .concurrentRequests = streamError else {
      Issue.record("\(String(describing: streamError))")
      return
    }
    await gate.open()
    #expect(try await first == "first")
    #expect(try await session.respond(to: "2").content == "second")
  }

  @Test func cancellationLeavesNothing() async throws {
    let backend = ScriptedBackend(.endless(first: "x"), .text(["fine"]))
    let session = LanguageModelSession(model: backend.model)
    let task = Task { try await session.respond(to: "1").content }
    #expect(await eventually { !backend.requests.isEmpty })
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(session.transcript.isEmpty && !session.isResponding && backend.cancellations == 1)
    #expect(try await session.respond(to: "2").content == "fine")
  }

  @Test func continuesATranscript() async throws {
    let backend = ScriptedBackend(.text(["ok"]))
    let transcript = Transcript(entries: [
      .prompt(.init(segments: [.text(.init(content: "Before"))])),
      .instructions(.init(segments: [.text(.init(content: "Rules"))], toolDefinitions: [])),
      .response(.init(assetIDs: [], segments: [.text(.init(content: "Yes"))])),
    ])
    let session = LanguageModelSession(model: backend.model, transcript: transcript)
    try await session.respond(to: "Now")
    // Instructions stand before prompts wherever the transcript has them.
    #expect(backend.requests[0].messages.map(\.content) == ["Rules", "Before", "Yes", "Now"])
  }

  @Test func prewarmsWithWhatIsKnown() async throws {
    let backend = ScriptedBackend()
    let session = LanguageModelSession(model: backend.model, instructions: "Rules")
    session.prewarm(promptPrefix: Prompt("Plan a trip to"))
    #expect(await eventually { !backend.prewarms.isEmpty })
    #expect(backend.prewarms[0].messages == [.init(role: .system, content: "Rules")])
    #expect(backend.prewarms[0].prefix == "Plan a trip to")
  }

  /// Each waits for the one before to stop, whichever thread they run on.
  @Test func whatIsMadeReadyLastIsReadyInTheEnd() async throws {
    for _ in 0..<50 {
      let backend = ScriptedBackend(.text(["Yes."]))
      let session = LanguageModelSession(model: backend.model)
      for prefix in ["a", "b", "c", "d"] { session.prewarm(promptPrefix: Prompt(prefix)) }
      _ = try await session.respond(to: "d")
      #expect(backend.prewarms.map(\.prefix) == backend.prewarms.map(\.prefix).sorted { $0 ?? "" < $1 ?? "" })
      #expect(backend.prewarms.last?.prefix == "d")
    }
  }

  /// The whole request is made ready, as it will be asked.
  @Test func prewarmsForAWholePrompt() async throws {
    let backend = ScriptedBackend(.text(["Paris"]))
    let session = LanguageModelSession(model: backend.model, instructions: "Rules")
    let options = GenerationOptions(sampling: .greedy, maximumResponseTokens: 9)
    session.prewarm(for: "Plan a trip to", options: options)
    #expect(await eventually { !backend.prewarmedRequests.isEmpty })
    try await session.respond(to: "Plan a trip to", options: options)
    let (ready, asked) = (backend.prewarmedRequests[0], backend.requests[0])
    #expect(ready.messages == asked.messages && ready.messages.last?.content == "Plan a trip to")
    #expect(ready.sampling == asked.sampling && ready.maximumTokens == asked.maximumTokens)
    #expect(ready.format == asked.format && ready.toolChoice == asked.toolChoice)
  }

  @Test func guardrailsRefuse() async throws {
    let backend = ScriptedBackend(.text(["good"]), .text(["bad"]))
    let model = SystemLanguageModel(backend: backend, guardrails: .init { !$0.contains("bad") })
    let session = LanguageModelSession(model: model)
    try await session.respond(to: "a")
    for prompt in ["b", "bad"] {
      let error = await #expect(throws: Failure.self) { try await session.respond(to: prompt) }
      guard case .guardrailViolation = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    #expect(backend.requests.count == 2 && session.transcript.count == 2)
  }

  @Test func unsupportedGuidesAreNamed() async {
    let backend = ScriptedBackend()
    let session = LanguageModelSession(model: backend.model)
    let schema = GenerationSchema(
      type: Length.self, properties: [.init(name: "p", type: String.self, guides: [/a(?=b)/])])
    let error = await #expect(throws: Failure.self) { try await session.respond(to: "a", schema: schema) }
    guard case .unsupportedGuide(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription.contains("look-around") && backend.requests.isEmpty)
  }

  @Test func countsTokens() async throws {
    let model = ScriptedBackend().model
    #expect(try await model.tokenCount(for: "one two three") == 3)
    #expect(try await model.tokenCount(for: Instructions("one two")) == 2)
    #expect(try await model.tokenCount(for: Length.generationSchema) > 5)
    let entries: [Transcript.Entry] = [.prompt(.init(segments: [.text(.init(content: "a b"))]))]
    #expect(try await model.tokenCount(for: entries) == 2)
  }

  @Test func feedbackIsJSON() async throws {
    let session = LanguageModelSession(model: ScriptedBackend(.text(["a"])).model)
    try await session.respond(to: "q")
    let data = session.logFeedbackAttachment(
      sentiment: .negative, issues: [.init(category: .tooVerbose, explanation: "long")], desiredResponseText: "b")
    let json = try JSONValue(parsing: data)
    #expect(json["sentiment"] == "negative" && json["transcript"]?.arrayValue?.count == 2)
    #expect(json["issues"] == [["category": "tooVerbose", "explanation": "long"]])
    #expect(json["desiredOutput"]?["contents"]?.arrayValue?.first?["text"] == "b")
    session.logFeedbackAttachment(sentiment: nil)
    session.logFeedbackAttachment(sentiment: nil, desiredResponseContent: Length(hours: 1, minutes: 2))
  }

  @Test func refusalsExplainThemselves() async throws {
    let refusal = Failure.Refusal(transcriptEntries: [
      .response(.init(assetIDs: [], segments: [.text(.init(content: "No."))]))
    ])
    #expect(try await refusal.explanation.content == "No.")
    var snapshots: [String] = []
    for try await snapshot in refusal.explanationStream { snapshots.append(snapshot.content) }
    #expect(snapshots == ["No."])
  }
}
