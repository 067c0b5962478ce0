// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import TestSupport
import Testing

struct SessionLifetimeTests {
  private struct Reference {
    weak var session: LanguageModelSession?
  }

  /// Sessions used, cancelled and dropped at random points: none stays behind, and none keeps its model busy.
  @Test func nothingStaysBehind() async throws {
    let references = await withTaskGroup(of: Reference.self) { group in
      for seed in 0..<300 {
        group.addTask { await Self.useAndDrop(seed: UInt64(seed)) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(references.count == 300)
    #expect(await eventually { references.allSatisfy { $0.session == nil } })
  }

  private static func useAndDrop(seed: UInt64) async -> Reference {
    var generator = SeededGenerator(seed: seed)
    let backend = ScriptedBackend(
      steps: (0..<4).map { _ in Bool.random(using: &generator) ? .text(["a", "b", "c"]) : .endless(first: "x") })
    let session = LanguageModelSession(model: backend.model, instructions: "i")
    for _ in 0..<4 {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        let task = Task { try await session.respond(to: "p").content }
        await Task.yield()
        task.cancel()
        _ = await task.result
      case 1:
        var iterator = session.streamResponse(to: "p").makeAsyncIterator()
        _ = try? await iterator.next()
      case 2:
        _ = session.streamResponse(to: "p")
      default:
        let stream = session.streamResponse(to: "p")
        let task = Task { session.prewarm() }
        var iterator = stream.makeAsyncIterator()
        _ = try? await iterator.next()
        await task.value
      }
      #expect(session.transcript.count % 2 == 1)
    }
    return Reference(session: session)
  }
}
