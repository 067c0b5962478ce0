// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationModels
import Testing

// Every declaration of the framework's content types with its exact type: that this file compiles is the test.

/// A conformance written by hand needs neither `PartiallyGenerated` nor anything else beyond the three members.
private struct ByHand: Generable {
  static var generationSchema: GenerationSchema { GenerationSchema(type: Self.self, properties: []) }
  init(_ content: GeneratedContent) throws {}
  var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
}

/// What is not Sendable may be generated.
private final class Box {}
private struct Unsendable: Generable {
  let box = Box()
  static var generationSchema: GenerationSchema { String.generationSchema }
  init(_ content: GeneratedContent) throws {}
  var generatedContent: GeneratedContent { GeneratedContent("") }
}

struct ContentDeclarationsTests {
  private func isGenerable<T: Generable>(_: T.Type) -> String { "\(T.PartiallyGenerated.self)" }
  private func isFrom<T: ConvertibleFromGeneratedContent>(_: T.Type) {}
  private func isTo<T: ConvertibleToGeneratedContent & PromptRepresentable & InstructionsRepresentable>(_: T.Type) {}
  private func isSendable<T: Sendable>(_: T.Type) {}
  private func isHashable<T: Hashable & Sendable>(_: T.Type) {}

  @Test func conformances() {
    #expect(isGenerable(Bool.self) == "Bool" && isGenerable(String.self) == "String" && isGenerable(Int.self) == "Int")
    #expect(isGenerable(Float.self) == "Float" && isGenerable(Double.self) == "Double")
    #expect(isGenerable(Decimal.self).hasSuffix("Decimal") && isGenerable(Never.self) == "Never")
    #expect(
      isGenerable([[Int]].self) == "Array<Array<Int>>" && isGenerable(GeneratedContent.self) == "GeneratedContent")
    #expect(isGenerable(ByHand.self) == "ByHand" && isGenerable(Unsendable.self) == "Unsendable")
    isFrom([ByHand].self)
    isTo([ByHand].self)
    isTo(Int?.self)
    isTo(GeneratedContent.self)
    isSendable(GeneratedContent.self)
    isSendable(GeneratedContent.Kind.self)
    isHashable(GenerationID.self)
    let _: Int.PartiallyGenerated.Type = Int?.PartiallyGenerated.self
    let _: (Int) -> () -> Int = Int.asPartiallyGenerated
  }

  @Test func generatedContent() throws {
    typealias Content = GeneratedContent
    let _: (Content) throws -> Content = Content.init(_:)
    let _: (KeyValuePairs<String, any ConvertibleToGeneratedContent>, GenerationID?) -> Content =
      Content.init(properties:id:)
    let _: ([any ConvertibleToGeneratedContent], GenerationID?) -> Content = Content.init(elements:id:)
    let _: (Int, GenerationID) -> Content = Content.init(_:id:)
    let _: (String) throws -> Content = Content.init(json:)
    let _: (Content.Kind, GenerationID?) -> Content = Content.init(kind:id:)
    var content = Content(5)
    content.id = GenerationID()
    let _: (GenerationID?, Bool, String, String, Content.Kind, Content) = (
      content.id, content.isComplete, content.jsonString, content.debugDescription, content.kind,
      content.generatedContent
    )
    let pairs: [(String, any ConvertibleToGeneratedContent)] = [("a", 1), ("a", 2)]
    let joined = try Content(properties: pairs, uniquingKeysWith: { try $0.value(Int.self) - $1.value(Int.self) })
    #expect(joined.jsonString == #"{"a": -1}"#)
    struct Refused: Error {}
    #expect(throws: Refused.self) {
      try Content(properties: pairs, uniquingKeysWith: { _, _ -> Int in throw Refused() })
    }
    let five: Int = try content.value()
    #expect(five == 5)
    let absent = try joined.value(Int?.self, forProperty: "b")
    let there = try joined.value(Int.self, forProperty: "a")
    #expect(absent == nil && there == -1)
    switch content.kind {
    case .null, .bool, .string, .array, .structure(properties: _, orderedKeys: _): Issue.record("\(content)")
    case .number(let value): #expect(value == 5)
    }
  }

  @Test @available(*, deprecated, message: "Asks for early spellings.")
  func earlySpellings() throws {
    let content = try GeneratedContent(json: #"{"a": [1, 2]}"#)
    #expect(try content.properties()["a"]?.elements().map { try $0.value(Int.self) } == [1, 2])
    #expect(throws: LanguageModelSession.GenerationError.self) { try content.elements() }
    #expect(throws: LanguageModelSession.GenerationError.self) { try GeneratedContent(1).properties() }
  }
}
