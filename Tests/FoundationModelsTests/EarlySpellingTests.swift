// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Generation
import Testing

/// What programs write that were made for the first releases of the API. Called through the protocol alone, deprecated
/// declarations warn nobody.
private protocol EarlyProgram {
  static func tools() -> [any Tool]
  static func entries(of transcript: Transcript) -> [Transcript.Entry]
}

private enum Program: EarlyProgram {
  @available(*, deprecated)
  static func tools() -> [any Tool] {
    let makers: [@Sendable () -> ToolOutput] = [
      { ToolOutput("text") }, { .string("more") }, { ToolOutput(GeneratedContent(properties: ["a": 1])) },
    ]
    return makers.map { EarlyTool(make: $0) }
  }

  @available(*, deprecated)
  static func entries(of transcript: Transcript) -> [Transcript.Entry] { transcript.entries }
}

@available(*, deprecated)
private struct EarlyTool: Tool {
  let name = "early"
  let description = "Answers in the early way."
  let make: @Sendable () -> ToolOutput
  func call(arguments: Length) async throws -> ToolOutput { make() }
}

struct EarlySpellingTests {
  private let program: any EarlyProgram.Type = Program.self

  @Test func toolOutputs() async throws {
    var texts: [String] = []
    for tool in program.tools() {
      let call = ToolCallRecord(id: "a", name: "early", arguments: ["hours": 1, "minutes": 2])
      let backend = ScriptedBackend(.calls([call]), .text(["Done"]))
      let session = LanguageModelSession(model: backend.model, tools: [tool])
      try await session.respond(to: "Go")
      texts.append(backend.requests[1].messages.last?.content ?? "")
    }
    #expect(texts == ["text", "more", "{\"a\": 1}"])
  }

  @Test func entries() async throws {
    let session = LanguageModelSession(model: ScriptedBackend(.text(["a"])).model)
    try await session.respond(to: "1")
    #expect(program.entries(of: session.transcript) == Array(session.transcript))
    #expect(session.transcript.count == 2)
  }
}
