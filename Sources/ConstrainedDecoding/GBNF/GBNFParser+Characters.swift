// SPDX-License-Identifier: Apache-2.0

// Literals and classes of characters.
extension GBNFParser {
  /// `"…"`, from its first quote on.
  mutating func parseLiteral() throws(GBNFError) -> GBNFSyntax.Node {
    let start = index
    index += 1
    var bytes: [UInt8] = []
    while !isNext("\"") {
      guard let byte = peek() else { throw text.error(.syntax("the literal is not closed"), at: start) }
      if byte == UInt8(ascii: "\\") {
        bytes += Array(String(try parseEscape()).utf8)
      } else {
        bytes.append(byte)
        index += 1
      }
    }
    index += 1
    return bytes.isEmpty ? .empty : .literal(bytes)
  }

  /// `[…]`, from its bracket on. A hyphen before the closing bracket stands for itself.
  mutating func parseClass() throws(GBNFError) -> CodePointSet {
    let start = index
    index += 1
    let isNegated = isNext("^")
    if isNegated { index += 1 }
    var ranges: [ClosedRange<UInt32>] = []
    while !isNext("]") {
      let place = index
      let first = try parseClassCharacter(of: start)
      guard isNext("-"), peek(1) != UInt8(ascii: "]") else {
        ranges.append(first...first)
        continue
      }
      index += 1
      let last = try parseClassCharacter(of: start)
      guard first <= last else { throw text.error(.syntax("the range is out of order"), at: place) }
      ranges.append(first...last)
    }
    index += 1
    let listed = CodePointSet(ranges)
    let set = isNegated ? listed.complement : listed.complement.complement
    guard !ranges.isEmpty, !set.isEmpty else { throw text.error(.emptyClass, at: start) }
    return set
  }

  private mutating func parseClassCharacter(of start: Int) throws(GBNFError) -> UInt32 {
    guard let byte = peek() else { throw text.error(.syntax("the class is not closed"), at: start) }
    if byte == UInt8(ascii: "\\") { return try parseEscape().value }
    let length = UTF8Prefix.length(ofLead: byte) ?? 1
    let scalar = String(decoding: text.bytes[index...].prefix(length), as: UTF8.self).unicodeScalars.first
    index += length
    return scalar?.value ?? UInt32(byte)
  }

  /// From the backslash on.
  private mutating func parseEscape() throws(GBNFError) -> Unicode.Scalar {
    let start = index
    index += 1
    guard let letter = peek() else { throw text.error(.syntax("the escape is cut short"), at: start) }
    index += 1
    let digits: Int
    switch letter {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "-"),
      UInt8(ascii: "^"):
      return Unicode.Scalar(letter)
    case UInt8(ascii: "x"): digits = 2
    case UInt8(ascii: "u"): digits = 4
    case UInt8(ascii: "U"): digits = 8
    default: throw text.error(.syntax("no such escape"), at: start)
    }
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw text.error(.syntax("the escape needs \(digits) hexadecimal digits"), at: start)
      }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw text.error(.syntax("the escape names no character"), at: start)
    }
    return scalar
  }
}
