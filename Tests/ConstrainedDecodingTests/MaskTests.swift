// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport
import Testing

@testable import ConstrainedDecoding

@Suite struct MaskTests {
  /// The texts of the toy tokens that a mask allows, "END" for the end of generation.
  static func allowed(_ schema: String, after text: String, _ whitespace: GrammarOptions.Whitespace = .compact) throws
    -> Set<String>
  {
    let grammar = try Grammar(schema: json(schema), options: options(whitespace))
    var constraint = Constraint(grammar, Vocabularies.toy)
    constraint.take(text.utf8)
    var mask = TokenMask(count: Vocabularies.toy.vocabularySize)
    constraint.fillMask(&mask)
    return Set(mask.ids.map { $0 < 26 ? Vocabularies.toyTexts[$0] : "END" })
  }

  struct Case: Sendable {
    var schema: String
    var after: String
    var allowed: Set<String>
  }

  @Test(arguments: [
    Case(schema: #"{"type":"boolean"}"#, after: "", allowed: []),
    Case(schema: #"{"type":"integer"}"#, after: "", allowed: ["0", "1", "2", "-", "12"]),
    Case(schema: #"{"type":"integer"}"#, after: "0", allowed: ["END"]),
    Case(schema: #"{"type":"integer","maximum":20,"minimum":0}"#, after: "1", allowed: ["0", "1", "2", "END"]),
    Case(schema: #"{"type":"integer","maximum":20,"minimum":0}"#, after: "2", allowed: ["0", "END"]),
    Case(schema: #"{"type":"number"}"#, after: "1", allowed: ["0", "1", "2", ".", "e", "12", "END"]),
    Case(schema: #"{"type":"number"}"#, after: "1.", allowed: ["0", "1", "2", "12"]),
    Case(schema: #"{"enum":["a","ab","ba"]}"#, after: "", allowed: ["\""]),
    Case(schema: #"{"enum":["a","ab","ba"]}"#, after: "\"", allowed: ["a", "b", "ab"]),
    Case(schema: #"{"enum":["a","ab","ba"]}"#, after: "\"a", allowed: ["\"", "b"]),
    Case(
      schema: #"{"type":"array","items":{"type":"integer"},"maxItems":1}"#, after: "[",
      allowed: ["]", "0", "1", "2", "-", "12"]),
    Case(
      schema: #"{"type":"array","items":{"type":"integer"},"maxItems":1}"#, after: "[1",
      allowed: ["]", "0", "1", "2", "12"]),
    Case(schema: #"{"type":"array","items":{"type":"integer"},"maxItems":2}"#, after: "[0", allowed: ["]", ","]),
    Case(
      schema: #"{"properties":{"a":{"const":"b"},"b":{"type":"null"}},"type":"object"}"#, after: "{",
      allowed: ["}", "\""]),
    Case(
      schema: #"{"properties":{"a":{"const":"b"},"b":{"type":"null"}},"type":"object"}"#, after: "",
      allowed: ["{", "{\""]),
    Case(
      schema: #"{"properties":{"a":{"const":"b"},"b":{"type":"null"}},"type":"object","required":["a"]}"#, after: "{\"",
      allowed: ["a"]),
    Case(
      schema: #"{"properties":{"a":{"const":"b"},"b":{"type":"null"}},"type":"object","required":["a"]}"#,
      after: "{\"a", allowed: ["\"", "\":"]),
    Case(
      schema: #"{"properties":{"a":{"const":"b"},"b":{"type":"null"}},"type":"object","required":["a"]}"#,
      after: "{\"a\":\"b", allowed: ["\"", "\"}"]),
    Case(
      schema: #"{"type":"string","maxLength":1}"#, after: "\"",
      allowed: ["{", "}", "[", "]", ":", ",", "\"", "\\", "a", "b", "0", "1", "2", "-", ".", "e", "n", "u", " ", "{\""]),
    Case(schema: #"{"type":"string","maxLength":1}"#, after: "\"a", allowed: ["\""]),
    Case(schema: #"{"type":"string","pattern":"^a+b?$"}"#, after: "\"a", allowed: ["\"", "a", "b", "ab"]),
  ])
  func toyMasks(_ test: Case) throws {
    // What the toy vocabulary cannot spell to its end, such as null, it may not begin.
    #expect(try Self.allowed(test.schema, after: test.after) == test.allowed)
  }

  @Test func whiteSpaceIsBounded() throws {
    let schema = #"{"type":"array","items":{"type":"integer"}}"#
    #expect(try Self.allowed(schema, after: "[", .flexible(maximumRun: 2)).isSuperset(of: [" ", "\n"]))
    #expect(try Self.allowed(schema, after: "[ \n", .flexible(maximumRun: 2)).isDisjoint(with: [" ", "\n"]))
    #expect(try Self.allowed(schema, after: "[", .compact).isDisjoint(with: [" ", "\n"]))
    #expect(try Self.allowed(schema, after: "[1]", .flexible()) == ["END"])
  }

  static let schemas = [
    "true", #"{"type":"string"}"#, #"{"type":"string","maxLength":3}"#, #"{"type":"string","minLength":2}"#,
    #"{"type":"string","pattern":"^a[ab]*$","maxLength":5}"#, #"{"type":"string","pattern":"ab"}"#,
    #"{"type":"integer","minimum":-12,"maximum":120}"#, #"{"type":"number","minimum":0,"maximum":1.2}"#,
    #"{"type":"array","items":{"enum":["a","ab",1,12]},"minItems":1,"maxItems":3}"#,
    #"{"type":"object","properties":{"a":{"type":"string"},"ab":{"type":"integer"},"b":{"type":"array","items":{"type":"integer"}}},"required":["ab"]}"#,
    #"{"type":"object","properties":{"a":{"type":"integer"}},"additionalProperties":{"type":"string","maxLength":2}}"#,
    #"{"anyOf":[{"type":"string","maxLength":2},{"type":"string","pattern":"^b"},{"type":"array","items":{"type":"string"}}]}"#,
    ##"{"anyOf":[{"type":"integer"},{"type":"array","items":{"$ref":"#"},"maxItems":2}]}"##,
    #"{"type":"object","patternProperties":{"^a":{"type":"integer"},"^b":{"enum":["1","2"]}},"additionalProperties":false}"#,
  ]

  static let undeclared = [
    #"{"type":"object"}"#, #"{"type":"object","properties":{"a":{"type":"integer"},"ab":{"type":"string"}}}"#,
    #"{"type":"object","additionalProperties":{"type":"object","additionalProperties":{"type":"integer"}}}"#,
    #"{"type":"array","items":{"type":"object","additionalProperties":{"enum":[1,"a"]}}}"#,
    #"{"type":"object","patternProperties":{"^a":{"type":"integer"}},"additionalProperties":{"type":"null"}}"#,
    #"{"type":"object","propertyNames":{"maxLength":2}}"#,
    #"{"type":"array","items":{"type":"string"},"uniqueItems":true}"#,
    #"{"type":"array","items":{"type":["string","integer"],"maxLength":2},"uniqueItems":true}"#,
    #"{"type":"object","additionalProperties":{"type":"array","items":{"type":"string"},"uniqueItems":true}}"#,
    #"{"type":"object","minProperties":2,"maxProperties":3,"properties":{"a":{"type":"integer"}}}"#,
  ]

  /// Compares the mask with a question per token, without and with budgets.
  static func check(_ constraint: Constraint, _ context: String) -> TokenMask {
    let trie = constraint.trie
    var mask = TokenMask(count: 0)
    constraint.fillMask(&mask)
    for token in 0..<trie.vocabularySize where mask[token] != constraint.allows(token) {
      Issue.record("\(context): token \(token) \(trie.tokens[token]) mask \(mask[token])")
    }
    // The second time from memory, the third time anew.
    #expect(constraint.tokenMask() == mask && constraint.tokenMask(isFresh: true) == mask)
    let minimum = constraint.minimumBudget
    for budget in [minimum, minimum + 1, minimum + 2, minimum + 7, minimum + 25, minimum + 100] {
      var bounded = TokenMask(count: 0)
      constraint.fillMask(&bounded, budget: budget)
      for token in 0..<trie.vocabularySize where bounded[token] != constraint.allows(token, budget: budget) {
        Issue.record("\(context): budget \(budget): token \(token) \(trie.tokens[token]) mask \(bounded[token])")
      }
      #expect(constraint.tokenMask(budget: budget, isFresh: true) == bounded)
      if bounded.isEmpty { Issue.record("\(context): nothing within budget \(budget), minimum \(minimum)") }
    }
    return mask
  }

  @Test(arguments: schemas, [GrammarOptions.Whitespace.compact, .flexible(maximumRun: 3)])
  func maskIsWhatEachTokenSays(schema: String, whitespace: GrammarOptions.Whitespace) throws {
    let grammar = try Grammar(schema: json(schema), options: options(whitespace))
    // Every state that some tokens of the toy vocabulary reach, breadth first.
    var seen: Set<[UInt8]> = [[]]
    var queue: [(text: [UInt8], constraint: Constraint)] = [([], Constraint(grammar, Vocabularies.toy))]
    var index = 0
    while index < queue.count, index < 250 {
      let (text, constraint) = queue[index]
      index += 1
      let mask = Self.check(constraint, "\(schema) after \(String(decoding: text, as: UTF8.self))")
      for token in mask.ids where !Vocabularies.toy.tokens[token].isEmpty {
        let next = text + Vocabularies.toy.tokens[token]
        var fork = constraint
        fork.take(token)
        if seen.insert(next).inserted { queue.append((next, fork)) }
      }
    }
    // Random walks over a vocabulary with broken characters and escapes.
    var random = SeededGenerator(seed: 11)
    for _ in 0..<12 {
      var constraint = Constraint(grammar, Vocabularies.mixed)
      var text: [UInt8] = []
      for _ in 0..<14 {
        let ids = Self.check(constraint, "\(schema) after \(String(decoding: text, as: UTF8.self))").ids
        guard let token = ids.randomElement(using: &random) else { break }
        constraint.take(token)
        text += Vocabularies.mixed.tokens[token]
        if constraint.isFinished { break }
      }
    }
  }

  @Test(arguments: undeclared, [GrammarOptions.PropertyOrder.schema, .any])
  func usedKeysMayNotComeAgain(schema: String, order: GrammarOptions.PropertyOrder) throws {
    var options = options(order == .any ? .compact : .flexible(maximumRun: 3), undeclared: true)
    options.propertyOrder = order
    let grammar = try Grammar(schema: json(schema), options: options)
    var random = SeededGenerator(seed: 23)
    for vocabulary in [Vocabularies.mixed, Vocabularies.toy] {
      for _ in 0..<3 {
        var constraint = Constraint(grammar, vocabulary)
        var text: [UInt8] = []
        for _ in 0..<30 {
          let ids = Self.check(constraint, "\(schema) after \(String(decoding: text, as: UTF8.self))").ids
          // Short tokens and a small alphabet, so that keys meet again.
          let likely = ids.filter { vocabulary.tokens[$0].allSatisfy("{}[]:,\"ab1n".utf8.contains) }
          guard let token = (random.next(8) > 0 ? likely : ids).randomElement(using: &random) else { break }
          constraint.take(token)
          text += vocabulary.tokens[token]
          if constraint.isFinished { break }
        }
      }
    }
    var constraint = Constraint(grammar, Vocabularies.mixed)
    guard constraint.accept(bytes: "{\"a\":1,\"".utf8) else { return }
    for key in ["", "b"] {
      constraint.take(key.utf8)
      _ = Self.check(constraint, schema)
    }
  }

  /// States of more than `fewHeads` readings, at keys and in strings of several kinds.
  @Test(arguments: ["\"", "\"in", "\"x\":\"", "\"x\":\"a", "\"s\":\"", "\"s\":\"a", "\"x\":"])
  func manyReadingsAreAskedTogether(text: String) throws {
    let pairs = (0..<7).map { #""a\#($0)": ["b\#($0)"]"# }.joined(separator: ", ")
    let schema =
      ##"{"type": "object", "properties": {"in": {"$ref": "#"}, "s": {"type": "string", "maxLength": 3}}, "##
      + ##""dependentRequired": {\##(pairs)}}"##
    var options = GrammarOptions.validation
    options.propertyOrder = .any
    var constraint = Constraint(try Grammar(schema: json(schema), options: options), Vocabularies.mixed)
    let isTaken = constraint.accept(bytes: "{\(text)".utf8)
    #expect(isTaken)
    #expect(constraint.heads.count > Machine.fewHeads)
    _ = Self.check(constraint, "after {\(text)")
  }

  /// Many keys, or items, that may not come again; few others are left where `pattern` allows few.
  @Test(arguments: [
    #"{"type":"object","patternProperties":{"^[a1]":{"type":"integer"}},"minProperties":1,"additionalProperties":{"type":"null"}}"#,
    #"{"type":"object","patternProperties":{"^[ab][0-2]{0,4}$":{"type":"integer"}},"minProperties":1,"additionalProperties":false}"#,
    #"{"type":"object","propertyNames":{"maxLength":3},"minProperties":2}"#,
    #"{"type":"array","items":{"type":"string","pattern":"^[ab][0-2]{0,4}$"},"uniqueItems":true}"#,
    #"{"type":"array","items":{"type":"string","maxLength":2},"uniqueItems":true}"#,
  ])
  func manyTextsMayNotComeAgain(schema: String) throws {
    let isObject = schema.contains("object")
    let grammar = try Grammar(schema: json(schema), options: options(.compact, undeclared: true))
    var constraint = Constraint(grammar, Vocabularies.mixed)
    constraint.take((isObject ? "{" : "[").utf8)
    var used = 0
    let digits = ["", "0", "1", "2"]
    for last in digits {
      for third in digits {
        for second in digits {
          for first in ["a", "b"] {
            let text = "\"\(first)\(second)\(third)\(last)\"" + (isObject ? ":1" : "")
            // Some are written in two ways, and some are not keys of integers.
            if constraint.accept(bytes: (used > 0 ? "," + text : text).utf8) { used += 1 }
          }
        }
      }
    }
    #expect(used >= 8)
    for text in [",", "\"", "a", "0", "1"] where constraint.accept(bytes: text.utf8) {
      _ = Self.check(constraint, "\(schema): \(used) used, after \(text)")
    }
  }

  @Test func memoryOfMasksIsBounded() throws {
    let vocabulary = VocabularyTrie(
      tokens: Vocabularies.mixed.tokens, endOfGeneration: Vocabularies.mixed.endOfGeneration, memoBytes: 20_000)
    #expect(vocabulary.memo.capacity > 0 && vocabulary.memo.capacity < 64)
    let grammar = try Grammar(schema: json(#"{"type":"object"}"#), options: options(undeclared: true))
    var constraint = Constraint(grammar, vocabulary)
    constraint.take("{".utf8)
    for number in 0..<100 {
      constraint.take("\"k\(number)\":[{\"x\":".utf8)
      _ = Self.check(constraint, "many keys")
      constraint.take("[]}],".utf8)
      _ = Self.check(constraint, "many keys")
    }
    let (hits, misses) = vocabulary.memo.counts
    #expect(hits > misses)
    let none = VocabularyTrie(tokens: [[0x61]], endOfGeneration: [], memoBytes: 0)
    #expect(none.memo.capacity == 0)
  }

  @Test func refusedTokensChangeNothing() throws {
    let grammar = try Grammar(schema: json(#"{"type":"object","properties":{"a":{"type":"integer"}}}"#))
    var constraint = Constraint(grammar, Vocabularies.mixed)
    constraint.take("{\"a\":".utf8)
    let before = constraint.snapshot
    #expect(!constraint.takes("1x".utf8))
    #expect(!constraint.allows(-1))
    #expect(!constraint.allows(1_000_000))
    #expect(constraint.snapshot == before)
    constraint.take("1}".utf8)
    #expect(constraint.mustEnd)
  }
}
