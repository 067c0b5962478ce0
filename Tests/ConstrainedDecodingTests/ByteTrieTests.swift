// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import ConstrainedDecoding

@Suite struct ByteTrieTests {
  /// Lists with equal texts, texts that begin others, zero bytes and long common beginnings.
  @Test(arguments: 0..<4)
  func everyTextEndsAtItsEntry(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let start = [UInt8](repeating: 0x61, count: seed * 8)
    let texts = (0..<200).map { _ in
      start + (0..<random.next(5)).map { _ in random.pick([0, 0x61, 0x62, 0xFF] as [UInt8]) }
    }
    let trie = ByteTrie(texts, listsEntries: true)
    func entry(_ text: [UInt8]) -> Int {
      var node = 0
      for byte in text {
        guard let next = trie.child(node, byte) else { return -1 }
        node = next
      }
      return Int(trie.nodes[node].entry)
    }
    for text in texts { #expect(entry(text) == texts.firstIndex(of: text)) }
    #expect(entry(start + [0x63]) == -1)
    #expect(trie.nodes[0].entryCount == texts.count)
  }
}
