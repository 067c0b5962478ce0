// SPDX-License-Identifier: Apache-2.0
@testable import infer
import Testing

@Suite struct TextLayoutTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("Tonlé", 5), ("e\u{301}", 1), ("富士山", 6), ("🏔️", 2), ("a\u{200D}b", 2), ("▲ x", 3),
  ])
  func columns(text: String, width: Int) { #expect(TextLayout.width(text) == width) }

  @Test(arguments: [
    ("one two three", 7, ["one two", "three"]), ("one", 10, ["one"]), ("", 5, []), ("  a   b ", 9, ["a b"]),
    ("abcdefgh", 3, ["abc", "def", "gh"]), ("a bcdefgh i", 3, ["a", "bcd", "efg", "h i"]), ("富士山", 4, ["富士", "山"]),
    ("x", 0, ["x"]),
  ])
  func wrapping(text: String, width: Int, lines: [String]) {
    #expect(TextLayout.wrapped(text, width: width) == lines)
  }

  @Test(arguments: [("abcdef", 6, "abcdef"), ("abcdef", 4, "abc…"), ("富士山", 4, "富…"), ("ab", 1, "…"), ("ab", 0, "")])
  func cutting(text: String, width: Int, expected: String) {
    #expect(TextLayout.truncated(text, width: width) == expected)
  }
}
