// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Tokenization

@Suite struct NormalizationMapTests {
  static func longest(_ map: NormalizationMap, _ text: String, at position: Int = 0) -> (Int, String)? {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      map.longest(in: bytes, at: position).map { ($0.length, String(decoding: $0.replacement, as: UTF8.self)) }
    }
  }

  @Test func findsTheLongest() throws {
    let rules = [("a", "1"), ("abc", "3"), ("é", ""), ("abcd\u{301}", "x y")]
    let map = try #require(NormalizationMap(SmallNormalizationMap.compiled(rules)))
    for (from, to) in rules {
      let found = try #require(Self.longest(map, from + "z"))
      #expect(found == (from.utf8.count, to))
    }
    #expect(try #require(Self.longest(map, "zab", at: 1)) == (1, "1"))
    #expect(try #require(Self.longest(map, "abcd")) == (3, "3"))
    #expect(Self.longest(map, "b") == nil && Self.longest(map, "") == nil)
  }

  /// A short text must not grow without bounds.
  @Test(arguments: [(1024, true), (1025, false)]) func lengthOfReplacements(_ length: Int, _ isTaken: Bool) {
    let map = SmallNormalizationMap.compiled([("a", String(repeating: "b", count: length))])
    #expect((NormalizationMap(map) != nil) == isTaken)
  }

  /// A text that ends where no value stands has no replacement, and a trie that leads round is left.
  @Test func triesOfNoCompiler() throws {
    var map = SmallNormalizationMap.compiled([("a", "1")])
    let leaf = 4 + 2 * 256 * 4
    map.replaceSubrange(leaf..<leaf + 4, with: [0, 0, 0, 0])
    #expect(Self.longest(try #require(NormalizationMap(map)), "a") == nil)
    // The unit of "a" leads back to the block of the root's children: an offset of 0x61 from its own place.
    let unit = 4 + (256 + 0x61) * 4
    map.replaceSubrange(unit..<unit + 4, with: [0x61, UInt8((0x61 << 2) & 0xFF), UInt8((0x61 << 10) >> 16), 0])
    let round = try #require(NormalizationMap(map))
    #expect(Self.longest(round, String(repeating: "a", count: 100_000)) == nil)
  }
}
