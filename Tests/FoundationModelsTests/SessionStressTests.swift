// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationModels
import Generation
import TestSupport
import Testing

/// Sessions on a small model, used, cancelled at random and dropped: neither objects nor memory stay behind.
///
/// Memory is the process's, which other tests share: it is looked at only in a run of this suite alone, with as many sessions
/// as `INFER_STRESS_SESSIONS` says (`INFER_STRESS_SESSIONS=1000 swift test --filter SessionStressTests`).
@Suite(.serialized)
struct SessionStressTests {
  private static let requested = ProcessInfo.processInfo.environment["INFER_STRESS_SESSIONS"].flatMap { Int($0) }

  private struct Reference: Sendable {
    weak var session: LanguageModelSession?
  }

  @Test func memoryStaysFlat() async throws {
    let model = TinyChatModel.model(contextLength: 160)
    try await LanguageModelSession(model: model).respond(to: "Go", options: .init(maximumResponseTokens: 2))
    var pages: [Int] = []
    let sessions = (Self.requested ?? 100) / 5
    for round in 0..<5 {
      let references = await withTaskGroup(of: Reference.self) { group in
        for index in 0..<sessions {
          // A few at a time, as on a server.
          if index >= 8 { _ = await group.next() }
          group.addTask { await Self.useAndDrop(model, seed: UInt64(round * sessions + index)) }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(await eventually { references.allSatisfy { $0.session == nil } })
      pages.append(Self.residentPages)
    }
    guard Self.requested != nil else { return }
    // The first rounds fill caches; afterwards a session must not leave even a page of 4 KiB.
    #expect(pages[4] - pages[1] < 3 * sessions, "\(pages)")
  }

  private static func useAndDrop(_ model: SystemLanguageModel, seed: UInt64) async -> Reference {
    var random = SeededGenerator(seed: seed)
    let session = LanguageModelSession(model: model, instructions: "i")
    let options = GenerationOptions(
      sampling: .random(top: 20, seed: seed), maximumResponseTokens: Int.random(in: 1...12, using: &random))
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      _ = try? await session.respond(to: "p", options: options)
    case 1:
      let wait = Int.random(in: 0..<2_000, using: &random)
      let task = Task { try await session.respond(to: "p", options: options).content }
      try? await Task.sleep(for: .microseconds(wait))
      task.cancel()
      _ = await task.result
    case 2:
      var left = Int.random(in: 1...4, using: &random)
      do {
        for try await _ in session.streamResponse(to: "p", options: options) {
          left -= 1
          if left == 0 { break }
        }
      } catch {}
    case 3:
      _ = session.streamResponse(to: "p", options: options)
      _ = try? await session.respond(to: "q", generating: Length.self, includeSchemaInPrompt: false)
    default:
      session.prewarm(promptPrefix: Prompt("p"))
      if Bool.random(using: &random) { _ = try? await session.respond(to: "p", options: options) }
    }
    #expect(session.transcript.count % 2 == 1)
    return Reference(session: session)
  }

  private static var residentPages: Int {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return fields.count > 1 ? Int(fields[1]) ?? 0 : 0
  }
}
