// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import ConstrainedDecoding

@Suite struct GBNFMaskTests {
  static let grammars =
    GBNFParserTests.notation.map(\.grammar) + GBNFParserTests.published.map(\.grammar) + [
      "root ::= [^\"\\\\]{0,3} \"\\\"\"", "root ::= ([0-2] | \"a\" [^b] | \"京\")* \"n\"",
      "root ::= value\nvalue ::= \"[\" (value (\",\" value)*)? \"]\" | [0-2]+ | \"\\\"\" [^\"]* \"\\\"\"",
      "root ::= \"a\" root \"b\" | \"a\" root \"n\" | \"a\" root | \"a\"", "root ::= \"a\" | \"a\" root root",
      "root ::= x*\nx ::= \"a\" (y | x)* \"b\"?\ny ::= \"a\"+ x? \"b\"?",
      "root ::= x{2,50} \"e\"\nx ::= (\"a\" | \"ab\") | \"[\" x \"]\"",
      "root ::= \"u\" deep | \"abababababab\"\ndeep ::= \"{\" deep \"}\" | \"[\" [ab]{3} \"]\"",
    ]

  static func grammar(_ text: String) throws -> Grammar {
    var options = GrammarOptions()
    // So low that walks meet it.
    options.maximumDepth = 4
    return try Grammar(gbnf: text, options: options)
  }

  @Test(arguments: grammars)
  func maskIsWhatEachTokenSays(text: String) throws {
    let grammar = try Self.grammar(text)
    // Every state that some tokens of the toy vocabulary reach, breadth first.
    var seen: Set<[UInt8]> = [[]]
    var queue: [(text: [UInt8], constraint: Constraint)] = [([], Constraint(grammar, Vocabularies.toy))]
    var index = 0
    while index < queue.count, index < 150 {
      let (written, constraint) = queue[index]
      index += 1
      // A vocabulary without some letters of the grammar may not be able to write anything.
      if constraint.minimumBudget >= Int(Cost.infinite) { continue }
      let mask = MaskTests.check(constraint, "\(text) after \(String(decoding: written, as: UTF8.self))")
      for token in mask.ids where !Vocabularies.toy.tokens[token].isEmpty {
        let next = written + Vocabularies.toy.tokens[token]
        var fork = constraint
        fork.take(token)
        if seen.insert(next).inserted { queue.append((next, fork)) }
      }
    }
    // Random walks over a vocabulary with broken characters.
    var random = SeededGenerator(seed: 5)
    for _ in 0..<6 {
      var constraint = Constraint(grammar, Vocabularies.mixed)
      for _ in 0..<14 {
        let ids = MaskTests.check(constraint, text).ids
        guard let token = ids.randomElement(using: &random) else { break }
        constraint.take(token)
        if constraint.isFinished { break }
      }
    }
  }

  @Test(arguments: grammars)
  func everyWalkWithinItsBudgetIsComplete(text: String) throws {
    let grammar = try Self.grammar(text)
    var random = SeededGenerator(seed: 3)
    let minimum = Constraint(grammar, Vocabularies.mixed).minimumBudget
    for extra in 0...20 {
      guard let written = GenerationWalkTests.walk(grammar, Vocabularies.mixed, budget: minimum + extra, &random) else {
        Issue.record("no text within \(minimum) + \(extra)")
        continue
      }
      #expect(accepts(grammar, String(decoding: written, as: UTF8.self)))
      // Whole UTF-8 throughout.
      #expect(Array(String(decoding: written, as: UTF8.self).utf8) == written)
    }
  }

  /// Completing by the shortest text ends well from anywhere, and is as long as the cost says.
  @Test(arguments: grammars)
  func shortestCompletionEnds(text: String) throws {
    let grammar = try Self.grammar(text)
    var random = SeededGenerator(seed: 8)
    for _ in 0..<5 {
      var constraint = Constraint(grammar, .bytes)
      for _ in 0..<random.next(12) {
        guard let byte = constraint.nextBytes().randomElement(using: &random) else { break }
        constraint.take([byte])
      }
      let rest = constraint.shortestCompletion()
      #expect(rest.count <= constraint.minimumBudget)
      constraint.take(rest)
      #expect(constraint.canEnd)
    }
  }

  @Test func tokensOfForcedTextAreCounted() throws {
    let grammar = try Grammar(gbnf: "root ::= \"<tool_call>\" [ab] \"</tool_call>\"")
    #expect(Constraint(grammar, Vocabularies.mixed).minimumBudget == 3)
  }

  @Test func masksOfRules() throws {
    func allowed(_ text: String, after written: String) throws -> Set<String> {
      var constraint = Constraint(try Grammar(gbnf: text), Vocabularies.toy)
      constraint.take(written.utf8)
      var mask = TokenMask(count: 0)
      constraint.fillMask(&mask)
      return Set(mask.ids.map { $0 < 26 ? Vocabularies.toyTexts[$0] : "END" })
    }
    let list = "root ::= value\nvalue ::= \"[\" (value (\",\" value)*)? \"]\" | [0-2]+"
    #expect(try allowed(list, after: "") == ["[", "0", "1", "2", "12"])
    #expect(try allowed(list, after: "1") == ["0", "1", "2", "12", "END"])
    #expect(try allowed(list, after: "[") == ["[", "]", "0", "1", "2", "12"])
    #expect(try allowed(list, after: "[[1]") == ["]", ","])
    #expect(try allowed(list, after: "[1") == ["0", "1", "2", "12", "]", ","])
    #expect(try allowed(list, after: "[1]") == ["END"])
  }
}
