// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Tokenization

/// Vocabularies that are wrong: a typed error or a documented default, never an access by a bad id.
@Suite struct HostileVocabularyTests {
  struct Case: Sendable {
    var name: String
    var isByteLevel = true
    var change: @Sendable (inout VocabularyDescription) -> Void
    /// Nil where the vocabulary loads.
    var kind: TokenizerError.Kind?
  }

  static let cases: [Case] = [
    Case(name: "unknown model", change: { $0.model = "nosuch" }, kind: .unknownModel("nosuch")),
    Case(name: "unknown pre-tokenizer", change: { $0.pre = "nosuch" }, kind: .unknownPreTokenizer("nosuch")),
    Case(name: "no pre-tokenizer", change: { $0.pre = nil }),
    Case(name: "no merges", change: { $0.merges = nil }, kind: .missingMerges),
    Case(name: "no tokens", change: { $0.tokens = ByteStringTable() }, kind: .emptyVocabulary),
    Case(name: "types short", change: { $0.types = [1, 1] }, kind: .typeCount(found: 2, expected: 1774)),
    Case(name: "types unknown", change: { $0.types = Array(repeating: -7, count: 1774) }),
    Case(
      name: "merges without a space",
      change: { $0.merges = ByteStringTable(["ab", "", " ", "  ", "a ", " a", "a b c"]) }),
    Case(name: "merges of no tokens", change: { $0.merges = ByteStringTable(["q q", "qq qq", "e l", "el lo"]) }),
    Case(
      name: "tokens not in the alphabet", change: { $0.tokens = ByteStringTable(Array(repeating: "日 本", count: 1774)) }),
    Case(
      name: "tokens not UTF-8",
      change: { description in
        var table = ByteStringTable()
        for id in 0..<1774 { table.append([0xC3, UInt8(id & 0xFF), 0xFF]) }
        description.tokens = table
      }),
    Case(name: "empty tokens", change: { $0.tokens = ByteStringTable(Array(repeating: "", count: 1774)) }),
    Case(
      name: "bad ids",
      change: {
        $0.bosID = -1
        $0.eosID = 1 << 40
        $0.eotID = 1774
        $0.unknownID = .min
        $0.addBOS = true
      }),
    Case(
      name: "scores short", isByteLevel: false, change: { $0.scores = [0, 0] },
      kind: .scoreCount(found: 2, expected: 900)),
    Case(name: "no scores", isByteLevel: false, change: { $0.scores = nil }),
    Case(name: "scores not numbers", isByteLevel: false, change: { $0.scores = Array(repeating: .nan, count: 900) }),
    Case(name: "scores infinite", isByteLevel: false, change: { $0.scores = Array(repeating: .infinity, count: 900) }),
    Case(name: "no types", isByteLevel: false, change: { $0.types = nil }),
    Case(name: "all unknown", isByteLevel: false, change: { $0.types = Array(repeating: 2, count: 900) }),
    Case(name: "all control", isByteLevel: false, change: { $0.types = Array(repeating: 3, count: 900) }),
    Case(name: "all bytes", isByteLevel: false, change: { $0.types = Array(repeating: 6, count: 900) }),
    Case(
      name: "equal tokens", isByteLevel: false,
      change: { $0.tokens = ByteStringTable(Array(repeating: "a", count: 900)) }),
    Case(
      name: "empty pieces", isByteLevel: false,
      change: { $0.tokens = ByteStringTable(Array(repeating: "", count: 900)) }),
    Case(
      name: "one token", isByteLevel: false,
      change: {
        $0 = VocabularyDescription(model: "llama", tokens: ByteStringTable(["a"]))
      }),
    Case(
      name: "bad special ids", isByteLevel: false,
      change: {
        $0.bosID = 9999
        $0.unknownID = 9999
        $0.eosID = -3
      }),
  ]

  @Test(arguments: 0..<cases.count) func loadsOrThrows(_ number: Int) throws {
    let test = Self.cases[number]
    let vocabulary =
      try test.isByteLevel ? SmallVocabulary.byteLevel(pre: "smollm") : SmallVocabulary.sentencePiece("prefixed")
    do {
      let tokenizer = try vocabulary.tokenizer(test.change)
      #expect(test.kind == nil, "\(test.name)")
      for text in vocabulary.texts {
        let ids = tokenizer.encode(text, parsingSpecialTokens: true, addingSpecials: true)
        #expect(ids.allSatisfy(tokenizer.isValid), "\(test.name)")
        _ = tokenizer.decode(ids)
      }
    } catch {
      #expect((error as? TokenizerError)?.kind == test.kind, "\(test.name): \(error)")
    }
  }

  /// Pieces beyond what is merged at once are cut, and nothing is lost.
  @Test func piecesWithoutEnd() throws {
    let text = String(repeating: "a", count: MergeScratch.pieceLimit * 2 + 7)
    for tokenizer in [
      try SmallVocabulary.byteLevel(pre: "llama-bpe").tokenizer(),
      try SmallVocabulary.sentencePiece("plain").tokenizer(),
    ] {
      let ids = tokenizer.encode(text, parsingSpecialTokens: false)
      #expect(tokenizer.decode(ids) == text)
    }
  }

  @Test func badIDsHaveNoBytes() throws {
    let tokenizer = try SmallVocabulary.byteLevel(pre: "smollm").tokenizer()
    for id: TokenID in [-1, .min, .max, TokenID(tokenizer.vocabularySize)] {
      #expect(tokenizer.bytes(of: id).isEmpty && tokenizer.pieceText(of: id).isEmpty && tokenizer.isControl(id))
    }
    #expect(tokenizer.decode([-1, .max]).isEmpty)
  }

  /// A control token cannot be written by a user, whatever the vocabulary calls it.
  @Test func controlTokensWithOrdinaryTexts() throws {
    for kind in ["plain", "prefixed"] {
      let vocabulary = try SmallVocabulary.sentencePiece(kind)
      let tokenizer = try vocabulary.tokenizer { description in
        for id in 500..<900 { description.types?[id] = 3 }
      }
      let ids = vocabulary.texts.flatMap { tokenizer.encode($0, parsingSpecialTokens: false) }
      #expect(ids.allSatisfy { !tokenizer.isControl($0) || $0 == 0 })
    }
    let vocabulary = try SmallVocabulary.byteLevel(pre: "llama-bpe")
    let tokenizer = try vocabulary.tokenizer { description in
      for id in 300..<1700 { description.types?[id] = 3 }
    }
    let ids = vocabulary.texts.flatMap { tokenizer.encode($0, parsingSpecialTokens: false) }
    #expect(ids.allSatisfy { !tokenizer.isControl($0) })
    #expect(vocabulary.texts.joined() == tokenizer.decode(ids))
  }

  @Test func errorsSaySo() {
    let cases: [(TokenizerError.Kind, String)] = [
      (.unknownModel("x"), "unknown tokenizer model 'x' (known: bert, gemma4, gpt2, llama, t5)"),
      (.unknownPreTokenizer("x"), "unknown pre-tokenizer 'x'"),
      (.scoreCount(found: 1, expected: 2), "the vocabulary has 1 scores for 2 tokens"),
      (.missingMerges, "a BPE vocabulary needs merges, the file has none"),
    ]
    for (kind, text) in cases { #expect(TokenizerError(kind).description == text) }
  }
}
