// SPDX-License-Identifier: Apache-2.0
import Foundation
import OrderedJSON
import TestSupport
import Testing

@testable import Generation

/// One context, several requests.
@Suite struct GenerationContextTests {
  private static let endless: OutputFormat = .schema(["type": "array", "items": ["type": "integer"], "minItems": 900])

  /// Starts a request that takes a minute and more, and returns when its prompt has been read.
  ///
  /// Its events take their time, since the test may have to wait for a thread among many others; between them other requests
  /// have theirs.
  private func occupy(_ context: GenerationContext) async -> Task<GenerationResult, any Error> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await context.generate(TinyChat.request("Go", format: Self.endless)) { event in
        guard case .partial = event else { return }
        continuation.yield()
        Thread.sleep(forTimeInterval: 0.1)
      }
    }
    for await _ in stream { break }
    return task
  }

  /// What only constraints need is not made for plain text.
  @Test func masksArePreparedForConstraintsOnly() async throws {
    let model = try await TinyChat.load(contextLength: 0)
    let context = model.makeContext()
    _ = try await context.generate(TinyChat.request("Hi", maximumTokens: 2)) { _ in }
    #expect(try !model.speech(withCalls: false).hasTrie)
    _ = try await context.generate(TinyChat.request("Hi", format: .schema(["type": "boolean"]))) { _ in }
    #expect(try model.speech(withCalls: false).hasTrie)
  }

  /// A prompt that is given as it stands is the one that the template would have written, special tokens and all.
  @Test func aRawPromptTakesTheTemplatesPlace() async throws {
    let model = try await TinyChat.load(contextLength: 0)
    let request = TinyChat.request("Hi", maximumTokens: 4)
    let templated = try await model.makeContext().generate(request) { _ in }
    var raw = GenerationRequest(messages: [], sampling: request.sampling, maximumTokens: 4)
    raw.rawPrompt = try model.promptText(messages: request.messages)
    let context = model.makeContext()
    let answer = try await context.generate(raw) { _ in }
    #expect(answer.tokens == templated.tokens)
    #expect(answer.statistics.promptTokens == templated.statistics.promptTokens)
    raw.rawPrompt = "Hi"
    let bare = try await context.generate(raw) { _ in }
    #expect(bare.statistics.promptTokens == model.tokenCount(text: "Hi"))
    raw.rawPrompt = ""
    await #expect { _ = try await context.generate(raw) { _ in } } throws: {
      ($0 as? GenerationError)?.kind == .template
    }
  }

  @Test func waitingCanBeCancelled() async throws {
    let context = try await TinyChat.load(contextLength: 0).makeContext()
    let first = await occupy(context)
    let waiting = (0..<3).map { _ in
      Task { try await context.generate(TinyChat.request("Hi", maximumTokens: 2)) { _ in } }
    }
    waiting[1].cancel()
    // The first request still runs, so that this ends by cancellation alone.
    await #expect { _ = try await waiting[1].value } throws: { ($0 as? GenerationError)?.kind == .cancelled }
    first.cancel()
    await #expect { _ = try await first.value } throws: { ($0 as? GenerationError)?.kind == .cancelled }
    for index in [0, 2] { #expect(try await waiting[index].value.statistics.generatedTokens <= 2) }
    #expect(try await context.generate(TinyChat.request("Hi", maximumTokens: 2)) { _ in }.finish != .toolCalls)
  }

  @Test func aRequestThatIsCancelledBeforeItStartsComputesNothing() async throws {
    let context = try await TinyChat.load().makeContext()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      _ = try await context.generate(TinyChat.request("Hi")) { _ in Issue.record("an event") }
    }
    task.cancel()
    await #expect { try await task.value } throws: { ($0 as? GenerationError)?.kind == .cancelled }
    #expect(await context.cachedTokenCount == 0)
  }

  /// After the task is cancelled at most the pass that runs is finished.
  @Test func cancellingStopsWithinAToken() async throws {
    let context = try await TinyChat.load(contextLength: 0).makeContext()
    let counter = Counter()
    let task = Task {
      try await context.generate(TinyChat.request("Go", format: Self.endless, seed: 1)) { event in
        guard case .text = event else { return }
        // From the compute thread itself, so that the count does not depend on the machine's speed.
        if counter.next() == 5 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect { _ = try await task.value } throws: { ($0 as? GenerationError)?.kind == .cancelled }
    // A forced run may follow in the same pass.
    #expect(counter.value <= 6)
  }

  private final class Counter: @unchecked Sendable {
    // Used by one task only.
    private(set) var value = 0
    func next() -> Int {
      value += 1
      return value
    }
  }

  @Test func traces() async throws {
    let model = try await TinyChat.load()
    let trace = TraceRecorder()
    var request = TinyChat.request(
      String(repeating: "word ", count: 60), format: .schema(["enum": ["one thing", "one other"]]))
    request.trace = trace
    let start = trace.now
    trace.span(.loading, "load", since: start)
    trace.concurrentSpan(.tools, "tool", since: start, ["arguments": "{}"])
    let result = try await model.makeContext().generate(request) { _ in }
    let json = try JSONValue(parsing: trace.json().text())
    let events = try #require(json["traceEvents"]?.arrayValue)
    func list(_ category: String) -> [JSONValue] { events.filter { $0["cat"]?.stringValue == category } }
    let names = events.filter { $0["name"] == "thread_name" }.compactMap { $0["args"]?["name"]?.stringValue }
    #expect(names == ["asset loading", "prompt processing", "generation", "masks", "tool calls"])
    let prompt = list("prompt processing").compactMap { $0["args"]?["tokens"]?.intValue }
    #expect(prompt.count > 1 && prompt.reduce(0, +) >= result.statistics.promptTokens)
    #expect(list("generation").contains { $0["name"] == "forced run" })
    #expect(list("generation").filter { $0["name"] == "pass" }.count >= 1)
    #expect(list("masks").filter { $0["name"] == "mask" }.count == result.statistics.maskCount)
    #expect(list("tool calls").compactMap { $0["ph"]?.stringValue } == ["b", "e"])
    for event in events where event["ph"]?.stringValue == "X" {
      #expect((event["ts"]?.doubleValue ?? -1) >= 0 && (event["dur"]?.doubleValue ?? -1) >= 0)
      #expect(event["pid"]?.intValue == 1 && event["tid"]?.intValue != nil)
    }
  }
}
