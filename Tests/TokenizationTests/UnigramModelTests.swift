// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Tokenization

@Suite struct UnigramModelTests {
  static let map = SmallNormalizationMap.compiled([
    ("é", "e"), ("ﬁ", "fi"), ("\t", " "), ("\n", " "), ("\u{3000}", " "), ("\u{200B}", ""), ("№", "No"), ("ba", "b a"),
    ("bab", "  "), ("Z", " z "), ("\u{1F600}", "▁"),
  ])

  static let changes: [(name: String, change: @Sendable (inout VocabularyDescription) -> Void)] = [
    ("as it is", { _ in }),
    ("no prefix", { $0.addSpacePrefix = false }),
    ("extra spaces removed", { $0.removeExtraWhitespaces = true }),
    ("a map", { $0.precompiledCharsMap = map }),
    ("a map, extra spaces removed", { ($0.precompiledCharsMap, $0.removeExtraWhitespaces) = (map, true) }),
    (
      "a map, extra spaces removed, no prefix",
      { ($0.precompiledCharsMap, $0.removeExtraWhitespaces, $0.addSpacePrefix) = (map, true, false) }
    ),
    ("equal scores", { $0.scores = Array(repeating: -1, count: 900) }),
    ("few scores", { $0.scores = (0..<900).map { -Float($0 % 3) } }),
    ("scores of tenths", { $0.scores = (0..<900).map { -Float($0 % 37) / 10 } }),
    ("scores above zero", { $0.scores = (0..<900).map { Float($0 % 11) } }),
    ("scores not numbers", { $0.scores = (0..<900).map { $0 % 5 == 0 ? .nan : -Float($0) } }),
    ("no bytes", { description in description.types = description.types?.map { $0 == 6 ? 3 : $0 } }),
    (
      "a byte missing",
      { description in if let id = description.types?.firstIndex(of: 6) { description.types?[id] = 3 } }
    ),
    ("half of the tokens", { description in for id in 300..<900 where id % 2 == 0 { description.types?[id] = 3 } }),
    ("unused tokens", { description in for id in 300..<900 where id % 3 == 0 { description.types?[id] = 5 } }),
    (
      "one ordinary token",
      { description in
        for id in 0..<900 where id != 400 { if description.types?[id] == 1 { description.types?[id] = 3 } }
      }
    ),
  ]

  static func texts(_ count: Int, seed: UInt64) -> [String] {
    var random = SeededGenerator(seed: seed)
    let words = ["é", "ﬁ", "\t", "\n", "\u{3000}", "\u{200B}", "№", "ba", "bab", "Z", "😀", " ", "  ", "b", "a"]
    return PieceEncoderTests.texts(count, seed: seed)
      + (0..<count).map { _ in
        (0..<Int.random(in: 0...40, using: &random)).map { _ in words.randomElement(using: &random)! }.joined()
      }
  }

  /// The ids of libsentencepiece, for any vocabulary, map and text.
  @Test(arguments: ["plain", "prefixed"], 0..<changes.count)
  func agreesWithLibrary(_ kind: String, _ number: Int) throws {
    var description = try SmallVocabulary.sentencePiece(kind).description
    description.model = "t5"
    Self.changes[number].change(&description)
    let vocabulary = try Vocabulary(description)
    guard case .unigram(let encoder) = try vocabulary.makeEncoder(description) else {
      Issue.record("another encoder")
      return
    }
    let library = try vocabulary.makeLibraryEncoder(description)
    let small = try SmallVocabulary.sentencePiece(kind).texts
    // Bytes that are no text, and a text of several chunks.
    let invalid: [[UInt8]] = [
      [0xFF], [0x61, 0xC3], [0xED, 0xA0, 0x80, 0x20], [0xE0, 0x80, 0xAF], [0xF4, 0x90, 0x80, 0x80],
    ]
    let long = Self.texts(200, seed: 50).joined(separator: "a b")
    let texts = (small + Self.texts(25, seed: UInt64(number)) + [long]).map { Array($0.utf8) } + invalid
    for text in texts where !text.isEmpty {
      for isAfterSpecial in [true, false] {
        var (found, expected): ([TokenID], [TokenID]) = ([], [])
        text.withUnsafeBufferPointer {
          encoder.encode($0, isAfterSpecial: isAfterSpecial, into: &found)
          library.encode($0, isAfterSpecial: isAfterSpecial, into: &expected)
        }
        #expect(
          found == expected, "\(Self.changes[number].name): \(String(decoding: text, as: UTF8.self).debugDescription)")
      }
    }
  }

  /// Rows that a cut can be slow for: one character, bytes without tokens, tokens that hold each other.
  @Test(arguments: ["a", "字", "\u{FFFD}", " ", "ab"]) func longRows(_ unit: String) throws {
    var description = try SmallVocabulary.sentencePiece("plain").description
    description.model = "t5"
    let tokenizer = try Tokenizer(description)
    let text = String(repeating: unit, count: 200_000)
    let ids = tokenizer.encode(text, parsingSpecialTokens: false)
    #expect(tokenizer.decode(ids) == text)
  }
}
