// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Testing

struct PromptBuilderTests {
  private struct Place: PromptRepresentable, InstructionsRepresentable {
    var name: String
    // Without an attribute: the protocol's requirement carries the builder.
    var promptRepresentation: Prompt {
      "Place:"
      name
    }
    var instructionsRepresentation: Instructions {
      "Place:"
      name
    }
  }

  @Test(arguments: [true, false])
  func joinsByLines(isKind: Bool) {
    let names = ["a", "b"]
    let prompt = Prompt {
      "One"
      if isKind { "kind" }
      if isKind { "yes" } else { Place(name: "no") }
      for name in names { "- \(name)" }
      Place(name: "Reef")
      names
      Prompt("inner")
      Length(hours: 1, minutes: 2)
      Int?.none
      Optional(3)
      if #available(macOS 10, *) { "new" }
    }
    let choice = isKind ? "kind\nyes" : "Place:\nno"
    let rest = "- a\n- b\nPlace:\nReef\na\nb\ninner\n{\"hours\": 1, \"minutes\": 2}\n3\nnew"
    #expect(prompt.text == "One\n\(choice)\n\(rest)")
  }

  @Test func instructionsMirrorPrompts() throws {
    let instructions = Instructions {
      "You plan."
      Place(name: "Reef")
      Length(hours: 1, minutes: 2)
      "Be kind."
      true
    }
    #expect(instructions.text == "You plan.\nPlace:\nReef\n{\"hours\": 1, \"minutes\": 2}\nBe kind.\ntrue")
    let segments = instructions.pieces.segments()
    #expect(
      segments.map(\.description) == ["You plan.\nPlace:\nReef", "{\"hours\": 1, \"minutes\": 2}", "Be kind.\ntrue"])
    #expect(Instructions("a").text == "a" && Prompt(["a", "b"]).text == "a\nb")
    #expect(Prompt {}.text.isEmpty)
  }

  @Test func passesErrorsOn() {
    struct Failure: Error {}
    func text() throws -> String { throw Failure() }
    #expect(throws: Failure.self) { try Prompt { try text() } }
  }
}
