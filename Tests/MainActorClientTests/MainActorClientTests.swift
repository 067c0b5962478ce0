// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Testing

// This target is compiled with `MainActor` as its default isolation, as new app projects are. What the macros write must
// stay usable from anywhere all the same, since sessions work off the main actor.

@Generable
struct Note: Equatable {
  @Guide(description: "A heading", /[A-Z][a-z]+/)
  var title: String
  @Guide(.maximumCount(3))
  var lines: [String]
  var mood: Mood?
  var next: Step

  @Generable
  enum Mood: String {
    case calm, busy
  }

  @Generable
  enum Step: Equatable {
    case wait(minutes: Int)
    case stop
  }
}

@Suite struct MainActorClientTests {
  /// Runs on no actor at all.
  nonisolated static func decode(_ content: GeneratedContent) throws -> Note {
    _ = Note.generationSchema
    _ = try Note.PartiallyGenerated(content)
    return try Note(content)
  }

  @Test nonisolated func valuesComeBackOffTheMainActor() async throws {
    let content = GeneratedContent(properties: [
      "title": "Title", "lines": ["a", "b"], "mood": "calm",
      "next": GeneratedContent(properties: ["type": "wait", "minutes": 3]),
    ])
    let note = try await Task.detached { try Self.decode(content).generatedContent }.value
    #expect(note == content)
  }
}
