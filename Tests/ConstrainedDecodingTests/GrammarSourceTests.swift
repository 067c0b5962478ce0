// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport
import Testing

@testable import ConstrainedDecoding

@Suite struct GrammarSourceTests {
  static func toolGrammar() throws -> Grammar {
    func call(_ name: String, _ arguments: JSONValue) -> JSONValue {
      [
        "type": "object", "properties": ["name": ["const": .string(name)], "arguments": arguments],
        "required": ["name", "arguments"], "additionalProperties": false,
      ]
    }
    let find = call("find", ["type": "object", "properties": ["query": ["type": "string"]], "required": ["query"]])
    let count = call("count", ["type": "object", "properties": ["n": ["type": "integer"]], "required": ["n"]])
    let one = GrammarSource.sequence([
      .literal("<tool_call>\n"), .schema(["anyOf": [find, count]]).labeled("call"), .literal("\n</tool_call>"),
    ])
    let calls = GrammarSource.sequence([one, .repetition(.sequence([.literal("\n"), one]))])
    let text = GrammarSource.text(excluding: ["<tool_call>"]).labeled("text")
    return try Grammar(.choice([.sequence([text, calls]), text, calls]))
  }

  @Test func acceptsCallsAndText() throws {
    let grammar = try Self.toolGrammar()
    let one = "<tool_call>\n{\"name\":\"find\",\"arguments\":{\"query\":\"x\"}}\n</tool_call>"
    for text in ["", "Hello <b>", one, one + "\n" + one, "Let me see. " + one, "<tool_cal"] {
      #expect(accepts(grammar, text), "\(text)")
    }
    for text in [one + one, "<tool_call>", one + "x", one.replacing("find", with: "fetch"), "\u{0}<tool_call>\nx"] {
      #expect(!accepts(grammar, text), "\(text)")
    }
  }

  @Test func snapshotsTellWhichPartIsBeingWritten() throws {
    var constraint = Constraint(try Self.toolGrammar(), Vocabularies.mixed)
    func take(_ text: String) { constraint.take(text.utf8) }
    take("Hi <to")
    #expect(constraint.elements.map(\.name) == ["text"])
    // What may become a tag is held back.
    #expect(constraint.elements[0].content == .text("Hi "))
    take("p> ")
    #expect(constraint.elements[0].content == .text("Hi <top> "))
    take("<tool_call>\n{\"name\":\"fi")
    #expect(constraint.elements.map(\.name) == ["text", "call"])
    #expect(constraint.elements[0].isComplete)
    #expect(
      constraint.elements[1].content
        == .json(PartialJSON(value: ["name": "fi"], isComplete: false, unfinished: [.key("name")])))
    take("nd\",\"arguments\":{\"query\":\"a b")
    #expect(constraint.snapshot.value == ["name": "find", "arguments": ["query": "a b"]])
    #expect(constraint.snapshot.unfinished == [.key("arguments"), .key("query")])
    take("\"}}\n</tool_call>")
    #expect(constraint.elements[1].isComplete && constraint.canEnd)
    take("\n<tool_call>\n{\"name\":\"count\",\"arguments\":{\"n\":12")
    #expect(constraint.elements.count == 3)
    #expect(constraint.snapshot.value == ["name": "count", "arguments": [:]])
    take("}}\n</tool_call>")
    #expect(constraint.snapshot.value == ["name": "count", "arguments": ["n": 12]])
    constraint.end()
    #expect(!constraint.elements.contains { !$0.isComplete })
  }

  @Test func textEndsAtItsStop() throws {
    let grammar = try Grammar(
      .sequence([
        .text(until: "</think>", excluding: ["STOP"]).labeled("thought"), .schema(["type": "integer"]).labeled("n"),
      ]))
    #expect(accepts(grammar, "a</thin</think>12"))
    #expect(!accepts(grammar, "a STOP</think>12"))
    #expect(!accepts(grammar, "a</think>x"))
    var constraint = Constraint(grammar, Vocabularies.mixed)
    #expect(constraint.minimumBudget == 9)
    #expect(constraint.shortestCompletion() == Array("</think>0".utf8))
    constraint.take("é</think>7".utf8)
    #expect(constraint.elements[0] == PartialElement(name: "thought", content: .text("é</think>"), isComplete: true))
    constraint.end()
    #expect(constraint.elements[1].content == .json(PartialJSON(value: 7, isComplete: true)))
  }

  @Test func textIsUTF8() throws {
    let grammar = try Grammar(.text())
    var constraint = Constraint(grammar, .bytes)
    constraint.take([0xE4, 0xBA])
    #expect(!constraint.canEnd)
    #expect(!constraint.takes([0x41]))
    constraint.take([0xAC])
    #expect(constraint.canEnd)
    #expect(!constraint.takes([0xFF]))
    #expect(!constraint.takes([0xED, 0xA0]))
  }

  @Test func ambiguousPartsStayFew() throws {
    // Every split of the text is a reading; alike readings are one.
    let part = GrammarSource.text(excluding: ["!"])
    let grammar = try Grammar(.sequence([.text(), part, part, .optional(.literal("x")), .text()]))
    var constraint = Constraint(grammar, .bytes)
    for _ in 0..<300 { constraint.take("xa".utf8) }
    #expect(constraint.heads.count < 40)
    #expect(constraint.canEnd)
  }

  @Test func masksFitTheQuestionsAndBudgetsHold() throws {
    let grammar = try Self.toolGrammar()
    var random = SeededGenerator(seed: 9)
    for round in 0..<20 {
      var constraint = Constraint(grammar, Vocabularies.mixed)
      if round % 2 == 0 { constraint.take("<tool_call>\n{\"name\":\"".utf8) }
      for _ in 0..<12 {
        let ids = MaskTests.check(constraint, "tools").ids
        guard let token = ids.randomElement(using: &random), constraint.accept(token), !constraint.isFinished else {
          break
        }
      }
      var rest = constraint.minimumBudget + 3
      var mask = TokenMask(count: 0)
      while !constraint.mustEnd, !constraint.isFinished {
        constraint.fillMask(&mask, budget: rest)
        guard let token = mask.ids.randomElement(using: &random) else {
          Issue.record("stuck")
          break
        }
        constraint.take(token)
        rest -= 1
      }
      constraint.end()
    }
  }

  @Test func mistakesAreErrors() {
    #expect(throws: SchemaError.self) { try Grammar(.repetition(.text())) }
    #expect(throws: SchemaError.self) { try Grammar(.text(until: "")) }
    #expect(throws: SchemaError.self) { try Grammar(.repetition(.literal("a"), minimum: 2, maximum: 1)) }
    #expect(throws: SchemaError.self) { try Grammar(.choice([])) }
  }
}
