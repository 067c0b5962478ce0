// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport
import Testing

@testable import ConstrainedDecoding

@Suite struct GenerationWalkTests {
  /// Follows random allowed tokens until the text ends; nil if it ran out of budget or of tokens.
  static func walk(_ grammar: Grammar, _ trie: VocabularyTrie, budget: Int, _ random: inout SeededGenerator) -> [UInt8]?
  {
    var constraint = Constraint(grammar, trie)
    var text: [UInt8] = []
    var mask = TokenMask(count: 0)
    var rest = budget
    while !constraint.mustEnd {
      constraint.fillMask(&mask, budget: rest)
      guard let token = mask.ids.randomElement(using: &random), constraint.accept(token) else { return nil }
      if constraint.isFinished { return text }
      text += trie.tokens[token]
      rest -= 1
    }
    return constraint.finish() ? text : nil
  }

  @Test(arguments: 0..<8)
  func everyWalkWithinItsBudgetIsAValidValue(seed: Int) throws {
    var schemas = RandomSchemas(seed: UInt64(seed))
    var random = SeededGenerator(seed: UInt64(seed))
    var compiled = 0
    for _ in 0..<40 {
      let schema = schemas.next()
      let grammar: Grammar
      var options = options(seed % 2 == 0 ? .compact : .flexible(maximumRun: 2))
      options.escapesOnlyWhereNeeded = seed >= 4
      do {
        grammar = try Grammar(schema: schema, options: options)
      } catch {
        if case .unsatisfiable = error.kind { continue }
        Issue.record("\(schema): \(error)")
        continue
      }
      compiled += 1
      let minimum = Constraint(grammar, Vocabularies.mixed).minimumBudget
      for extra in [0, 1, 2, 5, 20, 60] {
        guard let text = Self.walk(grammar, Vocabularies.mixed, budget: minimum + extra, &random) else {
          Issue.record("\(schema): no value within \(minimum) + \(extra)")
          continue
        }
        let value = try? JSONValue(parsing: text)
        guard let value, SchemaValidator(schema).isValid(value) else {
          Issue.record("\(schema): invalid \(String(decoding: text, as: UTF8.self))")
          continue
        }
      }
    }
    #expect(compiled > 20)
  }

