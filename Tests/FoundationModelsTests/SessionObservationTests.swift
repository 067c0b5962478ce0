// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Generation
import Observation
import Synchronization
import Testing

/// `isResponding`, `transcript` and `availability` tell their observers when they change.
struct SessionObservationTests {
  /// Counts the changes of what `read` reads, from now on.
  private final class Changes: Sendable {
    private let counter = Mutex(0)
    private let read: @Sendable () -> Void

    init(_ read: @escaping @Sendable () -> Void) {
      self.read = read
      follow()
    }

    var count: Int { counter.withLock { $0 } }

    private func follow() {
      withObservationTracking(read) { [weak self] in
        guard let self else { return }
        counter.withLock { $0 += 1 }
        follow()
      }
    }
  }

  @Test func aRequestIsSeen() async throws {
    let backend = ScriptedBackend(.text(["a"]), .failure(Generation.GenerationError(.model, "x")), .text(["b"]))
    let session = LanguageModelSession(model: backend.model)
    let responding = Changes { _ = session.isResponding }
    let transcript = Changes { _ = session.transcript }
    try await session.respond(to: "1")
    #expect(responding.count == 2 && transcript.count == 1)
    await #expect(throws: LanguageModelSession.GenerationError.self) { try await session.respond(to: "2") }
    // A request that fails changes no transcript.
    #expect(responding.count == 4 && transcript.count == 1)
    _ = try await session.streamResponse(to: "3").collect()
    #expect(responding.count == 6 && transcript.count == 2)
  }

  @Test func aDroppedStreamIsSeen() async throws {
    let backend = ScriptedBackend(.endless(first: "x"))
    let session = LanguageModelSession(model: backend.model)
    let responding = Changes { _ = session.isResponding }
    for try await _ in session.streamResponse(to: "1") { break }
    #expect(responding.count >= 2 && !session.isResponding)
  }
}
