// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport
import Testing

@testable import ConstrainedDecoding

/// Tokens judged by their bytes, on a vocabulary where nearly every token is text of a string.
@Suite struct StringWalkBytesTests {
  static let vocabulary: VocabularyTrie = {
    let pieces = ["a", "b", "c", "d", ".", "-", "@", "1", " ", "é", "京", "<"].map { Array($0.utf8) }
    var tokens = (0...255).map { [UInt8($0)] }
    for first in pieces {
      for second in pieces {
        tokens.append(first + second)
        for third in pieces { tokens.append(first + second + third) }
        tokens.append(first + second + [0xE4, 0xBA])
      }
      tokens += [first + [0xC3], [0x5C, 0x6E] + first, first + [0x5C], first + [0x22], [0xAC] + first, [0xE4]]
    }
    tokens += ["\":", "\":\"", "\"}", "\"]", "\",\"", "{\"", "aa\",\"b", "a\":1", "京\""].map { Array($0.utf8) }
    return VocabularyTrie(tokens: tokens + [[]], endOfGeneration: [tokens.count])
  }()

  static let patterns = [
    "a", "^[^a]*$", "^[a-d]+$", "^[^.]+$", "^\\.[^.]+$", "a.*b", "ab", "^((?!ab).)*$", "a|b|c", "^[^<>@]*$", "^a?b*$",
    "^[^é]*$", "é", "^[a-d1é京]*$", "^(a|b|京)*c$", "^[^ ]+@[^ ]+\\.[^ ]+$", "^.{2,}$", "^(.b)*$", "^(aaaa|.*b)$",
    "a.....b",
  ]

  /// Every mask on a way of some tokens, beside each token asked alone.
  static func check(_ schema: String, order: GrammarOptions.PropertyOrder = .schema) throws {
    var choices = options()
    choices.propertyOrder = order
    let grammar = try Grammar(schema: try json(schema), options: choices)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2 {
      var constraint = Constraint(grammar, vocabulary)
      for _ in 0..<6 {
        let ids = VocabularyMaskTests.check(constraint, budget: nil, schema).ids
        guard let token = ids.randomElement(using: &random) else { break }
        constraint.take(token)
        if constraint.isFinished { break }
      }
    }
  }

  @Test(arguments: patterns) func strings(pattern: String) throws {
    let quoted = JSONValue.string(pattern).text()
    try Self.check("{\"type\": \"string\", \"pattern\": \(quoted)}")
    try Self.check("{\"type\": \"string\", \"pattern\": \(quoted), \"maxLength\": 9}")
    try Self.check("{\"type\": \"string\", \"pattern\": \(quoted), \"minLength\": 2, \"maxLength\": 40}")
  }

  @Test(arguments: patterns, [GrammarOptions.PropertyOrder.schema, .any])
  func keys(pattern: String, order: GrammarOptions.PropertyOrder) throws {
    let quoted = JSONValue.string(pattern).text()
    try Self.check(
      "{\"patternProperties\": {\(quoted): {\"const\": 1}}, \"minProperties\": 2, \"type\": \"object\"}", order: order)
    try Self.check(
      "{\"propertyNames\": {\"pattern\": \(quoted), \"maxLength\": 8}, \"minProperties\": 3, \"type\": \"object\"}",
      order: order)
  }

  @Test(arguments: patterns) func itemsThatDiffer(pattern: String) throws {
    let quoted = JSONValue.string(pattern).text()
    try Self.check(
      "{\"type\": \"array\", \"uniqueItems\": true, \"minItems\": 3, \"items\": {\"type\": \"string\", \"pattern\": \(quoted)}}"
    )
  }

  /// The test above would prove little if all was left to a walk.
  @Test(arguments: [
    ("a", true), ("^[^a]*$", true), ("^[a-d]+$", true), ("^[^<>@]*$", true), ("^((?!ab).)*$", false),
    ("a|b|c", true),
  ])
  func decidesWhatBytesDecide(pattern: String, isDecided: Bool) throws {
    let quoted = JSONValue.string(pattern).text()
    let grammar = try Grammar(schema: try json("{\"type\": \"string\", \"pattern\": \(quoted)}"), options: options())
    var constraint = Constraint(grammar, Self.vocabulary)
    let isOpen = constraint.accept(bytes: "\"".utf8)
    try #require(isOpen)
    let decided = constraint.judgesByBytes()
    #expect(decided == isDecided)
  }
}

extension Constraint {
  /// Whether the tokens that stay in the string that the only head is in can be told by their bytes.
  fileprivate func judgesByBytes() -> Bool {
    var work = makeWorkspace()
    var walk = StringWalk(
      heads[0], machine, limit: nil, ignoresText: false, mostCharacters: trie.strings.mostCharacters)
    var mask = TokenMask(count: trie.vocabularySize)
    let trie = trie
    return mask.withUnsafeMutableWords { walk.judge(trie, &work, $0, { _, _ in }) } ?? false
  }
}
