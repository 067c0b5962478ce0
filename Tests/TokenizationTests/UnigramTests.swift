// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Tokenization

@Suite struct UnigramTests {
  static let tokens: [(text: String, score: Float, type: Int32)] = [
    ("<pad>", 0, 3), ("</s>", 0, 3), ("<unk>", 0, 2), ("▁", -2.1, 1), ("a", -3.3, 1), ("b", -3.7, 1), ("ab", -4.25, 1),
    ("▁a", -3.9, 1), ("▁ab", -6.5, 1), ("abb", -7.5, 1), ("ba", -5.125, 1), ("bab", -6.0625, 1), ("<x>", 0, 4),
  ]

  static func tokenizer(_ change: (inout VocabularyDescription) -> Void = { _ in }) throws -> Tokenizer {
    var description = VocabularyDescription(model: "t5", tokens: ByteStringTable(tokens.map(\.text)))
    description.scores = tokens.map(\.score)
    description.types = tokens.map(\.type)
    change(&description)
    return try Tokenizer(description)
  }

  /// The likeliest of all cuts of a text into tokens.
  static func best(_ text: Substring) -> (score: Float, ids: [TokenID])? {
    guard !text.isEmpty else { return (0, []) }
    var best: (score: Float, ids: [TokenID])?
    for (id, token) in tokens.enumerated() where token.type == 1 && text.hasPrefix(token.text) {
      guard let rest = self.best(text.dropFirst(token.text.count)) else { continue }
      if best == nil || token.score + rest.score > best!.score {
        best = (token.score + rest.score, [TokenID(id)] + rest.ids)
      }
    }
    return best
  }

  @Test func likeliestCut() throws {
    let tokenizer = try Self.tokenizer()
    var random = SeededGenerator(seed: 4)
    for _ in 0..<100 {
      let text = String(
        (0..<Int.random(in: 1...12, using: &random)).map { _ in "aabb ".randomElement(using: &random)! })
      let spaced = ("▁" + text.map { $0 == " " ? "▁" : String($0) }.joined())[...]
      #expect(tokenizer.encode(text, parsingSpecialTokens: false) == Self.best(spaced)?.ids, "\(text.debugDescription)")
      #expect(tokenizer.decode(tokenizer.encode(text, parsingSpecialTokens: false)) == text)
    }
  }

  @Test func specialsAndUnknown() throws {
    let tokenizer = try Self.tokenizer()
    #expect(tokenizer.encode("a", parsingSpecialTokens: false, addingSpecials: true) == [7, 1])
    // Of unknown scalars in a row one token stands for all.
    #expect(tokenizer.encode("aZ北b", parsingSpecialTokens: false) == [7, 2, 5])
    #expect(tokenizer.encode("a<x>", parsingSpecialTokens: false) == [7, 12])
  }

  @Test func extraSpaces() throws {
    let tokenizer = try Self.tokenizer { $0.removeExtraWhitespaces = true }
    #expect(tokenizer.encode("  a   b ", parsingSpecialTokens: false) == [7, 3, 5])
    #expect(try Self.tokenizer { $0.addSpacePrefix = false }.encode("a", parsingSpecialTokens: false) == [4])
  }

  /// A trie of 256 units that knows no key, and one replacement.
  static let emptyMap: [UInt8] = [0, 4, 0, 0] + Array(repeating: 0, count: 1024) + [0x61, 0]

  @Test func maps() throws {
    let tokenizer = try Self.tokenizer { $0.precompiledCharsMap = Self.emptyMap }
    #expect(tokenizer.encode("ab", parsingSpecialTokens: false) == Self.best("▁ab")?.ids)
  }

  static let brokenMaps: [(name: String, change: @Sendable (inout [UInt8]) -> Void)] = [
    ("short", { $0 = [1, 2, 3] }),
    ("no trie", { $0 = [0, 0, 0, 0, 0] }),
    ("half a block", { $0[1] = 2 }),
    ("longer than the map", { $0[1] = 8 }),
    ("no replacements", { $0.removeLast(2) }),
    ("no end", { $0[$0.count - 1] = 0x61 }),
    (
      "an offset beyond the trie",
      {
        $0[4 + 40 + 1] = 0x04; $0[4 + 40 + 2] = 0x10
      }
    ),
    ("a root that is a value", { $0[4 + 3] = 0x80 }),
    ("an offset of many blocks", { $0[4 + 1] = 0x06 }),
    (
      "a replacement beyond the map",
      {
        $0[4 + 8] = 2; $0[4 + 11] = 0x80
      }
    ),
  ]

  @Test(arguments: 0..<brokenMaps.count) func refusesMap(_ number: Int) {
    var map = Self.emptyMap
    Self.brokenMaps[number].change(&map)
    #expect(throws: TokenizerError(.normalizationMap(byteCount: map.count)), "\(Self.brokenMaps[number].name)") {
      try Self.tokenizer { $0.precompiledCharsMap = map }
    }
  }
}
