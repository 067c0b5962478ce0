// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Testing

// Every declaration of prompts and instructions: that this file compiles is most of the test.

/// The builder stands on the requirements, so that conformances may list parts.
private struct Parts: PromptRepresentable, InstructionsRepresentable {
  var isLong = true

  var promptRepresentation: Prompt {
    "a"
    if isLong { "b" }
    for number in 1...2 { "\(number)" }
  }

  var instructionsRepresentation: Instructions {
    "c"
    if isLong {
      "d"
    } else {
      [1, 2]
    }
  }
}

struct PromptDeclarationsTests {
  private func isSendable<T: Sendable>(_: T.Type) {}

  @Test func prompts() throws {
    isSendable(Prompt.self)
    #expect(Prompt(Parts()).text == "a\nb\n1\n2")
    #expect(Prompt("text").text == "text" && Prompt(["a", "b"]).text == "a\nb")
    struct Failure: Error {}
    func part(fails: Bool) throws -> String { if fails { throw Failure() } else { "part" } }
    #expect(try Prompt { try part(fails: false) }.text == "part")
    #expect(throws: Failure.self) { try Prompt { try part(fails: true) } }
    let whole = Prompt {
      Prompt("inner")
      if #available(macOS 26, *) { "available" }
      3
      Int?.none
      GeneratedContent(properties: ["a": 1])
    }
    #expect(whole.text == "inner\navailable\n3\n{\"a\": 1}")
    let _: (Prompt?) -> Prompt = PromptBuilder.buildOptional(_:)
    let _: ([String]) -> Prompt = PromptBuilder.buildArray(_:)
    let _: (String) -> Prompt = PromptBuilder.buildEither(first:)
    let _: (String) -> Prompt = PromptBuilder.buildEither(second:)
    let _: (String) -> Prompt = PromptBuilder.buildLimitedAvailability(_:)
    let _: (Prompt) -> Prompt = PromptBuilder.buildExpression(_:)
    let _: (String) -> String = PromptBuilder.buildExpression(_:)
  }

  @Test func instructions() throws {
    isSendable(Instructions.self)
    #expect(Instructions(Parts()).text == "c\nd" && Instructions(Parts(isLong: false)).text == "c\n1\n2")
    #expect(Instructions("text").text == "text" && Instructions(["a", "b"]).text == "a\nb")
    struct Failure: Error {}
    #expect(throws: Failure.self) { try Instructions { () throws -> Instructions in throw Failure() } }
    let whole = Instructions {
      Instructions("inner")
      "text"
      for word in ["x", "y"] { word }
    }
    #expect(whole.text == "inner\ntext\nx\ny")
    let _: (Instructions?) -> Instructions = InstructionsBuilder.buildOptional(_:)
    let _: ([String]) -> Instructions = InstructionsBuilder.buildArray(_:)
    let _: (String) -> Instructions = InstructionsBuilder.buildEither(first:)
    let _: (String) -> Instructions = InstructionsBuilder.buildEither(second:)
    let _: (String) -> Instructions = InstructionsBuilder.buildLimitedAvailability(_:)
    let _: (Instructions) -> Instructions = InstructionsBuilder.buildExpression(_:)
    let _: (String) -> String = InstructionsBuilder.buildExpression(_:)
  }
}
