// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationModels
import OrderedJSON
import Testing

struct TranscriptTests {
  private static let sample = Transcript(entries: [
    .instructions(
      .init(
        id: "i", segments: [.text(.init(id: "i0", content: "Plan."))],
        toolDefinitions: [.init(name: "find", description: "Finds.", parameters: Length.generationSchema)])),
    .prompt(
      .init(
        id: "p", segments: [.text(.init(id: "p0", content: "Go"))],
        options: GenerationOptions(
          sampling: .random(top: 3, seed: .max), temperature: 0.5, maximumResponseTokens: 9),
        responseFormat: .init(type: Film.self))),
    .toolCalls(
      .init(
        id: "c",
        [
          .init(id: "c0", toolName: "find", arguments: GeneratedContent(properties: ["z": 1, "a": 2])),
          .init(id: "c1", toolName: "find", arguments: GeneratedContent(properties: [:])),
        ])),
    .toolOutput(.init(id: "c0", toolName: "find", segments: [.text(.init(id: "o0", content: "One"))])),
    .toolOutput(
      .init(
        id: "c1", toolName: "find",
        segments: [
          .structure(.init(id: "o1", source: "X", content: GeneratedContent(properties: ["z": 1, "a": [1, 2]])))
        ])),
    .response(.init(id: "r", assetIDs: ["m"], segments: [.text(.init(id: "r0", content: "Done"))])),
  ])

  @Test func survivesCoding() throws {
    let data = try JSONEncoder().encode(Self.sample)
    #expect(try JSONDecoder().decode(Transcript.self, from: data) == Self.sample)
  }

  @Test func hasAppleForm() throws {
    let json = try JSONValue(parsing: JSONEncoder().encode(Self.sample))
    #expect(json["type"] == "FoundationModels.Transcript" && json["version"] == 1)
    let entries = try #require(json["transcript"]?["entries"]?.arrayValue)
    #expect(
      entries.map { $0["role"]?.stringValue } == ["instructions", "user", "response", "tool", "tool", "response"])
    #expect(entries[0]["tools"]?.arrayValue?.first?["function"]?["parameters"]?["title"] == "Length")
    #expect(entries[1]["responseFormat"]?["jsonSchema"]?["name"] == "Film")
    #expect(entries[2]["toolCalls"]?.arrayValue?.first?["arguments"] == #"{"z": 1, "a": 2}"#)
    #expect(entries[3]["toolCallID"] == "c0" && entries[3]["toolName"] == "find")
    #expect(entries[5]["assets"] == ["m"])
    let contents = entries[5]["contents"]?.arrayValue?.first
    #expect(contents?.isEquivalent(to: ["type": "text", "text": "Done", "id": "r0"]) == true)
  }

  @Test func readsAnotherWritersForm() throws {
    let text = #"""
      {"version": 1.1, "type": "FoundationModels.Transcript", "transcript": {"entries": [
        {"role": "user", "options": {}, "id": "1", "contents": [{"text": "Hi", "id": "2", "type": "text"}],
         "responseFormat": {"type": "jsonSchema", "jsonSchema": {"name": "R", "schema": {
           "type": "object", "title": "R", "properties": {"b": {"type": "string"}, "a": {"type": "string"}},
           "x-order": ["b", "a"], "required": ["b", "a"], "additionalProperties": false}}}},
        {"role": "response", "id": "3", "assets": [], "contents": [
          {"type": "structure", "id": "0", "structure": {"source": "R", "content": {"b": "x", "a": "y"}}}]}]}}
      """#
    let transcript = try JSONDecoder().decode(Transcript.self, from: Data(text.utf8))
    #expect(transcript.map(\.id) == ["1", "3"])
    guard case .prompt(let prompt) = transcript[0] else {
      Issue.record("no prompt")
      return
    }
    #expect(prompt.responseFormat?.name == "R" && prompt.options == GenerationOptions())
  }

  @Test(arguments: [
    ("3", "type"), (#"{"type": "FoundationModels.Transcript", "version": 2}"#, "version"),
    (#"{"type": "FoundationModels.Transcript", "version": 1}"#, "transcript.entries"),
    (entry(#"{"id": "1"}"#), "entries[0].role"), (entry(#"{"role": "user"}"#), "entries[0].id"),
    (entry(#"{"id": "1", "role": "pope"}"#), "'pope'"),
    (entry(#"{"id": "1", "role": "tool", "contents": []}"#), "entries[0].toolName"),
    (entry(#"{"id": "1", "role": "user", "contents": [{"id": "2", "type": "image"}]}"#), "contents[0]"),
    (
      entry(#"{"id": "1", "role": "response", "toolCalls": [{"id": "2", "name": "n", "arguments": "{"}]}"#), "arguments"
    ),
  ])
  func saysWhatIsWrong(text: String, place: String) throws {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Transcript.self, from: Data(text.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription.contains(place), "\(context.debugDescription)")
  }

  private static func entry(_ text: String) -> String {
    #"{"type": "FoundationModels.Transcript", "version": 1, "transcript": {"entries": [\#(text)]}}"#
  }

  @Test func isACollection() {
    var transcript = Self.sample
    #expect(transcript.count == 6 && transcript.last?.id == "r" && transcript[2].id == "c")
    transcript[5] = .response(.init(id: "n", assetIDs: [], segments: []))
    #expect(transcript != Self.sample && transcript.last?.description == "Response: ")
    #expect(Transcript().isEmpty)
    #expect(Self.sample.map(\.description)[2] == #"Tool calls: find({"z": 1, "a": 2}), find({})"#)
    #expect(Self.sample[0].description == "Instructions: Plan. [tools: find]")
  }
}
