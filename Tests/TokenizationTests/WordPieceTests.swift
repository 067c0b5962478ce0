// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Tokenization

@Suite struct WordPieceTests {
  static let tokens = [
    "[PAD]", "[UNK]", "[CLS]", "[SEP]", "▁un", "aff", "able", "▁kan", "to", "▁to", "▁,", "▁北", "▁京", "▁$", "▁don", "▁'",
    "▁t", "▁ss", "▁한",
  ]

  static func tokenizer() throws -> Tokenizer {
    var description = VocabularyDescription(model: "bert", tokens: ByteStringTable(tokens))
    description.types = tokens.indices.map { $0 < 4 ? 3 : 1 }
    description.unknownID = 1
    description.classificationID = 2
    description.separatorID = 3
    return try Tokenizer(description)
  }

  static let cases: [(text: String, tokens: [String])] = [
    ("unaffable", ["▁un", "aff", "able"]),
    ("UnAffable  to", ["▁un", "aff", "able", "▁to"]),
    ("Kantō, to", ["▁kan", "to", "▁,", "▁to"]),
    ("Kanto\u{304}", ["▁kan", "to"]),
    ("北京to", ["▁北", "▁京", "▁to"]),
    ("don't", ["▁don", "▁'", "▁t"]),
    ("$to$", ["▁$", "▁to", "▁$"]),
    // A word that cannot be cut to its end is unknown as a whole.
    ("unaffably to", ["[UNK]", "▁to"]),
    ("to\u{200D}\u{FFFD}\u{0}", ["▁to"]),
    ("\n\t ", []),
    ("", []),
  ]

  @Test(arguments: 0..<cases.count) func cuts(_ number: Int) throws {
    let (text, tokens) = Self.cases[number]
    let expected = tokens.map { TokenID(Self.tokens.firstIndex(of: $0)!) }
    let tokenizer = try Self.tokenizer()
    #expect(tokenizer.encode(text, parsingSpecialTokens: false) == expected)
    #expect(tokenizer.encode(text, parsingSpecialTokens: false, addingSpecials: true) == [2] + expected + [3])
  }

  @Test func controlTokensAreNotWritten() throws {
    let tokenizer = try Self.tokenizer()
    #expect(tokenizer.encode("[SEP]", parsingSpecialTokens: true) == [3])
    #expect(!tokenizer.encode("[SEP]", parsingSpecialTokens: false).contains(3))
    #expect(tokenizer.decode([4, 5, 6, 9]) == "unaffable to")
  }

  /// Marks in a row, which sorting would take hours for.
  @Test(arguments: ["\u{301}", "\u{316}\u{301}", "\u{302F}\u{1D165}"]) func marksInARow(_ marks: String) throws {
    let text = "to" + String(repeating: marks, count: 500_000)
    let ids = try Self.tokenizer().encode(text + " to", parsingSpecialTokens: false)
    #expect(ids == (marks == "\u{302F}\u{1D165}" ? [1, 9] : [9, 9]))
  }

  /// Scalars in a row that decompose into several, which Foundation makes room for one by one.
  @Test(arguments: ["ō", "İ", "\u{1E9B}\u{323}", "한"]) func longRowsThatDecompose(_ unit: String) throws {
    let tokenizer = try Self.tokenizer()
    let row = String(repeating: unit, count: 200_000)
    #expect(tokenizer.encode(row + " tō", parsingSpecialTokens: false) == [1, 9])
    let words = String(repeating: "tō ", count: 1000)
    #expect(tokenizer.encode(words, parsingSpecialTokens: false) == Array(repeating: 9, count: 1000))
  }

  /// Tokens that all begin alike, of every length.
  @Test func longestOfManyTokens() throws {
    let letters = (1...120).map { String(repeating: "a", count: $0) + "b" }
    var description = VocabularyDescription(
      model: "bert",
      tokens: ByteStringTable(["[UNK]", "▁x", "a", "aa", "a"] + letters + [String(repeating: "c", count: 500)]))
    description.unknownID = 0
    let tokenizer = try Tokenizer(description)
    for count in [1, 2, 3, 119, 120, 121, 122, 300] {
      let text = String(repeating: "a", count: count)
      let plain = [TokenID](repeating: 3, count: count / 2) + [TokenID](repeating: 2, count: count % 2)
      #expect(tokenizer.encode("x" + text, parsingSpecialTokens: false) == [1] + plain)
      let ids = tokenizer.encode("x" + text + "b", parsingSpecialTokens: false)
      // From the left the longest is taken, not the one that lets the rest be longest.
      #expect(ids.first == 1 && ids.last! >= 5 && (count > 120 || ids == [1, TokenID(4 + count)]))
      #expect(tokenizer.decode(ids) == "x" + text + "b")
    }
    #expect(tokenizer.encode("x" + String(repeating: "c", count: 500), parsingSpecialTokens: false) == [0])
  }

  /// ASCII takes a way of its own, by the classes that Unicode gives it.
  @Test func asciiAlone() {
    func words(_ text: String) -> [String] {
      var words: [String] = []
      WordPieceNormalizer.forEachWord(text) { words.append(String(decoding: $0, as: UTF8.self)) }
      return words
    }
    for value in UInt8(0)..<128 {
      let scalar = UnicodeScalar(value)
      let expected =
        if scalar.properties.isWhitespace {
          [" ab", " cd"]
        } else if scalar.properties.generalCategory == .control {
          [" abcd"]
        } else if UnicodeClass(scalar).isAny(of: [.punctuation, .symbol]) {
          [" ab", " \(scalar)", " cd"]
        } else {
          [" ab\(scalar)cd".lowercased()]
        }
      let text = "aB\(scalar)Cd"
      #expect(words(text) == expected && words(text + " E\u{301}") == expected + [" e"], "\(value)")
    }
    #expect(words("Don't PANIC\r\n\u{0}x\u{7F}y") == [" don", " '", " t", " panic", " xy"])
  }

  @Test func smallVocabularies() throws {
    let tokenizer = try Tokenizer(VocabularyDescription(model: "bert", tokens: ByteStringTable(["a"])))
    #expect(tokenizer.encode("xyz a", parsingSpecialTokens: false).allSatisfy(tokenizer.isValid))
  }
}
