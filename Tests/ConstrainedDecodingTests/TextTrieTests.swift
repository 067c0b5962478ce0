// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ConstrainedDecoding

@Suite struct TextTrieTests {
  @Test(arguments: [
    ([], "", -1, -1), ([""], "", 0, 0), (["a", "abc", "é"], "", 1, 3), (["a", "abc", "é"], "a", 0, 2),
    (["a", "abc"], "ab", 1, 1), (["京都", "京"], "京", 0, 1),
  ])
  func extentsAreThoseOfTheTextsBelow(texts: [String], path: String, shortest: Int32, longest: Int32) {
    let trie = TextTrie(texts)
    var node: Int32 = 0
    for scalar in path.unicodeScalars { node = trie.trie.child(of: node, scalar.value) }
    #expect(trie.extents[Int(node)].shortest == shortest)
    #expect(trie.extents[Int(node)].longest == longest)
    #expect(trie.isEnd(node) == texts.contains(path))
  }

  @Test func valuesAreTheCodePointsThatOccur() {
    #expect(TextTrie(["ab", "é", "b"]).values == [0x61, 0x62, 0xE9])
  }
}
