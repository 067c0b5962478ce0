// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Tokenization

@Suite struct TokenizerTests {
  /// Ids of the PyPI package `tokenizers` for the same vocabulary under each pre-tokenizer.
  @Test(arguments: ["gpt-2", "smollm", "llama-bpe", "qwen2", "qwen35"])
  func byteLevelIDs(_ pre: String) throws {
    let vocabulary = try SmallVocabulary.byteLevel(pre: pre)
    let tokenizer = try vocabulary.tokenizer()
    let expected = SmallVocabulary.ids(vocabulary.fixture["ids"]?[pre])
    #expect(expected.count == vocabulary.texts.count)
    for (text, ids) in zip(vocabulary.texts, expected) {
      #expect(tokenizer.encode(text, parsingSpecialTokens: false) == ids, "\(text.debugDescription)")
      #expect(Array(tokenizer.decode(ids).utf8) == Array(text.utf8))
    }
  }

  /// Ids of the PyPI package `sentencepiece` for the model that the vocabulary was taken from.
  @Test(arguments: ["prefixed", "plain"])
  func sentencePieceIDs(_ kind: String) throws {
    let vocabulary = try SmallVocabulary.sentencePiece(kind)
    let tokenizer = try vocabulary.tokenizer()
    let expected = SmallVocabulary.ids(vocabulary.fixture[kind]?["ids"])
    #expect(expected.count == vocabulary.texts.count)
    for (text, ids) in zip(vocabulary.texts, expected) {
      // After a special token we put the space again, as llama.cpp does and the library does not.
      if kind == "prefixed", text.contains("<tool>") { continue }
      #expect(tokenizer.encode(text, parsingSpecialTokens: false) == ids, "\(text.debugDescription)")
      #expect(Array(tokenizer.decode(ids).utf8) == Array(text.utf8))
    }
  }

  @Test func specialTokensComeFromTemplateTextOnly() throws {
    let tokenizer = try SmallVocabulary.byteLevel(pre: "smollm").tokenizer()
    let end = try #require(tokenizer.token(named: "<|im_end|>"))
    let tool = try #require(tokenizer.token(named: "<tool>"))
    let text = "A<|im_end|>B<tool>"
    let content = tokenizer.encode(text, parsingSpecialTokens: false)
    #expect(!content.contains(end) && content.last == tool)
    #expect(tokenizer.decode(content) == text)
    let template = tokenizer.encode(text, parsingSpecialTokens: true)
    #expect(template == [content[0], end, tokenizer.encode("B", parsingSpecialTokens: false)[0], tool])

    let cases: [(segments: [PromptSegment], hasEnd: Bool)] = [
      ([PromptSegment(text, isTemplate: true)], true),
      ([PromptSegment(text, isTemplate: false)], false),
      ([PromptSegment("<|im_", isTemplate: true), PromptSegment("end|>", isTemplate: true)], true),
      ([PromptSegment("<|im_", isTemplate: true), PromptSegment("end|>", isTemplate: false)], false),
      ([PromptSegment("<|im_", isTemplate: false), PromptSegment("end|>", isTemplate: true)], false),
      (
        [
          PromptSegment("<|im_", isTemplate: true), PromptSegment("", isTemplate: false),
          PromptSegment("end|>", isTemplate: true),
        ], true
      ),
      ([PromptSegment("<|im_end|", isTemplate: true), PromptSegment(">", isTemplate: false)], false),
      ([PromptSegment("a", isTemplate: false), PromptSegment("<|im_end|>", isTemplate: true)], true),
    ]
    for (segments, hasEnd) in cases {
      #expect(tokenizer.encode(segments).contains(end) == hasEnd, "\(segments)")
    }
  }

  /// Ordinary text is encoded as one, wherever its segments meet.
  @Test func segmentsMergeAcrossBorders() throws {
    let tokenizer = try SmallVocabulary.byteLevel(pre: "qwen2").tokenizer()
    var random = SeededGenerator(seed: 7)
    let text = "user\n\n  Hello there, it's 1234 déjà vu 北京 <tool>\n"
    for _ in 0..<200 {
      var segments: [PromptSegment] = []
      var rest = text[...]
      while !rest.isEmpty {
        let part = rest.prefix(Int.random(in: 1...6, using: &random))
        segments.append(PromptSegment(String(part), isTemplate: Bool.random(using: &random)))
        rest = rest.dropFirst(part.count)
      }
      #expect(tokenizer.encode(segments) == tokenizer.encode(text, parsingSpecialTokens: false))
    }
  }

