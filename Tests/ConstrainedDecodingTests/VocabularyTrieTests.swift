// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import ConstrainedDecoding

@Suite struct VocabularyTrieTests {
  @Test func trieHoldsEveryTokenOnce() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<30 {
      let tokens = (0..<200).map { _ in (0..<random.next(6)).map { _ in UInt8(random.next(4)) } }
      let trie = FlatTrie(tokens)
      var found: [Int: [UInt8]] = [:]
      var path: [UInt8] = []
      for node in trie.nodes.rows {
        path = Array(path.prefix(node.depth - 1)) + [node.byte]
        if node.entry != FlatTrieNode.noEntry { found[node.entry] = path }
      }
      #expect(
        found == Dictionary(uniqueKeysWithValues: tokens.enumerated().filter { !$0.1.isEmpty }.map { ($0.0, $0.1) }))
      let text = (0..<8).map { _ in UInt8(random.next(4)) }
      var lengths: [Int] = []
      trie.forEachPrefix(of: text, from: 2) { lengths.append($0) }
      let expected = tokens.filter { !$0.isEmpty && text[2...].starts(with: $0) }.map(\.count)
      #expect(lengths.sorted() == expected.sorted())
    }
  }

  @Test(
    arguments: [
      ("abc", .inside(characters: 3, isPlain: true)), ("é😊", .inside(characters: 2, isPlain: true)),
      (#"a\n"#, .inside(characters: 2, isPlain: false)), (#"\"#, .inside(characters: 1, isPlain: false)),
      (#"\u12"#, .inside(characters: 1, isPlain: false)), (#"\ud83d"#, .inside(characters: 1, isPlain: false)),
      (#"\ud83d\ude0ax"#, .inside(characters: 2, isPlain: false)), (#"\ud83d\u0"#, .invalid), (#"\ude0a"#, .invalid),
      (#"\udc"#, .invalid),
      (#"\x"#, .invalid), (#"\u12g"#, .invalid), ("a\nb", .invalid), ("\"", .closing(characters: 0, quote: 0)),
      ("ab\",\"", .closing(characters: 2, quote: 2)), (#"\"":"#, .closing(characters: 1, quote: 2)),
      (#"\ud83d\"#, .inside(characters: 1, isPlain: false)),
    ] as [(String, StringTokenRole)])
  func roles(text: String, role: StringTokenRole) {
    #expect(StringTokenRole(scanning: Array(text.utf8)) == role)
  }

  @Test(
    arguments: [
      ([0xC3], .inside(characters: 1, isPlain: false)), ([0x61, 0xE4, 0xBA], .inside(characters: 2, isPlain: false)),
      ([0x80], .invalid),
      ([0xE0, 0x80], .invalid), ([0xED, 0xA0], .invalid), ([0xF4, 0x90], .invalid), ([0xC3, 0x41], .invalid),
      ([0xFF], .invalid),
    ] as [([UInt8], StringTokenRole)])
  func rolesOfBrokenCharacters(bytes: [UInt8], role: StringTokenRole) {
    #expect(StringTokenRole(scanning: bytes) == role)
  }

  @Test func masksOfStringsCountCharacters() {
    let tokens = (0...70).map { Array(repeating: UInt8(0x61), count: $0) } + [Array("éé".utf8)]
    let strings = StringTokens(tokens)
    for limit in [0, 1, 2, 47, 48, 49, 60, 70, 71, 1000] {
      var mask = TokenMask(count: tokens.count)
      _ = mask.withUnsafeMutableWords { strings.formInside(limit: limit, $0) }
      #expect(mask.ids == Array(1..<max(1, min(limit, 70) + 1)) + (limit >= 2 ? [71] : []))
    }
    #expect(strings.run == 70)
  }

  @Test func masks() {
    var mask = TokenMask(count: 130)
    for id in [0, 63, 64, 129] { mask[id] = true }
    mask[130] = true
    mask[-1] = true
    #expect(mask.ids == [0, 63, 64, 129] && mask.allowedCount == 4)
    mask[64] = false
    #expect(!mask[64] && mask[63] && !mask[500])
    mask.removeAll()
    #expect(mask.isEmpty)
  }

  @Test func oddVocabulariesAreHarmless() {
    let long = Array(repeating: UInt8(0x61), count: 5000)
    let trie = VocabularyTrie(tokens: [[], long, [0x61], []], endOfGeneration: [3, 99, -1])
    #expect(trie.endOfGeneration == [3] && !trie.isByteComplete && trie.trie.nodes.count == 1)
    #expect(VocabularyTrie(tokens: [], endOfGeneration: []).vocabularySize == 0)
  }
}
