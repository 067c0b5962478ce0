// SPDX-License-Identifier: Apache-2.0
import Foundation
import OrderedJSON
import Testing

@testable import Generation

/// Answers in which the model speaks before it calls.
@Suite struct SpokenCallTests {
  private static let call = ToolCallRecord(id: "", name: "find", arguments: ["kind": "bar"])

  private static func read(
    _ said: String, _ calls: [ToolCallRecord], format: OutputFormat = .text, choice: ToolChoice = .automatic
  ) async throws -> (result: GenerationResult, shown: String, events: Int) {
    let model = try await TinyChat.load()
    var request = TinyChat.request("Go", tools: ToolCallTests.tools, choice: choice, format: format)
    request.stop = ["STOP"]
    let text = said + model.renderer.toolCalls.text(of: calls)
    var shown = ""
    var events = 0
    let result = try Transcription.read(text, request, model) { event in
      if case .text(let delta) = event { shown += delta }
      if case .toolCall = event { events += 1 }
    }
    return (result, shown, events)
  }

  @Test(arguments: [
    ("", ""), ("I look.", "I look."), ("I look.\n", "I look."), ("é <cal l> {\n\n", "é <cal l> {"), ("\n \n", ""),
    ("<<call", "<<call"),
  ]) func textBeforeACall(said: String, text: String) async throws {
    for calls in [[Self.call], [Self.call, Self.call]] {
      let (result, shown, events) = try await Self.read(said, calls)
      #expect(result.toolCalls == calls && result.finish == .toolCalls && events == calls.count)
      #expect(result.text == text)
      // Nothing of a call is shown.
      #expect(shown.trimmingCharacters(in: .whitespacesAndNewlines) == text)
    }
  }

  @Test(arguments: ["", "Only words.", "<cal", "a\n"]) func textAlone(said: String) async throws {
    let (result, shown, _) = try await Self.read(said, [])
    #expect(result.text == said && shown == said && result.toolCalls.isEmpty && result.finish == .endOfText)
  }

  /// After the tag the grammar is that of calls alone, and after the calls nothing comes.
  @Test(arguments: ["I look. <call>no", "a <call>{\"name\": \"fetch", "a <call>"])
  func whatIsNoCall(text: String) async throws {
    await #expect(throws: Transcription.Refusal.self) { try await Self.read(text, []) }
  }

  @Test func nothingFollowsCalls() async throws {
    let model = try await TinyChat.load()
    let request = TinyChat.request("Go", tools: ToolCallTests.tools)
    let text = "a" + model.renderer.toolCalls.text(of: [Self.call]) + "b"
    #expect(throws: Transcription.Refusal.self) { try Transcription.read(text, request, model) }
  }

  /// A value is asked for: then it or a call comes, and no words.
  @Test func valuesAndCalls() async throws {
    let format = OutputFormat.schema([
      "type": "object", "properties": ["name": ["type": "string"]], "required": ["name"],
    ])
    #expect(try await Self.read("", [Self.call], format: format).result.toolCalls == [Self.call])
    let value = try await Self.read("{\"name\":\"x\"}", [], format: format).result
    #expect(value.value == ["name": "x"] && value.finish == .completeValue && value.toolCalls.isEmpty)
    for format in [format, .grammar("root ::= \"yes\"")] {
      await #expect(throws: Transcription.Refusal.self) { try await Self.read("I look.", [Self.call], format: format) }
    }
    let text = try await Self.read("yes", [], format: .grammar("root ::= \"yes\"")).result
    #expect(text.text == "yes" && text.finish == .endOfText)
  }

  @Test func callsThatMustComeComeAtOnce() async throws {
    #expect(try await Self.read("", [Self.call], choice: .required).result.toolCalls == [Self.call])
    await #expect(throws: Transcription.Refusal.self) { try await Self.read("a", [Self.call], choice: .required) }
  }

  /// What was said and called is rendered as it was written: the next prompt begins with it.
  @Test func theNextPromptBeginsWithTheAnswer() async throws {
    let model = try await TinyChat.load()
    let format = model.renderer.toolCalls
    let (result, _, _) = try await Self.read("I look." + format.lead, [Self.call])
    let question = ChatMessage(role: .user, content: "Go")
    let answer = ChatMessage(role: .assistant, content: result.text, toolCalls: result.toolCalls)
    let before = try model.promptText(messages: [question], tools: ToolCallTests.tools)
    let after = try model.promptText(
      messages: [question, answer, ChatMessage(role: .tool, content: "none", toolName: "find")],
      tools: ToolCallTests.tools)
    #expect(after.hasPrefix(before + "I look." + format.lead + format.text(of: [Self.call])))
  }
}
