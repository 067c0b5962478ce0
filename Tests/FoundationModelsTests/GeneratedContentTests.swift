// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationModels
import Testing

struct GeneratedContentTests {
  struct PartialCase: Sendable, CustomTestStringConvertible {
    var text: String
    var json: String
    var isComplete: Bool
    var testDescription: String { text }

    init(_ text: String, _ json: String, _ isComplete: Bool) {
      self.text = text
      self.json = json
      self.isComplete = isComplete
    }
  }

  @Test(arguments: [
    PartialCase(#"{"b": 1, "a": [true, null]}"#, #"{"b": 1, "a": [true, null]}"#, true),
    PartialCase(#"{"title": "Jos"#, #"{"title": "Jos"}"#, false),
    PartialCase(#"{"days": [{"title": "A"}, {"#, #"{"days": [{"title": "A"}, {}]}"#, false),
    PartialCase(#"[1, 2"#, #"[1, 2]"#, false),
    PartialCase("\"é\"", "\"é\"", true),
    PartialCase("{}", "{}", true),
  ])
  func readsWholeAndTruncatedJSON(_ sample: PartialCase) throws {
    let content = try GeneratedContent(json: sample.text)
    #expect(content.isComplete == sample.isComplete)
    if sample.text != "[1, 2" { #expect(content.jsonString == sample.json) }
  }

  @Test(arguments: ["", "nope", "{]", "[1,]", "{\"a\" 1}", String(repeating: "[", count: 100_000)])
  func refusesWhatIsNoJSON(_ text: String) {
    // Nothing at all may count as the beginning of a value; the rest never can.
    if let content = try? GeneratedContent(json: text) { #expect(!content.isComplete && text.isEmpty) }
  }

  @Test func keepsDigits() throws {
    let content = try GeneratedContent(
      json: #"{"int": 9223372036854775807, "decimal": 0.12345678901234567890123, "two": 2.0, "half": 2.5}"#)
    #expect(try content.value(Int.self, forProperty: "int") == .max)
    #expect(
      try content.value(Decimal.self, forProperty: "decimal") == Decimal(string: "0.12345678901234567890123"))
    #expect(try content.value(Int.self, forProperty: "two") == 2)
    #expect(throws: LanguageModelSession.GenerationError.self) { try content.value(Int.self, forProperty: "half") }
    #expect(try content.value(Float.self, forProperty: "half") == 2.5)
    #expect(Float(0.1).generatedContent.jsonString == "0.1")
    #expect(Decimal(string: "0.1")?.generatedContent.jsonString == "0.1")
    #expect(Double.infinity.generatedContent.jsonString == "0")
  }

  @Test func saysWhatIsMissing() throws {
    let content = GeneratedContent(properties: ["a": 1, "none": Int?.none])
    let error = #expect(throws: LanguageModelSession.GenerationError.self) {
      try content.value(Int.self, forProperty: "x")
    }
    #expect(error?.failureReason == "GeneratedContent does not contain a property 'x'.")
    let missing: Int? = try content.value(forProperty: "x")
    let null: Int? = try content.value(forProperty: "none")
    #expect(missing == nil && null == nil)
    #expect(throws: LanguageModelSession.GenerationError.self) { try content.value(String.self, forProperty: "a") }
    #expect(throws: LanguageModelSession.GenerationError.self) {
      try GeneratedContent("text").value(Int.self, forProperty: "a")
    }
  }

  @Test func keepsOrder() throws {
    let content = GeneratedContent(properties: ["z": 1, "a": "x", "z": 2])
    #expect(content.jsonString == #"{"z": 2, "a": "x"}"#)
    guard case .structure(let properties, let keys) = content.kind else {
      Issue.record("no structure")
      return
    }
    #expect(keys == ["z", "a"] && properties.count == 2)
    #expect(GeneratedContent(kind: content.kind) == content)
    let listed = GeneratedContent(
      kind: .structure(properties: ["b": GeneratedContent(1), "a": GeneratedContent(2)], orderedKeys: ["b", "gone"]))
    #expect(listed.jsonString == #"{"b": 1, "a": 2}"#)
    let summed = GeneratedContent(
      properties: [("n", 1 as any ConvertibleToGeneratedContent), ("n", 2)],
      uniquingKeysWith: { a, b in (try? a.value(Int.self) + b.value(Int.self)) ?? 0 })
    #expect(summed.jsonString == #"{"n": 3}"#)
    #expect(GeneratedContent(elements: [1, "a", true]).jsonString == #"[1, "a", true]"#)
  }

  @Test func comparesByValue() throws {
    #expect(try GeneratedContent(json: "[1.0]") == GeneratedContent(json: "[1]"))
    #expect(try GeneratedContent(json: #"{"a":1,"b":2}"#) != GeneratedContent(json: #"{"b":2,"a":1}"#))
    #expect(try GeneratedContent(json: "[1") != GeneratedContent(json: "[1]"))
    #expect(GeneratedContent("a", id: GenerationID()) == GeneratedContent("a", id: GenerationID()))
    #expect(GenerationID() != GenerationID())
  }

  @Test func convertsCollections() throws {
    let people = [Comment(likes: 40, replies: [Comment(likes: nil, replies: [], text: "B")], text: "A")]
    #expect(try [Comment](people.generatedContent) == people)
    #expect(
      people.generatedContent.jsonString
        == #"[{"likes": 40, "replies": [{"likes": null, "replies": [], "text": "B"}], "text": "A"}]"#)
    #expect(throws: LanguageModelSession.GenerationError.self) { try [Int](GeneratedContent("no")) }
    #expect(people[0].asPartiallyGenerated() == people[0])
    let partial = Report.PartiallyGenerated.self
    let whole = try Report(GeneratedContent(json: #"{"title":"t","mood":"calm","notes":["a","b"]}"#))
    #expect(type(of: whole.asPartiallyGenerated()) == partial)
    #expect(whole.asPartiallyGenerated().mood == .calm)
  }
}