  @Test(arguments: 0..<4)
  func snapshotsAreWhatAParserSees(seed: Int) throws {
    var schemas = RandomSchemas(seed: UInt64(100 + seed))
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<30 {
      let schema = schemas.next()
      guard let grammar = try? Grammar(schema: schema, options: options(.flexible(maximumRun: 2))) else { continue }
      var constraint = Constraint(grammar, Vocabularies.mixed)
      var text: [UInt8] = []
      var mask = TokenMask(count: 0)
      var rest = constraint.minimumBudget + 30
      while !constraint.mustEnd {
        constraint.fillMask(&mask, budget: rest)
        let token = try #require(mask.ids.randomElement(using: &random))
        constraint.take(token)
        if constraint.isFinished { break }
        text += Vocabularies.mixed.tokens[token]
        rest -= 1
        let snapshot = constraint.snapshot
        let whole = JSONRecorder.text(text)
        let (value, isComplete) = try JSONValue.parsingPartial(whole)
        // A number that stands alone is whole only once the text has ended.
        if case .number = value { continue }
        #expect((snapshot.value ?? .null) == value, "\(whole)")
        #expect(snapshot.isComplete == isComplete, "\(whole)")
        if let path = snapshot.unfinished { #expect(Self.value(at: path, value)?.stringValue != nil, "\(whole)") }
      }
      constraint.end()
      #expect(constraint.snapshot.isComplete)
      #expect(try constraint.snapshot.value == JSONValue(parsing: text))
    }
  }

  static func value(at path: [PartialJSON.Step], _ root: JSONValue) -> JSONValue? {
    path.reduce(root) { value, step in
      switch step {
      case .key(let key): value?[key]
      case .index(let index): value?.arrayValue.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      }
    }
  }

  @Test(arguments: 0..<4)
  func shortestCompletionsComplete(seed: Int) throws {
    var schemas = RandomSchemas(seed: UInt64(200 + seed))
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<30 {
      let schema = schemas.next()
      guard let grammar = try? Grammar(schema: schema) else { continue }
      var constraint = Constraint(grammar, Vocabularies.mixed)
      var text: [UInt8] = []
      for _ in 0..<20 {
        let rest = constraint.shortestCompletion()
        var fork = constraint
        fork.take(rest)
        fork.end()
        let value = try JSONValue(parsing: text + rest)
        #expect(SchemaValidator(schema).isValid(value), "\(schema) \(value)")
        #expect(constraint.minimumBudget <= rest.count + 2 || !rest.isEmpty)
        if constraint.mustEnd { break }
        var mask = TokenMask(count: 0)
        constraint.fillMask(&mask)
        let token = try #require(mask.ids.randomElement(using: &random))
        constraint.take(token)
        if constraint.isFinished { break }
        text += Vocabularies.mixed.tokens[token]
      }
    }
  }

  @Test func forcedBytesAreAllThatCanCome() throws {
    let schema = try json(
      #"{"type":"object","properties":{"title":{"type":"string"},"days":{"const":3},"kind":{"enum":["abc","abd"]}},"required":["title","days","kind"]}"#
    )
    var constraint = Constraint(try Grammar(schema: schema), Vocabularies.mixed)
    #expect(constraint.forcedBytes() == Array("{\"title\":\"".utf8))
    constraint.take("{\"title\":\"x".utf8)
    #expect(constraint.forcedBytes() == [])
    constraint.take("\"".utf8)
    #expect(constraint.forcedBytes() == Array(",\"days\":3,\"kind\":\"ab".utf8))
    constraint.take(constraint.forcedBytes() + [0x63])
    #expect(constraint.forcedBytes() == Array("\"}".utf8))
    constraint.take("\"}".utf8)
    #expect(constraint.forcedBytes() == [] && constraint.mustEnd)
  }

  @Test func extensionsOfForcedText() throws {
    let schema = try json(
      #"{"type":"object","properties":{"name":{"enum":["abc","abd"]},"x":{"type":"integer"}},"required":["name","x"]}"#)
    let constraint = Constraint(try Grammar(schema: schema), Vocabularies.mixed)
    let forced = constraint.forcedBytes()
    #expect(forced == Array("{\"name\":\"ab".utf8))
    // "abc" goes on after "ab", and nothing after "\"ab"; `":"` ends before it.
    var after = constraint
    after.take(forced)
    let tails = [("ab", true), ("\"ab", false), ("{\"name\":\"ab", false), ("", true)]
    for (tail, expected) in tails {
      #expect(after.extensions(of: Array(tail.utf8)[...], limit: 1).isEmpty != expected, "\(tail)")
    }
    #expect(after.extensions(of: [], limit: 0).isEmpty)
    // Brute force over every token, from places that random tokens lead to.
    var schemas = RandomSchemas(seed: 77)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20 {
      guard let grammar = try? Grammar(schema: schemas.next()) else { continue }
      let start = Constraint(grammar, Vocabularies.mixed)
      let text = start.shortestCompletion().prefix(4 + random.next(20))
      for offset in 0...text.count {
        var before = start
        before.take(text[..<offset])
        var after = start
        after.take(Array(text))
        let tail = Array(text[offset...])
        let expected = Vocabularies.mixed.tokens.indices.filter {
          let token = Vocabularies.mixed.tokens[$0]
          return token.count > tail.count && token.starts(with: tail) && before.allows($0)
        }
        #expect(after.extensions(of: tail[...], limit: 10_000).sorted() == expected)
        #expect(after.extensions(of: tail[...], limit: 1).count == min(expected.count, 1))
      }
    }
  }

  @Test func forksAreApart() throws {
    let grammar = try Grammar(schema: json(#"{"type":"array","items":{"type":"integer"}}"#))
    var constraint = Constraint(grammar, Vocabularies.mixed)
    constraint.take("[1,".utf8)
    let saved = constraint
    constraint.take("2]".utf8)
    #expect(constraint.canEnd && !saved.canEnd)
    #expect(saved.snapshot.value == [1])
    constraint = saved
    constraint.take("3]".utf8)
    #expect(constraint.snapshot.value == [1, 3])
  }
}
