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

  /// A byte-level vocabulary whose merges join neighbours in `texts`, drawn at random.
  fileprivate func tokenizer(_ texts: [[UInt8]], _ random: inout SystemIndependentGenerator) throws -> Tokenizer {
    let plain = Set(Array(33...126) + Array(161...172) + Array(174...255))
    var next = 256
    var names: [String] = []
    for byte in 0...255 {
      let code = plain.contains(byte) ? byte : next
      if !plain.contains(byte) { next += 1 }
      names.append(String(UnicodeScalar(UInt32(code))!))
    }
    var cut = texts.map { $0.map { names[Int($0)] } }
    var merges: [String] = []
    while merges.count < 60 {
      let text = cut.randomElement(using: &random)!
      guard text.count > 1 else { continue }
      let index = Int.random(in: 1..<text.count, using: &random)
      let (left, right) = (text[index - 1], text[index])
      // Few pairs are left once tokens are long, and a token has one merge.
      if left.count + right.count > 6 || names.contains(left + right) {
        merges.append("")
        continue
      }
      merges.append("\(left) \(right)")
      names.append(left + right)
      for number in cut.indices {
        var joined: [String] = []
        for part in cut[number] {
          if part == right, joined.last == left { joined[joined.count - 1] += right } else { joined.append(part) }
        }
        cut[number] = joined
      }
    }
    var description = VocabularyDescription(model: "gpt2", tokens: ByteStringTable(names))
    description.merges = ByteStringTable(merges.filter { !$0.isEmpty })
    description.pre = "qwen2"
    return try Tokenizer(description)
  }

  /// Texts that the grammar allows, byte by byte at random.
  private func texts(_ grammar: Grammar, _ random: inout SystemIndependentGenerator) -> [[UInt8]] {
    (0..<8).compactMap { _ in
      var (writer, text) = (Constraint(grammar, .bytes), [UInt8]())
      while !writer.mustEnd, text.count < 400, let byte = writer.nextBytes().randomElement(using: &random) {
        let isTaken = writer.accept(bytes: [byte])
        #expect(isTaken)
        text.append(byte)
      }
      return writer.canEnd ? text : nil
    }
  }

  @Test(arguments: 0..<UInt64(24)) func runsAlongCanonicalTokensAreCanonical(seed: UInt64) throws {
    var random = SystemIndependentGenerator(state: seed)
    var options = GrammarOptions()
    options.whitespace = .compact
    let grammars = try Self.schemas.map { try Grammar(schema: JSONValue(parsing: $0), options: options) }
    let texts = grammars.map { self.texts($0, &random) }
    let tokenizer = try self.tokenizer(Array(texts.joined()), &random)
    let trie = VocabularyTrie(tokens: tokenizer.tokenBytes(), endOfGeneration: [])
    var forced = 0
    for (grammar, texts) in zip(grammars, texts) {
      #expect(!texts.isEmpty)
      for text in texts {
        let text = String(decoding: text, as: UTF8.self)
        let canonical = tokenizer.encode(text, parsingSpecialTokens: false)
        var (constraint, at) = (Constraint(grammar, trie), 0)
        while at < canonical.count {
          let run = ForcedRun.next(constraint, after: Array(canonical[..<at]), budget: 1000, tokenizer)
          var count = 1
          if let run, !run.tokens.isEmpty {
            let isCanonical = run.replaced == 0 && canonical[at...].starts(with: run.tokens)
            #expect(isCanonical, "\(text) from token \(at): \(run)")
            if isCanonical {
              count = run.tokens.count
              forced += count
            }
          }
          for token in canonical[at..<at + count] {
            let isTaken = constraint.accept(Int(token))
            #expect(isTaken)
          }
          at += count
        }
      }
    }
    #expect(forced > 100)
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
