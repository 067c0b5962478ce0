// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport
import Testing

@testable import ConstrainedDecoding

/// States that share a mask must allow the same tokens.
@Suite struct MaskKeySummaryTests {
  /// Several walks through one grammar, and through others with the same vocabulary, so that most masks are not new ones.
  @Test(arguments: 0..<8)
  func sharedMasksAreWhatEachTokenSays(seed: Int) throws {
    var schemas = RandomSchemas(seed: UInt64(4_000 + seed))
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<8 {
      let inner = schemas.next()
      var members: JSONObject = ["a": inner, "b": schemas.next(), "ab": ["type": "boolean"], "n": inner, "k": true]
      if random.next(2) == 0 { members["%"] = ["type": "string"] }
      var schema: JSONObject = ["type": "object", "properties": .object(members)]
      switch random.next(6) {
      case 0: schema["required"] = ["n", "ab"]
      case 1: schema["maxProperties"] = 2
      case 2: schema["minProperties"] = 3
      case 3: schema["additionalProperties"] = ["type": "integer"]
      case 4:
        schema["patternProperties"] = ["^[a1]{1,2}$": ["type": ["integer", "string", "boolean", "object", "null"]]]
      default: schema["additionalProperties"] = false
      }
      let isOpen = random.next(2) == 0
      var choices = options(
        random.pick([.compact, .flexible(maximumRun: 2), .python]), undeclared: isOpen)
      choices.propertyOrder = random.pick([.schema, .any, .any])
      choices.maximumDepth = random.pick([4, 64])
      choices.acceptsUnenforced = true
      guard let grammar = try? Grammar(schema: .object(schema), options: choices) else { continue }
      for _ in 0..<4 {
        var constraint = Constraint(grammar, Vocabularies.mixed)
        var text: [UInt8] = []
        for _ in 0..<24 {
          let context = "\(JSONValue.object(schema).text()), after \(String(decoding: text, as: UTF8.self))"
          let ids = MaskTests.check(constraint, context).ids
          // Short texts of few characters, so that objects go on and keys meet again.
          let likely = ids.filter { Vocabularies.mixed.tokens[$0].allSatisfy("{}[]:,\"ab1nk%".utf8.contains) }
          guard let token = (random.next(6) > 0 ? likely : ids).randomElement(using: &random) ?? ids.first else {
            break
          }
          constraint.take(token)
          text += Vocabularies.mixed.tokens[token]
          if constraint.isFinished { break }
        }
      }
    }
  }

  @Test func objectsWithOtherMembersBehindThemShareMasks() throws {
    let vocabulary = VocabularyTrie(
      tokens: Vocabularies.mixed.tokens, endOfGeneration: Vocabularies.mixed.endOfGeneration)
    var choices = options(.flexible(maximumRun: 3), undeclared: true)
    choices.propertyOrder = .any
    func follow(_ schema: String, _ text: String) throws -> (hits: Int, misses: Int) {
      let before = vocabulary.memo.counts
      var constraint = Constraint(try Grammar(schema: json(schema), options: choices), vocabulary)
      for byte in text.utf8 {
        _ = constraint.tokenMask()
        let isTaken = constraint.accept(bytes: CollectionOfOne(byte))
        #expect(isTaken)
      }
      return (vocabulary.memo.counts.hits - before.hits, vocabulary.memo.counts.misses - before.misses)
    }
    _ = try follow(#"{"properties":{"name":{"type":"string"},"id":{"type":"string"}}}"#, #"{"name": "ab", "id": "ab"}"#)
    // Between the quotes of a plain string, and after it, another schema's objects are the same.
    let next = try follow(#"{"properties":{"x":{"type":"string"},"y":{"type":"string"}}}"#, #"{"y": "abababababab"}"#)
    #expect(next.misses < next.hits)
  }
}
