// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Tokenization

@Suite struct ByteTrieTests {
  static func number(_ trie: ByteTrie, _ bytes: [UInt8]) -> Int32 {
    var node = ByteTrie.root
    for byte in bytes {
      guard let next = trie.child(of: node, byte) else { return -1 }
      node = next
    }
    return trie.number(at: node)
  }

  /// What a dictionary says, for strings that share beginnings, hold zeros, repeat, or are longer than a word.
  @Test(arguments: [2, 5, 256]) func findsWhatIsThereAndNothingElse(_ letters: Int) {
    var random = SeededGenerator(seed: UInt64(letters))
    func string() -> [UInt8] {
      (0..<Int.random(in: 0...14, using: &random)).map { _ in UInt8(Int.random(in: 0..<letters, using: &random)) }
    }
    let strings = (0..<2000).map { _ in string() }
    var table = ByteStringTable()
    var expected: [[UInt8]: Int32] = [:]
    for (number, bytes) in strings.enumerated() {
      table.append(bytes)
      if !bytes.isEmpty, number % 3 != 0, expected[bytes] == nil { expected[bytes] = Int32(number) }
    }
    let trie = ByteTrie(table) { number, _ in number % 3 != 0 }
    for bytes in strings + (0..<2000).map({ _ in string() }) {
      #expect(Self.number(trie, bytes) == expected[bytes] ?? -1, "\(bytes)")
    }
  }

  @Test func emptyTables() {
    let trie = ByteTrie(ByteStringTable()) { _, _ in true }
    #expect(trie.child(of: ByteTrie.root, 0) == nil && trie.number(at: ByteTrie.root) == -1)
  }
}