  /// Every id has bytes that decode alone, and every scalar survives the way there and back.
  @Test(arguments: ["smollm", "llama-bpe", "plain", "prefixed"])
  func roundTrip(_ kind: String) throws {
    let isByteLevel = kind == "smollm" || kind == "llama-bpe"
    let tokenizer =
      try isByteLevel
      ? SmallVocabulary.byteLevel(pre: kind).tokenizer() : SmallVocabulary.sentencePiece(kind).tokenizer()
    for id in 0..<TokenID(tokenizer.vocabularySize) {
      let bytes = tokenizer.bytes(of: id)
      #expect(bytes.isEmpty == tokenizer.isControl(id), "\(id)")
      #expect(!tokenizer.pieceText(of: id).isEmpty)
    }
    var text = ""
    for value in UInt32(0)..<0x11_0000 where value < 0x500 || value % 97 == 0 {
      // U+2581 stands for a space in SentencePiece vocabularies.
      guard let scalar = Unicode.Scalar(value), isByteLevel || value != 0x2581 else { continue }
      text.unicodeScalars.append(scalar)
      text += value % 5 == 0 ? " " : ""
    }
    let ids = tokenizer.encode(text, parsingSpecialTokens: false)
    #expect(Array(tokenizer.decode(ids).utf8) == Array(text.utf8))
    #expect(tokenizer.tokenBytes().count == tokenizer.vocabularySize)
  }

  @Test func firstAndLastTokens() throws {
    let vocabulary = try SmallVocabulary.sentencePiece("plain")
    let a = try vocabulary.tokenizer().encode("a", parsingSpecialTokens: false)
    #expect(try vocabulary.tokenizer().encode("a", parsingSpecialTokens: false, addingSpecials: true) == [1] + a)
    let both = try vocabulary.tokenizer { $0.addEOS = true }
    #expect(both.encode("a", parsingSpecialTokens: false, addingSpecials: true) == [1] + a + [2])
    let none = try vocabulary.tokenizer { $0.addBOS = false }
    #expect(none.encode("a", parsingSpecialTokens: false, addingSpecials: true) == a)
    #expect(none.encode("", parsingSpecialTokens: false).isEmpty)
    #expect(none.encode([PromptSegment]()).isEmpty)
    // A beginning written by the template is one token, not two.
    #expect(both.encode([PromptSegment("<s>a", isTemplate: true)]) == [1] + a)
  }

  @Test func endOfGeneration() throws {
    let vocabulary = try SmallVocabulary.byteLevel(pre: "smollm")
    let tokenizer = try vocabulary.tokenizer { $0.eosID = 2 }
    let texts = tokenizer.endOfGeneration.map { tokenizer.pieceText(of: $0) }
    #expect(Set(texts).isSuperset(of: ["<|im_end|>", "<|endoftext|>"]))
    // A file may call such a token ordinary; it is control all the same.
    let ordinary = try vocabulary.tokenizer { $0.types = nil }
    let end = try #require(ordinary.token(named: "<|im_end|>"))
    #expect(ordinary.isControl(end) && ordinary.endOfGeneration.contains(end))
    #expect(!ordinary.encode("<|im_end|>", parsingSpecialTokens: false).contains(end))
    // The ids of the file count whatever their text, unless they are beyond the vocabulary.
    let named = try vocabulary.tokenizer {
      $0.eosID = 300
      $0.eotID = 301
      $0.eomID = 99_999
    }
    #expect(named.endOfGeneration.isSuperset(of: [300, 301]) && !named.endOfGeneration.contains(99_999))
  }

  /// Long pieces take the heap, short ones the search; both give the same.
  @Test func longPieces() throws {
    let tokenizer = try SmallVocabulary.byteLevel(pre: "qwen2").tokenizer()
    let word = "internationalization"
    let ids = tokenizer.encode(String(repeating: word, count: 2), parsingSpecialTokens: false)
    #expect(ids.count < 2 * word.count)
    for count in [1, 2, 3, 10, 100, 20_000] {
      let text = String(repeating: word, count: count)
      let ids = tokenizer.encode(text, parsingSpecialTokens: false)
      #expect(tokenizer.decode(ids) == text)
    }
    for letters in 40...60 {
      let text = String(repeating: "a", count: letters)
      let short = tokenizer.encode(text, parsingSpecialTokens: false).map { tokenizer.bytes(of: $0).count }
      #expect(short.reduce(0, +) == letters)
    }
  }
}
