// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Tokenization

/// Long texts under vocabularies that libsentencepiece encodes: the tokens are those of the parts.
@Suite struct TextChunksTests {
  static func model(_ tokens: [String]) -> SentencePieceModel {
    SentencePieceModel(
      tokens: ByteStringTable(tokens), scores: [], types: Array(repeating: .normal, count: tokens.count), unknownID: 0,
      isUnigram: true)
  }

  /// The chunks of a text: their bytes, and whether a space before them was dropped.
  static func chunks(_ text: String, _ tokens: [String]) -> [(text: String, followsSpace: Bool)] {
    var text = text
    var result: [(String, Bool)] = []
    text.withUTF8 { bytes in
      TextChunks(model(tokens)).forEach(in: bytes) { chunk, isFirst, followsSpace in
        #expect(isFirst == result.isEmpty && chunk.count <= TextChunks.limit && !chunk.isEmpty)
        result.append((String(decoding: chunk, as: UTF8.self), followsSpace))
      }
    }
    return result
  }

  @Test func cutsAtSpacesThatNoTokenHolds() {
    let text = Array(repeating: "ab ba", count: 5000).joined(separator: "  ")
    let chunks = Self.chunks(text, ["▁ab", "a", "b"])
    #expect(chunks.count > 3 && chunks.dropFirst().allSatisfy(\.followsSpace))
    #expect(chunks.reduce("") { $0 + ($1.followsSpace ? " " : "") + $1.text } == text)
    #expect(chunks.allSatisfy { !$0.text.hasPrefix(" ") && !$0.text.hasSuffix(" ") })
    // A token holds a space inside.
    #expect(Self.chunks(text, ["▁ab", "ab▁ba"]).allSatisfy { !$0.followsSpace })
  }

  @Test(arguments: ["字", "é", "a", "👨‍👩‍👧", " ", "e\u{301}", "<0x97>"]) func cutsAnyText(_ unit: String) {
    let text = String(repeating: unit, count: 20_000)
    let chunks = Self.chunks(text, ["▁ab", "a", "b"])
    // No scalar is cut, so nothing is lost.
    #expect(chunks.map(\.text).joined() == text && chunks.allSatisfy { !$0.followsSpace })
  }

  @Test func likeliestCutOfLongTexts() throws {
    for prefix in [true, false] {
      let tokenizer = try UnigramTests.tokenizer { $0.addSpacePrefix = prefix }
      var random = SeededGenerator(seed: 8)
      let words = (0..<6000).map { _ in
        String((0..<Int.random(in: 1...5, using: &random)).map { _ in "ab".randomElement(using: &random)! })
      }
      let expected = words.enumerated().flatMap { number, word in
        UnigramTests.best((prefix || number > 0 ? "▁" : "")[...] + word)!.ids
      }
      #expect(tokenizer.encode(words.joined(separator: " "), parsingSpecialTokens: false) == expected)
    }
  }

  /// Of unknown characters in a row one token stands for all, however long the row.
  @Test func longRowsOfUnknownCharacters() throws {
    let tokenizer = try UnigramTests.tokenizer()
    for unit in ["北", "Z", "北京 Z", "Z\u{301}"] {
      let text = "a" + String(repeating: unit, count: 40_000)
      let ids = tokenizer.encode(text, parsingSpecialTokens: false)
      #expect(ids.first == 7 && !zip(ids, ids.dropFirst()).contains { $0 == 2 && $1 == 2 }, "\(unit)")
      #expect(unit.contains(" ") || ids == [7, 2], "\(unit)")
    }
  }
}
