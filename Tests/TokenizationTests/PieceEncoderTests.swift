// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Tokenization

@Suite struct PieceEncoderTests {
  /// Text that repeats, in runs long enough for the heap, of scalars with and without tokens.
  static func texts(_ count: Int, seed: UInt64) -> [String] {
    var random = SeededGenerator(seed: seed)
    let words = [
      " the", "ing", " ", "  ", "a", "qu", "é", "北", "京", "😀", "▁", "\n", ".", "<0x41>", "<unk>", "\u{0}", "re", "st",
      "internationalization", "aaaa", "…", "don't", "12", "\u{301}",
    ]
    return (0..<count).map { _ in
      (0..<Int.random(in: 0...60, using: &random)).map { _ in words.randomElement(using: &random)! }.joined()
    }
  }

  static let changes: [(name: String, change: @Sendable (inout VocabularyDescription) -> Void)] = [
    ("as it is", { _ in }),
    ("equal scores", { $0.scores = Array(repeating: 0, count: 900) }),
    ("few scores", { $0.scores = (0..<900).map { Float($0 % 3) } }),
    ("scores not numbers", { $0.scores = (0..<900).map { $0 % 2 == 0 ? .nan : -Float($0) } }),
    ("scores turned round", { $0.scores = (0..<900).map { Float($0) } }),
    (
      "no bytes",
      { description in description.types = description.types?.map { $0 == 6 ? 3 : $0 } }
    ),
    (
      "a byte missing",
      { description in if let id = description.types?.firstIndex(of: 6) { description.types?[id] = 3 } }
    ),
    ("half of the tokens", { description in for id in 300..<900 where id % 2 == 0 { description.types?[id] = 3 } }),
  ]

  /// The ids of libsentencepiece, for any vocabulary and text.
  @Test(arguments: ["plain", "prefixed"], 0..<changes.count)
  func agreesWithLibrary(_ kind: String, _ number: Int) throws {
    var description = try SmallVocabulary.sentencePiece(kind).description
    Self.changes[number].change(&description)
    let vocabulary = try Vocabulary(description)
    guard case .scoredPieces(let encoder) = try vocabulary.makeEncoder(description) else {
      Issue.record("another encoder")
      return
    }
    let library = try vocabulary.makeLibraryEncoder(description)
    let small = try SmallVocabulary.sentencePiece(kind).texts
    for text in small + Self.texts(25, seed: UInt64(number)) where !text.isEmpty {
      for isAfterSpecial in [true, false] {
        let (found, expected) = (
          Self.encode(text) { encoder.encode($0, isAfterSpecial: isAfterSpecial, into: &$1) },
          Self.encode(text) { library.encode($0, isAfterSpecial: isAfterSpecial, into: &$1) }
        )
        #expect(found == expected, "\(Self.changes[number].name): \(text.debugDescription)")
      }
    }
  }

  static func encode(
    _ text: String, _ body: (UnsafeBufferPointer<UInt8>, inout [TokenID]) -> Void
  ) -> [TokenID] {
    var output: [TokenID] = []
    var text = text
    text.withUTF8 { body($0, &output) }
    return output
  }

  /// Unused tokens are cut again after they were made, which is left to the library.
  @Test func unusedTokens() throws {
    var description = try SmallVocabulary.sentencePiece("plain").description
    for id in 300..<900 where id % 3 == 0 { description.types?[id] = 5 }
    let encoder = try Vocabulary(description).makeEncoder(description)
    guard case .sentencePiece = encoder else {
      Issue.record("not the library")
      return
    }
    let tokenizer = try Tokenizer(description)
    for text in Self.texts(20, seed: 3) {
      let ids = tokenizer.encode(text, parsingSpecialTokens: false)
      #expect(ids.allSatisfy(tokenizer.isValid))
    }
  }

  /// Bytes that are not UTF-8 become the tokens of the bytes.
  @Test func invalidText() throws {
    let tokenizer = try SmallVocabulary.sentencePiece("plain").tokenizer()
    for bytes in [[0xFF], [0x61, 0xC3], [0xE2, 0x96], [0xF0, 0x9F, 0x98], [0x80, 0x80, 0x20, 0xC0, 0xAF]] as [[UInt8]] {
      let ids = tokenizer.encode(continuation: bytes)
      #expect(ids.flatMap { tokenizer.bytes(of: $0) } == bytes)
    }
  }

  /// A vocabulary of merges over text, beside merging by the letter of the definition.
  @Test func listedMerges() throws {
    let merges = ["▁ a", "a b", "▁a b", "b c", "ab c", "▁ ▁", "é b", "c \n", "▁▁ ▁", "x y"]
    var tokens = (0..<256).map { "<0x" + ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) + ">" }
    tokens += ["▁", "a", "b", "c", "é", "\n", "▁a", "ab", "▁ab", "bc", "abc", "▁▁", "éb", "▁▁▁"]
    var description = VocabularyDescription(model: "gemma4", tokens: ByteStringTable(tokens))
    description.types = (0..<tokens.count).map { $0 < 256 ? 6 : 1 }
    description.merges = ByteStringTable(merges)
    let tokenizer = try Tokenizer(description)
    let ids = Dictionary(uniqueKeysWithValues: zip(tokens, TokenID(0)...))
    var random = SeededGenerator(seed: 2)
    for _ in 0..<300 {
      let text = String(
        (0..<Int.random(in: 1...50, using: &random)).map { _ in "  aabbccéxy\n".randomElement(using: &random)! })
      let expected = Self.merge(text, merges).flatMap { piece in
        ids[piece].map { [$0] } ?? piece.utf8.map { TokenID($0) }
      }
      #expect(tokenizer.encode(text, parsingSpecialTokens: false) == expected, "\(text.debugDescription)")
      #expect(tokenizer.decode(expected) == text)
    }
  }

  /// The best merge, the leftmost of its kind, until none applies; lines and line breaks apart.
  static func merge(_ text: String, _ merges: [String]) -> [String] {
    var pieces: [String] = []
    let pairs = merges.map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
    var start = text.startIndex
    while start < text.endIndex {
      let isBreak = text[start] == "\n"
      let end = text[start...].firstIndex { ($0 == "\n") != isBreak } ?? text.endIndex
      var symbols = text[start..<end].map { $0 == " " ? "▁" : String($0) }
      merging: while true {
        for pair in pairs {
          guard let place = symbols.indices.dropLast().first(where: { [symbols[$0], symbols[$0 + 1]] == pair }) else {
            continue
          }
          symbols.replaceSubrange(place...place + 1, with: [pair.joined()])
          continue merging
        }
        break
      }
      pieces += symbols
      start = end
    }
    return pieces
  }

  @Test func missingMerges() throws {
    let description = VocabularyDescription(model: "gemma4", tokens: ByteStringTable(["a"]))
    #expect(throws: TokenizerError(.missingMerges)) { try Tokenizer(description) }
  }
}
