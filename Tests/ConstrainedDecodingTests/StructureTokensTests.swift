// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ConstrainedDecoding

@Suite struct StructureTokensTests {
  @Test(
    arguments: [
      ("", true), (",", true), ("}]", true), (" \n", true), ("12.5e", true), ("-", true), ("E+1", true), ("tru", true),
      ("true,", true), ("tru,", false), ("e", true), ("ee", false), ("nul", true), ("nulls", false), ("\"abc", true),
      ("\"a\\", true), ("\"a\\x", false), ("\"a\": \"", true), ("\"a\nb", false), ("x", false), ("</", false),
      (",\"a\":tru", true),
    ] as [(String, Bool)])
  func scans(text: String, isJSON: Bool) {
    #expect((StructureTokens.Scan(Array(text.utf8)[...]) != nil) == isJSON)
  }

  private static func structure(_ tokens: [[UInt8]]) -> StructureTokens {
    let texts = ByteStrings(tokens)
    return StructureTokens(tokens, texts, sorted: FlatTrie.sortedEntries(texts))
  }

  @Test func wholeStringsAndTwoKeys() throws {
    let texts = ["{\"a\":\"b", "\"\"", "\":1,\"é\":", "\":\"x\"", "a\",\"b", "\"\\u00e9\"", "]}]]"]
    let tokens = texts.map { Array($0.utf8) }
    let structure = Self.structure(tokens)
    func holders(of text: String) -> Set<Int> {
      let hash = StringText.hash(text.unicodeScalars.map(\.value))
      return Set(structure.wholeStrings.filter { $0.hash == hash }.map(\.token))
    }
    #expect(holders(of: "a") == [0] && holders(of: "") == [1] && holders(of: "x") == [3])
    // Once as it reads, once escaped.
    #expect(holders(of: "é") == [2, 5])
    #expect(structure.twoKeys == [2] && structure.twoItems.isEmpty && structure.mostClosers == 4)
    // What stands after a comma and a quote: the beginning of a key, or a whole one.
    #expect(structure.keyBeginnings == [Array("b".utf8)] && structure.keysAfterComma == [2])
  }

  @Test func blanksAreCounted() {
    let texts = [" ", "\n\n", " ,", "\t\t,", ",", "  \"a", " x"]
    let tokens = texts.map { Array($0.utf8) }
    let structure = Self.structure(tokens)
    func entries(_ rest: Int) -> [[Int32]] {
      (structure.firstOfRest[rest]..<structure.firstOfRest[rest + 1]).map {
        [structure.blankLed[Int($0)].token, structure.blankLed[Int($0)].blanks]
      }
    }
    #expect(entries(0) == [[0, 1], [1, 2]])
    #expect(Set([entries(1), entries(2)]) == [[[5, 2]], [[2, 1], [3, 2]]])
    #expect(structure.rests.nodes.rows.count { $0.entry != FlatTrieNode.noEntry } == 2)
    #expect(structure.trie.nodes.rows.filter { $0.entry != FlatTrieNode.noEntry }.map(\.entry) == [4])
  }

  @Test(
    arguments: [
      ("abc", [0x61, 0x62, 0x63]), ("é京😊", [0xE9, 0x4EAC, 0x1F60A]), (#"\n\"\/"#, [0x0A, 0x22, 0x2F]),
      (#"\u00E9\ud83d\ude0a"#, [0xE9, 0x1F60A]), ("", []), (#"\"#, nil), (#"\u12"#, nil), (#"\ud83dx"#, nil),
      (#"\ud83d"#, nil), (#"\x"#, nil),
    ] as [(String, [UInt32]?)])
  func codePoints(text: String, points: [UInt32]?) {
    #expect(StringText.codePoints(Array(text.utf8)[...]) == points)
  }

  @Test func brokenCharactersHaveNoCodePoints() {
    #expect(StringText.codePoints([0xE4, 0xBA]) == nil)
    #expect(StringText.codePoints([0x80]) == nil)
  }

  @Test func closingTokensByPrefixAndTail() {
    let texts = ["\"", "a\"", "ab\":", "\",", "a\":", "\\n\"", "x"]
    let closing = StringTokens(texts.map { Array($0.utf8) }).closing
    #expect(closing.prefixCount == 4 && closing.tailCount == 3)
    #expect(closing.byTail.rows.map(\.token).sorted() == [0, 1, 2, 3, 4, 5])
    for index in 0..<closing.prefixCount {
      let rows = closing.byPrefix.rows[Int(closing.firstOfPrefix[index])..<Int(closing.firstOfPrefix[index + 1])]
      #expect(!rows.isEmpty && rows.allSatisfy { Int($0.prefix) == index })
    }
    // Every text before a quote but the empty one ends at a point; an escape is the character that it stands for.
    #expect(Set(closing.points.rows.filter { $0.prefix >= 0 }.map(\.value)) == [0x61, 0x62, 0x0A])
  }
}
