// SPDX-License-Identifier: Apache-2.0
import Foundation
import OrderedJSON
import TestSupport
import Testing

@testable import ConstrainedDecoding

private let largeVocabulary: URL? = {
  guard let folder = ProcessInfo.processInfo.environment["INFER_TEST_VOCABULARIES"] else { return nil }
  let url = URL(filePath: folder).appending(path: "qwen2.5-coder-0.5b.vocab")
  return FileManager.default.fileExists(atPath: url.path) ? url : nil
}()

/// Checks against a large vocabulary, run where `INFER_TEST_VOCABULARIES` names a folder that has it.
///
/// Of each token a `.vocab` file has three bytes of length, lowest first, a zero byte, then the bytes of the token.
@Suite(.enabled(if: largeVocabulary != nil)) struct VocabularyMaskTests {
  static let vocabulary: VocabularyTrie? = {
    guard let file = largeVocabulary, let data = try? [UInt8](Data(contentsOf: file)) else { return nil }
    var tokens: [[UInt8]] = []
    var index = 0
    while index + 4 <= data.count {
      let count = Int(data[index]) | Int(data[index + 1]) << 8 | Int(data[index + 2]) << 16
      tokens.append(Array(data[(index + 4)..<min(index + 4 + count, data.count)]))
      index += 4 + count
    }
    return VocabularyTrie(tokens: tokens, endOfGeneration: [tokens.count - 1])
  }()

  static func check(_ constraint: Constraint, budget: Int?, _ context: String) -> TokenMask {
    let mask = constraint.tokenMask(budget: budget)
    for token in 0..<constraint.trie.vocabularySize where mask[token] != constraint.allows(token, budget: budget) {
      Issue.record("\(context): budget \(budget ?? -1): token \(token) \(constraint.trie.tokens[token]) \(mask[token])")
    }
    return mask
  }

  @Test(arguments: 0..<8)
  func masksAreWhatEachTokenSays(seed: Int) throws {
    let vocabulary = try #require(Self.vocabulary)
    var schemas = RandomSchemas(seed: UInt64(900 + seed))
    var random = SeededGenerator(seed: UInt64(seed))
    var states = 0
    while states < 250 {
      let schema = schemas.next()
      let isOpen = random.next(2) == 0
      let whitespace = random.pick([GrammarOptions.Whitespace.compact, .flexible()])
      var choices = options(whitespace, undeclared: isOpen)
      choices.propertyOrder = random.pick([.schema, .any])
      guard let grammar = try? Grammar(schema: schema, options: choices) else { continue }
      var constraint = Constraint(grammar, vocabulary)
      for step in 0..<24 {
        // A second walk comes to states that share the masks of the first.
        if step == 12 { constraint = Constraint(grammar, vocabulary) }
        states += 1
        let ids = Self.check(constraint, budget: nil, "\(schema)").ids
        let budget = constraint.minimumBudget + random.pick([0, 1, 3, 10, 40])
        _ = Self.check(constraint, budget: budget, "\(schema)")
        // Tokens that end something as often as any other.
        let ends = ids.filter { vocabulary.tokens[$0].contains { "\",:]}".utf8.contains($0) } }
        guard let token = (random.next(2) == 0 ? ids : ends).randomElement(using: &random) ?? ids.first else { break }
        constraint.take(token)
        if constraint.isFinished { break }
      }
    }
  }
}
