// SPDX-License-Identifier: Apache-2.0

/// What a token does when it arrives inside a JSON string, between two characters.
enum StringTokenRole: Equatable {
  /// It stays in the string: `characters` code points begun, the last perhaps unfinished.
  case inside(characters: Int, isPlain: Bool)
  /// Its first unescaped quote stands at `quote`, after `characters` whole code points.
  case closing(characters: Int, quote: Int)
  /// No JSON string holds these bytes.
  case invalid

  /// Scans `token`; plain means whole characters and no escapes.
  init(scanning token: [UInt8]) {
    var characters = 0
    var isPlain = true
    var index = 0
    while index < token.count {
      let byte = token[index]
      switch byte {
      case UInt8(ascii: "\""):
        self = .closing(characters: characters, quote: index)
        return
      case 0..<0x20:
        self = .invalid
        return
      case UInt8(ascii: "\\"):
        isPlain = false
        guard let next = Self.afterEscape(token, index) else {
          self = .invalid
          return
        }
        index = next
      case 0x80...:
        guard let length = UTF8Prefix.length(token[index...]) else {
          self = .invalid
          return
        }
        if index + length > token.count { isPlain = false }
        index += length
      default: index += 1
      }
      characters += 1
    }
    self = .inside(characters: characters, isPlain: isPlain)
  }

  /// The index after the escape that begins at `start`, past the end where the token cuts it; nil if it is invalid.
  private static func afterEscape(_ token: [UInt8], _ start: Int) -> Int? {
    func isHex(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"):
        true
      default: false
      }
    }
    func unit(_ start: Int) -> (value: UInt32, isWhole: Bool)? {
      let digits = token[min(start, token.count)..<min(start + 4, token.count)]
      guard digits.allSatisfy(isHex) else { return nil }
      var value: UInt32 = 0
      for digit in digits { value = value << 4 | UInt32(digit < 0x40 ? digit & 15 : digit & 7 + 9) }
      return (value, digits.count == 4)
    }
    guard start + 1 < token.count else { return token.count }
    if "\"\\/bfnrt".utf8.contains(token[start + 1]) { return start + 2 }
    guard token[start + 1] == UInt8(ascii: "u"), let first = unit(start + 2) else { return nil }
    guard first.isWhole else {
      // DC.. can only be a low surrogate, which cannot come first; DC needs two digits to be seen.
      let digits = token.count - start - 2
      return digits >= 2 && (first.value >> UInt32(4 * (digits - 2))) & 0xFC == 0xDC ? nil : token.count
    }
    switch first.value {
    case 0xDC00...0xDFFF: return nil
    case 0xD800...0xDBFF:
      let second = start + 6
      if second < token.count, token[second] != UInt8(ascii: "\\") { return nil }
      if second + 1 < token.count, token[second + 1] != UInt8(ascii: "u") { return nil }
      guard second + 2 < token.count else { return token.count }
      guard let low = unit(second + 2) else { return nil }
      let digits = min(4, token.count - second - 2)
      let lowest = low.value << UInt32(4 * (4 - digits))
      let highest = lowest | (1 << UInt32(4 * (4 - digits)) - 1)
      guard highest >= 0xDC00, lowest <= 0xDFFF else { return nil }
      return second + 2 + digits < second + 6 ? token.count : second + 6
    default: return start + 6
    }
  }
}

/// The beginning of a UTF-8 sequence.
enum UTF8Prefix {
  /// The length that the lead byte of `bytes` announces, if the bytes that are there agree; the sequence may be cut.
  static func length(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let lead = bytes.first, let length = length(ofLead: lead) else { return nil }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    var seen = 1
    for byte in bytes.dropFirst().prefix(length - 1) {
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
      seen += 1
      guard range(value: value, length: length, missing: length - seen) != nil else { return nil }
    }
    return length
  }

  /// Bytes in the sequence that `lead` begins; nil where no character begins so.
  @inline(__always)
  static func length(ofLead lead: UInt8) -> Int? {
    switch lead {
    case 0..<0x80: 1
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: nil
    }
  }

  /// The code points that a sequence of `length` bytes with the leading bits `value` and `missing` bytes to come can be.
  /// Surrogates stay inside a range that only spans them; nil where there is none at all.
  @inline(__always)
  static func range(value: UInt32, length: Int, missing: Int) -> ClosedRange<UInt32>? {
    let lowest = value << UInt32(6 * missing)
    let highest = lowest | (1 << UInt32(6 * missing) - 1)
    let floor: UInt32 = length == 4 ? 0x10000 : length == 3 ? 0x800 : length == 2 ? 0x80 : 0
    let low = max(lowest, floor)
    let high = min(highest, 0x10FFFF)
    guard low <= high, !(low >= 0xD800 && high <= 0xDFFF) else { return nil }
    return low...high
  }
}
