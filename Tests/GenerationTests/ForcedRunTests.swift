// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import OrderedJSON
import Testing
import Tokenization

@testable import Generation

/// Forced runs along canonical tokens are those tokens, with vocabularies whose merges cross every border of JSON.
struct ForcedRunTests {
  static let schemas = [
    #"{"const":{"a":[{"b":"ab"}],"ba":[[],{}]}}"#,
    #"{"enum":["ab","abc","b\"a",{"a":1},{"a":{"b":[]}}]}"#,
    #"{"type":"array","items":{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"],"additionalProperties":false},"maxItems":3}"#,
    #"{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"string","maxLength":3}},"required":["b"],"additionalProperties":false},"ab":{"enum":["a","ab",null]}},"required":["a"],"additionalProperties":false}"#,
    #"{"type":"object","properties":{"é":{"enum":["é","è","naïve"]},"b":{"type":"array","items":{"enum":["","a"]},"maxItems":4}},"required":["é","b"],"additionalProperties":false}"#,
    #"{"type":"array","prefixItems":[{"const":"ab ab"},{"type":"integer","minimum":0,"maximum":99}],"minItems":2,"items":{"enum":["ba","b",[],{}]},"maxItems":4}"#,
  ]

  /// A byte-level vocabulary with merges drawn at random.
  fileprivate func tokenizer(_ random: inout SystemIndependentGenerator) throws -> Tokenizer {
    let plain = Set(Array(33...126) + Array(161...172) + Array(174...255))
    var next = 256
    var names: [String] = []
    for byte in 0...255 {
      let code = plain.contains(byte) ? byte : next
      if !plain.contains(byte) { next += 1 }
      names.append(String(UnicodeScalar(UInt32(code))!))
    }
    var pool = "{}[]\",:ab1".map(String.init) + ["Ã", "©", "\u{120}"]
    var merges: [String] = []
    while merges.count < 120 {
      let (left, right) = (pool.randomElement(using: &random)!, pool.randomElement(using: &random)!)
      if names.contains(left + right) || left.count + right.count > 5 { continue }
      merges.append("\(left) \(right)")
      names.append(left + right)
      pool.append(left + right)
    }
    var description = VocabularyDescription(model: "gpt2", tokens: ByteStringTable(names))
    description.merges = ByteStringTable(merges)
    description.pre = "qwen2"
    return try Tokenizer(description)
  }

  @Test(arguments: 0..<UInt64(12)) func runsAlongCanonicalTokensAreCanonical(seed: UInt64) throws {
    var random = SystemIndependentGenerator(state: seed)
    let tokenizer = try tokenizer(&random)
    let trie = VocabularyTrie(tokens: tokenizer.tokenBytes(), endOfGeneration: [])
    var options = GrammarOptions()
    options.whitespace = .compact
    for schema in Self.schemas {
      let start = Constraint(try Grammar(schema: JSONValue(parsing: schema), options: options), trie)
      for _ in 0..<6 {
        var (writer, text) = (start, [UInt8]())
        while !writer.mustEnd, text.count < 200 {
          guard
            let byte = writer.nextBytes().filter({ $0 < 0x7F || !$0.isMultiple(of: 3) }).randomElement(using: &random)
          else { break }
          let isTaken = writer.accept(bytes: [byte])
          #expect(isTaken)
          text.append(byte)
        }
        guard writer.canEnd else { continue }
        let canonical = tokenizer.encode(String(decoding: text, as: UTF8.self), parsingSpecialTokens: false)
        var (constraint, at) = (start, 0)
        while at < canonical.count {
          let run = ForcedRun.next(constraint, after: Array(canonical[..<at]), budget: 1000, tokenizer)
          var end = at + 1
          if let run, !run.tokens.isEmpty {
            end = at - run.replaced + run.tokens.count
            #expect(run.replaced == 0 && end <= canonical.count, "\(String(decoding: text, as: UTF8.self))")
            #expect(run.tokens == Array(canonical[at..<max(at, min(end, canonical.count))]), "\(schema)")
            end = max(at + 1, min(end, canonical.count))
          }
          for token in canonical[at..<end] {
            let isTaken = constraint.accept(Int(token))
            #expect(isTaken)
          }
          at = end
        }
      }
    }
  }
}

/// SplitMix64: the same numbers everywhere.
private struct SystemIndependentGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
