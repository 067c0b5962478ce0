// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport
import Testing

@testable import ConstrainedDecoding

/// `escapesOnlyWhereNeeded`: one spelling for each character of a string that a pattern governs.
@Suite struct EscapeTests {
  private func grammar(_ schema: String, onlyWhereNeeded: Bool = true) throws -> Grammar {
    var options = GrammarOptions()
    options.escapesOnlyWhereNeeded = onlyWhereNeeded
    return try Grammar(schema: json(schema), options: options)
  }

  @Test(arguments: [
    (#"{"pattern":"^a/b$"}"#, #""a/b""#, true), (#"{"pattern":"^a/b$"}"#, #""a\/b""#, false),
    (#"{"pattern":"^a/b$"}"#, #""\u0061/b""#, false), (#"{"pattern":"^a\nb$"}"#, #""a\nb""#, true),
    (#"{"pattern":"^a\nb$"}"#, #""a\u000ab""#, true), (#"{"pattern":"^a\nb$"}"#, #""a\u000Ab""#, true),
    (#"{"pattern":"^[\"x]$"}"#, #""\"""#, true), (#"{"pattern":"^[\"x]$"}"#, #""\u0022""#, false),
    (#"{"pattern":"^\\\\$"}"#, #""\\""#, true), (#"{"pattern":"^é😊$"}"#, #""é😊""#, true),
    (#"{"pattern":"^é😊$"}"#, #""\u00e9😊""#, false), (#"{"pattern":"^é😊$"}"#, #""é\ud83d\ude0a""#, false),
    (#"{"maxLength":3}"#, #""\u0061/\/""#, true),
  ])
  func spellings(schema: String, text: String, isAllowed: Bool) throws {
    #expect(accepts(try grammar(schema), text) == isAllowed)
    #expect(accepts(try grammar(schema, onlyWhereNeeded: false), text))
  }

  @Test func aForcedLeadIsForced() throws {
    let schema = #"{"type":"string","pattern":"^Walk to the old town, where[ a-z]{2,9}\\.$"}"#
    var constraint = Constraint(try grammar(schema), Vocabularies.mixed)
    #expect(String(decoding: constraint.forcedBytes(), as: UTF8.self) == #""Walk to the old town, where"#)
    constraint.take(#""Walk to the old town, where"#.utf8)
    var mask = TokenMask(count: 0)
    constraint.fillMask(&mask)
    #expect(!mask.ids.isEmpty)
    #expect(mask.ids.allSatisfy { !Vocabularies.mixed.tokens[$0].contains(UInt8(ascii: "\\")) })
    let every = Constraint(try grammar(schema, onlyWhereNeeded: false), Vocabularies.mixed)
    #expect(every.forcedBytes() == Array("\"".utf8))
  }

  /// Masks agree with questions about single tokens at every step of random walks.
  @Test(arguments: [
    #"{"pattern":"^[a-c\n\"\\\\é/]{0,6}$"}"#, #"{"pattern":"^(ab|a\tb)*x$"}"#, #"{"pattern":"^é+$","maxLength":4}"#,
  ])
  func masksAgreeWithQuestions(schema: String) throws {
    let grammar = try grammar(schema)
    var random = SeededGenerator(seed: 11)
    for _ in 0..<30 {
      var constraint = Constraint(grammar, Vocabularies.mixed)
      var budget = constraint.minimumBudget + 8
      while !constraint.mustEnd {
        var mask = TokenMask(count: 0)
        constraint.fillMask(&mask, budget: budget)
        for token in Vocabularies.mixed.tokens.indices {
          #expect(mask[token] == constraint.allows(token, budget: budget), "token \(token)")
        }
        guard let token = mask.ids.randomElement(using: &random) else {
          Issue.record("no token")
          break
        }
        constraint.take(token)
        if constraint.isFinished { break }
        budget -= 1
      }
    }
  }
}
