// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Tokenization

@Suite struct SplitPatternTests {
  static func pieces(_ pattern: SplitPattern, _ text: String) -> [String] {
    var text = text
    return text.withUTF8 { bytes in
      UnicodeClass.table.withUnsafeBufferPointer { classes in
        guard let base = bytes.baseAddress else { return [] }
        var pieces: [String] = []
        pattern.forEachPiece(
          in: ScalarText(base: base, end: bytes.count, classes: classes.baseAddress!), from: 0
        ) { pieces.append(String(decoding: bytes[$0], as: UTF8.self)) }
        return pieces
      }
    }
  }

  static let cases: [(pattern: String, text: String, pieces: [String])] = [
    ("[0-9]{3}", "12345678", ["123", "456", "78"]),
    ("a{2,3}", "aaaaaaab", ["aaa", "aaa", "ab"]),
    ("a?b", "aabb", ["a", "ab", "b"]),
    (#"\s+(?!\S)"#, "a   b  ", ["a", "  ", " b", "  "]),
    (#"\s+$"#, "a  b  ", ["a  b", "  "]),
    ("(?:'[sS]|'t)?x", "'sx'tx'qx", ["'sx", "'tx", "'q", "x"]),
    ("a+ab", "aaab", ["aaab"]),
    ("é+a?é", "ééé", ["ééé"]),
    ("[^a]+", "bé北a😀", ["bé北", "a", "😀"]),
    (#"[\p{L}&&[^a-z]]+"#, "abCÉé1D", ["ab", "CÉé", "1", "D"]),
    (#"[\u4E00-\u9FA5]+|\u{1F600}"#, "a北京😀😀", ["a", "北京", "😀", "😀"]),
    (#"[\-\]]+"#, "a-]b", ["a", "-]", "b"]),
    ("ab|a", "aab", ["a", "ab"]),
    ("x*", "aa", ["aa"]),
  ]

  @Test(arguments: 0..<cases.count) func cuts(_ number: Int) throws {
    let (pattern, text, pieces) = Self.cases[number]
    #expect(Self.pieces(try #require(SplitPattern(pattern)), text) == pieces)
  }

  @Test(arguments: ["(", ")", "a)", "[", "[a", "a{", "a{2", "a{3,2}", "*", "(?!a", "(?:a", #"\p{X}"#, "\\", "[b-a]"])
  func refuses(_ pattern: String) { #expect(SplitPattern(pattern) == nil) }

  /// A run of spaces that does not reach the end is looked at once, not from each of its places.
  @Test func longRunsOfSpaces() throws {
    let pattern = try #require(SplitPattern(#"\s+$"#))
    let text = String(repeating: " ", count: 300_000) + "x"
    #expect(Self.pieces(pattern, text) == [text])
  }
}
