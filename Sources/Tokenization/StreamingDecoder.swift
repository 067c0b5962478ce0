// SPDX-License-Identifier: Apache-2.0

/// Turns the bytes of tokens, as they come, into text that never shows half a character.
///
/// All that it returns, joined, is what decoding all bytes at once gives: bytes that can no longer become a scalar turn
/// into U+FFFD, one for each maximal part (Unicode 16, section 3.9); bytes that still can are kept back.
package struct StreamingDecoder: Sendable {
  private let tokenizer: Tokenizer
  private var decoder: UTF8StreamDecoder
  private var stripsSpace: Bool

  /// - Parameter strippingLeadingSpace: whether one space at the very start is dropped.
  init(_ tokenizer: Tokenizer, strippingLeadingSpace: Bool) {
    self.tokenizer = tokenizer
    decoder = UTF8StreamDecoder()
    stripsSpace = strippingLeadingSpace
  }

  /// Takes one token and returns the text that is now certain.
  package mutating func append(_ id: TokenID) -> String {
    var result = ""
    tokenizer.withOutputBytes(of: id) { result = append($0) }
    return result
  }

  /// Takes the output of tokens and returns the text that is now certain.
  package mutating func append(_ bytes: some Collection<UInt8>) -> String {
    guard let first = bytes.first else { return "" }
    defer { stripsSpace = false }
    return decoder.append(stripsSpace && first == UInt8(ascii: " ") ? bytes.dropFirst() : bytes.dropFirst(0))
  }

  /// Ends the text: bytes kept back become U+FFFD.
  package mutating func finish() -> String { decoder.finish() }
}

/// An incremental UTF-8 decoder with the repair rule of `String(decoding:as:)`.
package struct UTF8StreamDecoder: Sendable {
  /// The beginning of a scalar, at most three bytes.
  private var pending: [UInt8] = []

  package init() {}

  package mutating func append(_ bytes: some Collection<UInt8>) -> String {
    // Most tokens are whole characters, which need no list.
    if pending.isEmpty, let text = bytes.withContiguousStorageIfAvailable(Self.whole) ?? nil { return text }
    pending.append(contentsOf: bytes)
    let keep = Self.incompleteSuffixLength(of: pending)
    let result = String(decoding: pending[..<(pending.count - keep)], as: UTF8.self)
    pending.removeFirst(pending.count - keep)
    return result
  }

  package mutating func finish() -> String {
    defer { pending = [] }
    return String(decoding: pending, as: UTF8.self)
  }

  /// The text of bytes that end with a whole scalar; nil for others.
  private static func whole(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    incompleteSuffixLength(of: bytes) == 0 ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// How many bytes at the end form a proper prefix of some well-formed scalar.
  package static func incompleteSuffixLength(of bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer(incompleteSuffixLength)
  }

  private static func incompleteSuffixLength(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    for length in 1...3 where length <= bytes.count {
      let start = bytes.count - length
      let first = bytes[start]
      guard first & 0xC0 != 0x80 else { continue }
      // The first byte of the last scalar.
      let needed =
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 0
        }
      guard length < needed else { return 0 }
      return length == 1 || isValidSecond(bytes[start + 1], after: first) ? length : 0
    }
    return 0
  }

  /// Table 3-7 of Unicode: some first bytes narrow the second, against overlong forms, surrogates and values too great.
  private static func isValidSecond(_ second: UInt8, after first: UInt8) -> Bool {
    switch first {
    case 0xE0: (0xA0...0xBF).contains(second)
    case 0xED: (0x80...0x9F).contains(second)
    case 0xF0: (0x90...0xBF).contains(second)
    case 0xF4: (0x80...0x8F).contains(second)
    default: (0x80...0xBF).contains(second)
    }
  }
}
