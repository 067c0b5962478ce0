// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import OrderedJSON

/// What may come next at a place of a grammar, in words.
struct ExpectedText: CustomStringConvertible {
  let description: String

  /// Longest text shown where only one can follow.
  private static let limit = 60

  init(_ constraint: Constraint) {
    let forced = constraint.forcedBytes()
    if forced.count > 1 {
      let shown = String(decoding: forced.prefix(Self.limit), as: UTF8.self)
      description = shown + (forced.count > Self.limit ? "…" : "")
      return
    }
    description = Self.words(for: constraint.nextBytes(), canEnd: constraint.canEnd)
  }

  static func words(for bytes: [UInt8], canEnd: Bool) -> String {
    var parts: [String] = []
    var rest = Set(bytes)
    func take(_ group: some Sequence<UInt8>, as name: String) {
      let group = Set(group)
      guard group.isSubset(of: rest) else { return }
      rest.subtract(group)
      parts.append(name)
    }
    let blanks: [UInt8] = [0x09, 0x0A, 0x0D, 0x20]
    let isText = rest.isSuperset(of: UInt8(ascii: "a")...UInt8(ascii: "z")) && rest.contains(0xC3)
    if isText {
      // Inside a string: naming each character would say nothing.
      if rest.contains(UInt8(ascii: "\"")) { parts.append("\"") }
      parts.append(rest.contains(UInt8(ascii: "\\")) ? "a character of a string" : "a character that needs no escape")
      rest = []
    } else {
      take(blanks, as: "white space")
      if rest.isSuperset(of: UInt8(ascii: "0")...UInt8(ascii: "9")) {
        take(UInt8(ascii: "0")...UInt8(ascii: "9"), as: "a digit")
      }
      take(UInt8(ascii: "a")...UInt8(ascii: "z"), as: "a letter a-z")
      take(UInt8(ascii: "A")...UInt8(ascii: "Z"), as: "a letter A-Z")
      take(0x80...0xBF, as: "the rest of a character")
    }
    let marks = rest.sorted().map(Self.name)
    parts = marks.prefix(24) + (marks.count > 24 ? ["…"] : []) + parts
    if canEnd { parts.append("the end") }
    guard let last = parts.last else { return "nothing" }
    return parts.count == 1 ? last : parts.dropLast().joined(separator: " ") + " or " + last
  }

  private static func name(_ byte: UInt8) -> String {
    switch byte {
    case 0x09: "a tab"
    case 0x0A: "a line break"
    case 0x20: "a space"
    case 0x21...0x7E: String(UnicodeScalar(byte))
    default: "byte " + String(byte, radix: 16, uppercase: true)
    }
  }
}
