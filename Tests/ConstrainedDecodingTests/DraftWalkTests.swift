// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport
import Testing

@testable import ConstrainedDecoding

/// Drafts with everything that the machine counts, walked at random.
@Suite struct DraftWalkTests {
  static func grammar(_ draft: GrammarDraft, _ root: Int, _ options: GrammarOptions) throws -> Grammar? {
    do {
      return try Grammar(draft, root: root, options: options, notes: [])
    } catch {
      if case .unsatisfiable = error.kind { return nil }
      throw error
    }
  }

  /// Members in JSON text, repeated keys included.
  static func memberCount(_ text: [UInt8]) -> Int {
    var (count, isInString, isEscaped) = (0, false, false)
    for byte in text {
      if isEscaped {
        isEscaped = false
      } else if isInString, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString.toggle()
      } else if byte == UInt8(ascii: ":"), !isInString {
        count += 1
      }
    }
    return count
  }

  static func memberCount(_ value: JSONValue) -> Int {
    switch value {
    case .object(let object): object.count + object.values.reduce(0) { $0 + memberCount($1) }
    case .array(let items): items.reduce(0) { $0 + memberCount($1) }
    default: 0
    }
  }

  private func check(_ text: [UInt8], _ draft: GrammarDraft, _ root: Int) {
    let value = try? JSONValue(parsing: text)
    guard let value, DraftValidator(draft: draft).isValid(value, root) else {
      Issue.record("\(DraftText(draft).text(root)): invalid \(String(decoding: text, as: UTF8.self))")
      return
    }
    #expect(
      Self.memberCount(text) == Self.memberCount(value),
      "\(DraftText(draft).text(root)): a key twice: \(String(decoding: text, as: UTF8.self))")
  }

  @Test(arguments: 0..<10)
  func everyWalkWithinItsBudgetIsAValidValue(seed: Int) throws {
    var drafts = RandomDrafts(seed: UInt64(seed))
    var random = SeededGenerator(seed: UInt64(seed))
    var compiled = 0
    for round in 0..<60 {
      let (draft, root) = drafts.next()
      guard let grammar = try Self.grammar(draft, root, options(seed % 2 == 0 ? .compact : .flexible(maximumRun: 2)))
      else { continue }
      compiled += 1
      let minimum = Constraint(grammar, Vocabularies.mixed).minimumBudget
      for extra in [0, 1, 2, 5, 20] {
        guard let text = GenerationWalkTests.walk(grammar, Vocabularies.mixed, budget: minimum + extra, &random) else {
          Issue.record(
            "seed \(seed), round \(round): no value within \(minimum) + \(extra): \(DraftText(draft).text(root))")
          continue
        }
        check(text, draft, root)
      }
    }
    #expect(compiled > 20)
  }

  @Test(arguments: 0..<10)
  func walksWithoutABudgetNeverEndDead(seed: Int) throws {
    var drafts = RandomDrafts(seed: UInt64(100 + seed))
    var random = SeededGenerator(seed: UInt64(seed))
    for round in 0..<60 {
      let (draft, root) = drafts.next()
      guard let grammar = try Self.grammar(draft, root, options(.compact)) else { continue }
      var constraint = Constraint(grammar, Vocabularies.mixed)
      var text: [UInt8] = []
      var mask = TokenMask(count: 0)
      var steps = 0
      var budget: Int?
      while !constraint.mustEnd {
        steps += 1
        if steps == 60 { budget = constraint.minimumBudget }
        constraint.fillMask(&mask, budget: budget)
        guard let token = mask.ids.randomElement(using: &random), constraint.accept(token) else {
          Issue.record(
            "seed \(seed), round \(round): dead after \(String(decoding: text, as: UTF8.self)): \(DraftText(draft).text(root))"
          )
          break
        }
        if constraint.isFinished { break }
        text += Vocabularies.mixed.tokens[token]
        if let left = budget { budget = left - 1 }
      }
      if constraint.mustEnd { check(text, draft, root) }
    }
  }

  @Test(arguments: 0..<5)
  func masksAreWhatEachTokenSays(seed: Int) throws {
    var drafts = RandomDrafts(seed: UInt64(200 + seed))
    var random = SeededGenerator(seed: UInt64(seed))
    for round in 0..<40 {
      let (draft, root) = drafts.next()
      guard let grammar = try Self.grammar(draft, root, options(.flexible(maximumRun: 1))) else { continue }
      var constraint = Constraint(grammar, Vocabularies.mixed)
      var text: [UInt8] = []
      for step in 0..<25 where !constraint.mustEnd {
        let budget = step % 2 == 0 ? nil : constraint.minimumBudget + random.next(3)
        var mask = TokenMask(count: 0)
        constraint.fillMask(&mask, budget: budget)
        for token in Vocabularies.mixed.tokens.indices where mask[token] != constraint.allows(token, budget: budget) {
          let name = String(decoding: Vocabularies.mixed.tokens[token], as: UTF8.self)
          if Vocabularies.mixed.tokens[token].isEmpty { continue }
          Issue.record(
            "seed \(seed), round \(round): \(mask[token]) \(name) \(budget ?? -1) after \(String(decoding: text, as: UTF8.self))"
          )
        }
        guard let token = mask.ids.randomElement(using: &random) else { break }
        constraint.take(token)
        if constraint.isFinished { break }
        text += Vocabularies.mixed.tokens[token]
      }
    }
  }
}
