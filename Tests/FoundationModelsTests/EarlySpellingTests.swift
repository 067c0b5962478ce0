// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationModels
import Generation
import OrderedJSON
import Testing

/// What programs write that were made for the first releases of the API. Called through the protocol alone, deprecated
/// declarations warn nobody.
private protocol EarlyProgram {
  static func tools() -> [any Tool]
  static func entries(of transcript: Transcript) -> [Transcript.Entry]
  static func feedback(on transcript: Transcript) throws -> [Data]
  static func sessions(_ model: SystemLanguageModel, _ guardrails: SystemLanguageModel.Guardrails)
    -> [LanguageModelSession]
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

  @available(*, deprecated)
  static func feedback(on transcript: Transcript) throws -> [Data] {
    let entries = Array(transcript)
    let short = LanguageModelFeedbackAttachment(
      input: Array(entries.dropLast()), output: entries.suffix(1), sentiment: .positive)
    let long = LanguageModelFeedbackAttachment(
      input: [], output: [], sentiment: .negative,
      issues: [LanguageModelFeedbackAttachment.Issue(category: .incorrect, explanation: "No.")],
      desiredOutputExamples: [entries])
    return try [short, long].map { try JSONEncoder().encode($0) }
  }

  @available(*, deprecated)
  static func sessions(
    _ model: SystemLanguageModel, _ guardrails: SystemLanguageModel.Guardrails
  ) -> [LanguageModelSession] {
    [
      LanguageModelSession(model: model, guardrails: guardrails),
      LanguageModelSession(model: model, guardrails: guardrails, instructions: "Rules."),
      LanguageModelSession(model: model, guardrails: guardrails, tools: []) { "Rules." },
      LanguageModelSession(model: model, guardrails: guardrails, transcript: Transcript()),
      LanguageModelSession(model: model, guardrails: .developerProvided),
    ]
  }
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

  @Test func feedback() async throws {
    let session = LanguageModelSession(model: ScriptedBackend(.text(["a"])).model)
    try await session.respond(to: "1")
    let reports = try program.feedback(on: session.transcript).map {
      try JSONValue(parsing: String(decoding: $0, as: UTF8.self))
    }
    #expect(reports[0]["sentiment"] == "positive" && reports[0]["issues"] == [])
    #expect(reports[0]["input"]?.arrayValue?.first?["role"] == "user")
    #expect(reports[0]["output"]?.arrayValue?.first?["role"] == "response")
    #expect(reports[1]["issues"]?.arrayValue?.first?["explanation"] == "No.")
    #expect(reports[1]["desiredOutputExamples"]?.arrayValue?.first?.arrayValue?.count == 2)
  }

  /// The session's guardrails stand in place of the model's.
  @Test func guardrailsOfASession() async throws {
    let model = ScriptedBackend(steps: Array(repeating: .text(["a"]), count: 5)).model
    let sessions = program.sessions(model, .init { !$0.contains("secret") })
    #expect(sessions.map { $0.transcript.count } == [0, 1, 1, 0, 0])
    for session in sessions.dropLast() {
      let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
        try await session.respond(to: "The secret")
      }
      guard case .guardrailViolation = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(try await sessions[4].respond(to: "The secret").content == "a")
  }
}
