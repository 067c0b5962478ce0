// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ConstrainedDecoding

@Suite struct StringEscapeTests {
  /// The character of an escape, without its first backslash; nil if it is none, or none yet.
  static func read(_ text: String) -> UInt32? {
    var escape = StringEscape.start
    for (index, byte) in text.utf8.enumerated() {
      switch escape.reading(byte) {
      case .more(let next): escape = next
      case .character(let value): return index == text.utf8.count - 1 ? value : nil
      case .invalid: return nil
      }
    }
    return nil
  }

  @Test(
    arguments: [
      ("n", 0x0A), ("\"", 0x22), ("\\", 0x5C), ("/", 0x2F), ("b", 8), ("f", 12), ("r", 13), ("t", 9),
      ("u0000", 0), ("u00e9", 0xE9), ("u00E9", 0xE9), ("uFFFF", 0xFFFF), ("ud7ff", 0xD7FF), ("ue000", 0xE000),
      ("ud83d\\ude0a", 0x1F60A), ("uD800\\uDC00", 0x10000), ("udbff\\udfff", 0x10FFFF),
    ] as [(String, UInt32)])
  func escapesStandForACharacter(text: String, value: UInt32) { #expect(Self.read(text) == value) }

  @Test(arguments: [
    "a", "u", "u12", "u12g", "udc00", "udfff", "ud83d", "ud83dx", "ud83d\\n", "ud83d\\u0041", "ud83d\\ud83d", "U0041",
    "nn",
  ])
  func othersAreNone(text: String) { #expect(Self.read(text) == nil) }

  /// Every code point beyond the first plane is the only one of its pair, and lies within what each digit still allows.
  @Test func pairsNarrowToTheirCharacter() {
    for value in stride(from: UInt32(0x10000), through: 0x10FFFF, by: 997) {
      let (high, low) = (0xD800 + (value - 0x10000) >> 10, 0xDC00 + (value & 0x3FF))
      for digits in 0...4 {
        let range = StringEscape.pairs(high: high, low: low >> UInt32(4 * (4 - digits)), digits: digits)
        #expect(range?.contains(value) == true)
        if digits == 4 { #expect(range?.count == 1) }
      }
    }
  }
}
