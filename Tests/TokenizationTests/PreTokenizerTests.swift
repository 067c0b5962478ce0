// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport
import Testing

@testable import Tokenization

@Suite struct PreTokenizerTests {
  static func pieces(_ name: String?, _ text: String) throws -> [String] {
    let preTokenizer = try #require(PreTokenizer(name: name))
    var text = text
    return text.withUTF8 { bytes in
      UnicodeClass.table.withUnsafeBufferPointer { classes in
        guard let base = bytes.baseAddress else { return [] }
        var pieces: [String] = []
        preTokenizer.forEachPiece(in: ScalarText(base: base, end: bytes.count, classes: classes.baseAddress!)) {
          pieces.append(String(decoding: bytes[$0], as: UTF8.self))
        }
        return pieces
      }
    }
  }

  static let cases: [(name: String?, text: String, pieces: [String])] = [
    ("gpt-2", "I'll go  to 12a!?\n\n x", ["I", "'ll", " go", " ", " to", " 12", "a", "!?", "\n\n", " x"]),
    ("gpt-2", "DON'T don't", ["DON", "'", "T", " don", "'t"]),
    ("gpt-2", "a \u{301}b  ", ["a", " \u{301}", "b", "  "]),
    ("smollm", "a  12 b", ["a", "  ", "1", "2", " b"]),
    ("smollm", "½٣x", ["½", "٣", "x"]),
    ("llama-bpe", "I'LL 12345\r\n\r\n  x(y)", ["I", "'LL", " ", "123", "45", "\r\n\r\n", " ", " x", "(y", ")"]),
    ("llama-bpe", "a.b!!\n\nc \n d", ["a", ".b", "!!\n\n", "c", " \n", " d"]),
    ("llama-bpe", "\ta \u{3000}北京", ["\ta", " ", "\u{3000}北京"]),
    ("qwen2", "v1234", ["v", "1", "2", "3", "4"]),
    ("qwen2", "e\u{301}x", ["e", "\u{301}x"]),
    ("qwen35", "e\u{301}x", ["e\u{301}x"]),
    (nil, "a+b, 12345x 'll", ["a", "+", "b", ",", " ", "123", "45", "x", " ", "'", "ll"]),
    (nil, "", []),
  ]

  @Test(arguments: 0..<cases.count) func cuts(_ number: Int) throws {
    let (name, text, pieces) = Self.cases[number]
    #expect(try Self.pieces(name, text) == pieces)
  }

  /// Every byte is in one piece, none is empty, whatever the text.
  @Test(arguments: ["gpt-2", "smollm", "llama-bpe", "qwen2", "qwen35", "falcon", "deepseek-llm", "tekken", nil])
  func piecesCoverText(_ name: String?) throws {
    var random = SeededGenerator(seed: 11)
    let scalars = Array("aB1½ \n\r\t'slétd.,!-\u{301}\u{200D}北😀\u{A0}\u{2028}\u{0}".unicodeScalars)
    for _ in 0..<500 {
      var text = ""
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        text.unicodeScalars.append(scalars.randomElement(using: &random)!)
      }
      let pieces = try Self.pieces(name, text)
      #expect(Array(pieces.joined().utf8) == Array(text.utf8))
      #expect(pieces.allSatisfy { !$0.isEmpty })
    }
  }

  static let names = [
    "falcon", "deepseek-llm", "deepseek-coder", "deepseek-v3", "spark2_5", "tekken", "gpt-4o", "jais-2", "seed-coder",
    "bailingmoe", "ufakzeka", "laguna", "minicpm5", "bloom", "viking", "gpt-2", "smollm", "llama-bpe", "qwen2",
    "qwen35",
    "default",
  ]

  /// The pieces that the PyPI package `regex` finds with the expressions of each name.
  @Test(arguments: names) func expressions(_ name: String) throws {
    let fixture = try JSONValue(parsing: fixtureBytes("tokenization/pieces.json"))
    let expected = try #require(fixture["lengths"]?[name]?.arrayValue)
    let texts = SmallVocabulary.strings(fixture["texts"])
    #expect(expected.count == texts.count)
    for (text, lengths) in zip(texts, expected) {
      let pieces = try Self.pieces(name, text)
      #expect(pieces.map(\.utf8.count) == SmallVocabulary.integers(lengths), "\(text.debugDescription) \(pieces)")
    }
  }

  @Test(arguments: [
    "hunyuan-dense", "joyai-llm", "hy_v4", "llama4", "kanana2", "talkie", "minimax-m2", "bailingmoe2", "llada-moe",
    "poro-chat", "gpt3-finnish", "falcon3", "pixtral", "olmo", "dbrx", "refact", "deepseek-r1-qwen", "lfm2",
  ])
  func otherNames(_ name: String) { #expect(PreTokenizer(name: name) != nil) }

  @Test func unknownNames() {
    #expect(PreTokenizer(name: "nosuch") == nil)
    #expect(PreTokenizer(name: nil) == PreTokenizer(name: "default"))
  }
}
