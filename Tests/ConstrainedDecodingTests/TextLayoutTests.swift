// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport
import Testing

@testable import ConstrainedDecoding

/// Layouts that leave no white space to the model.
@Suite struct TextLayoutTests {
  static let layouts: [(GrammarOptions.Whitespace, JSONStyle)] = [
    (.compact, .compact), (.python, .python), (.pretty(), .pretty), (.pretty(indent: 0), .pretty(indentation: 0)),
    (.pretty(indent: 5), .pretty(indentation: 5)),
  ]

  @Test(arguments: 0..<5)
  func everyWalkIsWhatTheWriterWrites(layout: Int) throws {
    let (whitespace, style) = Self.layouts[layout]
    var drafts = RandomDrafts(seed: 31)
    var random = SeededGenerator(seed: UInt64(layout))
    var compiled = 0
    for round in 0..<120 {
      let (draft, root) = drafts.next()
      guard let grammar = try DraftWalkTests.grammar(draft, root, options(whitespace)) else { continue }
      compiled += 1
      let minimum = Constraint(grammar, Vocabularies.mixed).minimumBudget
      for extra in [0, 3, 20] {
        guard let text = GenerationWalkTests.walk(grammar, Vocabularies.mixed, budget: minimum + extra, &random) else {
          Issue.record("round \(round): no value within \(minimum) + \(extra): \(DraftText(draft).text(root))")
          continue
        }
        let value = try JSONValue(parsing: text)
        // Strings may be spelled otherwise.
        #expect(Self.skeleton(text) == Self.skeleton(Array(value.text(style).utf8)), "round \(round)")
      }
    }
    #expect(compiled > 40)
  }

  /// The text without the contents of its strings.
  static func skeleton(_ text: [UInt8]) -> String {
    var result: [UInt8] = []
    var (isInString, isEscaped) = (false, false)
    for byte in text {
      if isEscaped {
        isEscaped = false
      } else if isInString, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString.toggle()
        result.append(byte)
      } else if !isInString {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  @Test(arguments: 0..<5)
  func masksAreWhatEachTokenSays(layout: Int) throws {
    var drafts = RandomDrafts(seed: 32)
    var random = SeededGenerator(seed: UInt64(layout))
    for _ in 0..<40 {
      let (draft, root) = drafts.next()
      guard let grammar = try DraftWalkTests.grammar(draft, root, options(Self.layouts[layout].0)) else { continue }
      var constraint = Constraint(grammar, Vocabularies.mixed)
      for step in 0..<25 where !constraint.mustEnd {
        let budget = step % 2 == 0 ? nil : constraint.minimumBudget + random.next(3)
        var mask = TokenMask(count: 0)
        constraint.fillMask(&mask, budget: budget)
        for (token, bytes) in Vocabularies.mixed.tokens.enumerated() where !bytes.isEmpty {
          #expect(mask[token] == constraint.allows(token, budget: budget), "\(String(decoding: bytes, as: UTF8.self))")
        }
        guard let token = mask.ids.randomElement(using: &random) else { break }
        constraint.take(token)
        if constraint.isFinished { break }
      }
    }
  }

  @Test func whiteSpaceIsForced() throws {
    let schema = try json(
      #"{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"const":[]}},"required":["b"]}},"required":["a"]}"#
    )
    var options = options(.pretty())
    options.allowsUndeclaredProperties = false
    let constraint = Constraint(try Grammar(schema: schema, options: options), Vocabularies.mixed)
    #expect(constraint.forcedBytes() == Array("{\n  \"a\": {\n    \"b\": []\n  }\n}".utf8))
  }
}
