// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Generation
import OrderedJSON
import Testing

struct ResponseStreamTests {
  @Test func textGrows() async throws {
    let session = LanguageModelSession(model: ScriptedBackend(.text(["Hel", "lo"])).model)
    let stream = session.streamResponse(to: "Hi")
    #expect(session.isResponding)
    var snapshots: [String] = []
    for try await snapshot in stream { snapshots.append(snapshot.content) }
    #expect(snapshots == ["Hel", "Hello", "Hello"] || snapshots.last == "Hello")
    let response = try await stream.collect()
    #expect(response.content == "Hello" && response.transcriptEntries.count == 2)
    #expect(!session.isResponding && session.transcript.count == 2)
  }

  private static let partials: [JSONValue] = [
    [:], ["title": ""], ["title": "Tw"], ["title": "Two"], ["title": "Two", "mood": "pl"],
    ["title": "Two", "mood": "playful"], ["title": "Two", "mood": "playful", "notes": []],
    ["title": "Two", "mood": "playful", "notes": ["a"]],
  ]
  private static let final: JSONValue = ["title": "Two", "mood": "playful", "notes": ["a", "b"]]

  @Test func propertiesAppearInOrder() async throws {
    let session = LanguageModelSession(model: ScriptedBackend(.value(Self.partials, final: Self.final)).model)
    var seen: [String] = []
    var ids: Set<GenerationID> = []
    var isComplete: [Bool] = []
    for try await snapshot in session.streamResponse(to: "Go", generating: Report.self) {
      let content = snapshot.content
      seen.append(
        "\(content.title ?? "-") \(content.mood?.rawValue ?? "-") \(content.notes?.joined() ?? "-")")
      ids.insert(content.id)
      isComplete.append(snapshot.rawContent.isComplete)
    }
    // Half the name of an enum's case is not there yet, and a snapshot that says nothing new does not come.
    #expect(
      seen == [
        "- - -", " - -", "Tw - -", "Two - -", "Two playful -", "Two playful ", "Two playful a", "Two playful ab",
      ])
    #expect(ids.count == 1)
    #expect(isComplete.last == true && !isComplete.dropLast().contains(true))
  }

  @Test func nestedValuesKeepTheirIdentity() async throws {
    let partials: [JSONValue] = [
      ["films": [["name": "A"]]], ["films": [["name": "A"], [:]]], ["films": [["name": "A"], ["name": "B"]]],
    ]
    let whole: JSONValue = ["name": "A", "length": ["hours": 1, "minutes": 2], "plot": "p"]
    let backend = ScriptedBackend(.value(partials, final: ["films": [whole, whole]]))
    let session = LanguageModelSession(model: backend.model)
    var ids: [[GenerationID]] = []
    for try await snapshot in session.streamResponse(to: "Go", generating: Festival.self) {
      ids.append(snapshot.content.films?.map(\.id) ?? [])
    }
    let last = try #require(ids.last)
    #expect(Set(last).count == 2)
    #expect(ids.allSatisfy { $0.elementsEqual(last.prefix($0.count)) })
  }

  @Test func schemasAndBuilders() async throws {
    let backend = ScriptedBackend(
      .value([], final: ["hours": 1, "minutes": 2]), .value([], final: ["hours": 1, "minutes": 2]), .text(["t"]))
    let session = LanguageModelSession(model: backend.model)
    let content = try await session.streamResponse(to: "a", schema: Length.generationSchema).collect().content
    #expect(content.jsonString == #"{"hours": 1, "minutes": 2}"#)
    let length = try await session.streamResponse(generating: Length.self) { "b" }.collect()
    #expect(length.content == Length(hours: 1, minutes: 2))
    #expect(try await session.streamResponse { "c" }.collect().content == "t")
  }

  @Test func aLoopLeftEarlyStopsTheModel() async throws {
    let backend = ScriptedBackend(.endless(first: "x"), .text(["fine"]))
    let session = LanguageModelSession(model: backend.model)
    let stream = session.streamResponse(to: "1")
    for try await _ in stream { break }
    #expect(!session.isResponding)
    // Though the model may still finish a token, the next request is taken.
    #expect(try await session.respond(to: "2").content == "fine")
    #expect(backend.cancellations == 1)
    #expect(session.transcript.map(\.description) == ["Prompt: 2", "Response: fine"])
    await #expect(throws: (any Error).self) { try await stream.collect() }
  }

  @Test func aStreamThatIsDroppedStopsTheModel() async throws {
    let backend = ScriptedBackend(.endless(first: "x"), .text(["fine"]))
    let session = LanguageModelSession(model: backend.model)
    var stream: LanguageModelSession.ResponseStream<String>? = session.streamResponse(to: "1")
    #expect(await eventually { !backend.requests.isEmpty } && stream != nil)
    stream = nil
    #expect(!session.isResponding)
    #expect(try await session.respond(to: "2").content == "fine")
  }

  @Test func aStreamThatIsDroppedAtOnceLeavesNothing() async throws {
    // The model may or may not have been asked by then.
    let backend = ScriptedBackend(.text(["fine"]), .text(["fine"]))
    let session = LanguageModelSession(model: backend.model)
    _ = session.streamResponse(to: "1")
    #expect(!session.isResponding)
    #expect(try await session.respond(to: "2").content == "fine")
    #expect(session.transcript.map(\.description) == ["Prompt: 2", "Response: fine"])
  }

  @Test func cancellingTheReaderStopsTheModel() async throws {
    let backend = ScriptedBackend(.endless(first: "x"))
    let session = LanguageModelSession(model: backend.model)
    let task = Task {
      for try await _ in session.streamResponse(to: "1") {}
    }
    #expect(await eventually { !backend.requests.isEmpty })
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(await eventually { backend.cancellations == 1 })
    #expect(session.transcript.isEmpty && !session.isResponding)
  }

  @Test func errorsReachTheReader() async throws {
    let backend = ScriptedBackend(.failure(Generation.GenerationError(.budgetTooSmall(needed: 9, budget: 1))))
    let session = LanguageModelSession(model: backend.model)
    await #expect(throws: LanguageModelSession.GenerationError.self) {
      for try await _ in session.streamResponse(to: "1") {}
    }
    #expect(!session.isResponding && session.transcript.isEmpty)
  }

  @Test func readersThatAreSlowMissOnlyWhatIsOld() async throws {
    let backend = ScriptedBackend(.text((0..<5000).map { "\($0) " }))
    let session = LanguageModelSession(model: backend.model)
    let stream = session.streamResponse(to: "1")
    #expect(await eventually { !session.isResponding })
    var count = 0
    var last = ""
    for try await snapshot in stream {
      count += 1
      #expect(snapshot.content.hasPrefix(last))
      last = snapshot.content
    }
    #expect(count <= 258 && last.hasSuffix("4999 "))
  }
}
