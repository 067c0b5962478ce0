// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import ConstrainedDecoding

@Suite struct TrieTests {
  /// Lists with equal strings, strings that begin others, zeros, the highest symbol and long common beginnings.
  static func lists<Symbol>(of symbols: [Symbol], seed: Int) -> [[Symbol]] {
    var random = SeededGenerator(seed: UInt64(seed))
    let start = [Symbol](repeating: symbols[1], count: seed * 8)
    return (0..<200).map { _ in start + (0..<random.next(5)).map { _ in random.pick(symbols) } }
  }

  static func check<Symbol: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable>(
    _ strings: [[Symbol]], other: Symbol
  ) {
    let trie = Trie(strings, listsEntries: true)
    func entry(_ string: [Symbol]) -> Int {
      var node: Int32 = 0
      for symbol in string {
        node = trie.child(of: node, symbol)
        if node < 0 { return -1 }
      }
      return Int(trie.nodes[Int(node)].entry)
    }
    for string in strings { #expect(entry(string) == strings.firstIndex(of: string)) }
    for string in strings.prefix(20) { #expect(entry(string + [other]) == -1) }
    #expect(trie.nodes[0].entryCount == strings.count)
    for node in trie.nodes {
      let children = trie.children[Int(node.firstChild)..<Int(node.firstChild + node.childCount)]
      #expect(zip(children, children.dropFirst()).allSatisfy { $0.symbol < $1.symbol })
      #expect(children.allSatisfy { trie.nodes[Int($0.node)].depth == node.depth + 1 })
      let listed = trie.entries[Int(node.firstEntry)..<Int(node.firstEntry + node.entryCount)]
      #expect(listed.elementsEqual(listed.sorted()))
    }
  }

  @Test(arguments: 0..<4)
  func everyStringEndsAtItsEntry(seed: Int) {
    Self.check(Self.lists(of: [0, 0x61, 0x62, 0xFF] as [UInt8], seed: seed), other: 0x63)
    Self.check(Self.lists(of: [0, 0x61, 0x4EAC, 0x10FFFF] as [UInt32], seed: seed), other: 0x63)
  }

  @Test func theEmptyListHasNoEntry() {
    let trie = Trie<UInt8>([])
    #expect(trie.nodes.count == 1 && trie.nodes[0].entry == -1 && trie.child(of: 0, 0x61) == -1)
    #expect(Trie<UInt8>([[]]).nodes[0].entry == 0)
  }
}
