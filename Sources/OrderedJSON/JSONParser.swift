// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
  /// Reads one JSON value (RFC 8259, nothing looser), surrounded by nothing but white space.
  ///
  /// Where an object names a key twice, the last value wins and stands at the key's first position, as in most readers.
  /// An escaped surrogate without its partner becomes U+FFFD, since a Swift string cannot hold it.
  package init(parsing text: String, limits: JSONLimits = .default) throws(JSONError) {
    self = try JSONParser.parse(text, limits: limits, allowsTruncation: false).value
  }

  /// Reads one JSON value from UTF-8 bytes; see `init(parsing:limits:)` for text.
  package init(parsing bytes: some Collection<UInt8>, limits: JSONLimits = .default) throws(JSONError) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw JSONParser.invalidUTF8(Array(bytes))
    }
    self = try JSONParser.parse(text, limits: limits, allowsTruncation: false).value
  }

  /// Reads the beginning of a JSON text: what has arrived, closed.
  ///
  /// An unfinished string is kept as far as it goes. An unfinished key, a key without value, an unfinished literal and
  /// a number at the very end of an open container, which could still grow, are left out; `null` stands for nothing at all.
  /// Text that no continuation could make valid still throws.
  package static func parsingPartial(
    _ text: String, limits: JSONLimits = .default
  ) throws(JSONError) -> (value: JSONValue, isComplete: Bool) {
    try JSONParser.parse(text, limits: limits, allowsTruncation: true)
  }
}

extension JSONParser {
  /// The value is `null` where nothing of it has arrived; without truncation a document always has one.
  static func parse(
    _ text: String, limits: JSONLimits, allowsTruncation: Bool
  ) throws(JSONError) -> (value: JSONValue, isComplete: Bool) {
    var text = text
    let result: Result<(value: JSONValue, isComplete: Bool), JSONError> = text.withUTF8 { bytes in
      var parser = JSONParser(bytes: bytes, limits: limits, allowsTruncation: allowsTruncation)
      return Result { () throws(JSONError) in (try parser.document() ?? .null, !parser.isTruncated) }
    }
    return try result.get()
  }

  static func invalidUTF8(_ bytes: [UInt8]) -> JSONError {
    // The first place where repairing changes the text.
    var offset = 0
    for (repaired, original) in zip(String(decoding: bytes, as: UTF8.self).utf8, bytes) {
      if repaired != original { break }
      offset += 1
    }
    return bytes.withUnsafeBufferPointer {
      JSONParser(bytes: $0, limits: .default, allowsTruncation: false).error(.invalidUTF8, at: offset)
    }
  }
}

/// A recursive-descent reader over bytes, its recursion bounded by `limits.depth`.
///
/// With `allowsTruncation`, running out of bytes sets `isTruncated` and every open level returns what it has.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  let limits: JSONLimits
  let allowsTruncation: Bool
  private var position = 0
  private var depth = 0
  private(set) var isTruncated = false

  init(bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits, allowsTruncation: Bool) {
    self.bytes = bytes
    self.limits = limits
    self.allowsTruncation = allowsTruncation
  }

  // MARK: Values

  mutating func document() throws(JSONError) -> JSONValue? {
    skipWhitespace()
    let value = try self.value()
    if isTruncated { return value }
    skipWhitespace()
    if position < bytes.count { throw error(.trailingText, at: position) }
    return value
  }

  /// The value at `position`, or nil where the text was cut before anything of it could be kept.
  private mutating func value() throws(JSONError) -> JSONValue? {
    guard let byte = peek else { return try cut(keeping: nil) }
    switch byte {
    case UInt8(ascii: "{"): return try nested { parser throws(JSONError) in try parser.object() }
    case UInt8(ascii: "["): return try nested { parser throws(JSONError) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw error(.unexpectedByte(byte), at: position)
    }
  }

  private mutating func nested(
    _ body: (inout JSONParser) throws(JSONError) -> JSONValue
  ) throws(JSONError) -> JSONValue {
    guard depth < limits.depth else { throw error(.tooDeep(limit: limits.depth), at: position) }
    depth += 1
    defer { depth -= 1 }
    position += 1
    return try body(&self)
  }

  private mutating func object() throws(JSONError) -> JSONValue {
    var object = JSONObject()
    skipWhitespace()
    if try take(UInt8(ascii: "}")) { return .object(object) }
    while !isTruncated {
      skipWhitespace()
      guard let byte = peek else { return try cut(keeping: .object(object)) }
      guard byte == UInt8(ascii: "\"") else { throw error(.unexpectedByte(byte), at: position) }
      let key = try string()
      if isTruncated { break }
      skipWhitespace()
      try expect(UInt8(ascii: ":"))
      if isTruncated { break }
      skipWhitespace()
      if let value = try value() { object[key] = value }
      if isTruncated { break }
      skipWhitespace()
      if try take(UInt8(ascii: "}")) { break }
      try expect(UInt8(ascii: ","))
    }
    return .object(object)
  }

  private mutating func array() throws(JSONError) -> JSONValue {
    var items: [JSONValue] = []
    skipWhitespace()
    if try take(UInt8(ascii: "]")) { return .array(items) }
    while !isTruncated {
      skipWhitespace()
      if let value = try value() { items.append(value) }
      if isTruncated { break }
      skipWhitespace()
      if try take(UInt8(ascii: "]")) { break }
      try expect(UInt8(ascii: ","))
    }
    return .array(items)
  }

  private mutating func literal(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue? {
    for index in 0..<text.utf8CodeUnitCount {
      guard let byte = peek else { return try cut(keeping: nil) }
      guard byte == text.utf8Start[index] else { throw error(.unexpectedByte(byte), at: position) }
      position += 1
    }
    return value
  }

  // MARK: Numbers

  private mutating func number() throws(JSONError) -> JSONValue? {
    let start = position
    if peek == UInt8(ascii: "-") { position += 1 }
    if peek == UInt8(ascii: "0") {
      position += 1
      if let byte = peek, Self.isDigit(byte) { throw error(.invalidNumber, at: start) }
    } else {
      guard try digits(from: start) else { return try cut(keeping: nil) }
    }
    if peek == UInt8(ascii: ".") {
      position += 1
      guard try digits(from: start) else { return try cut(keeping: nil) }
    }
    if let byte = peek, byte | 0x20 == UInt8(ascii: "e") {
      position += 1
      if let sign = peek, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
      guard try digits(from: start) else { return try cut(keeping: nil) }
    }
    // At the end of an open container more digits could follow.
    if peek == nil, depth > 0 { return try cut(keeping: nil) }
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
    return .number(JSONNumber(uncheckedText: text))
  }

  /// Takes one digit or more; false where the text ends before the first.
  private mutating func digits(from start: Int) throws(JSONError) -> Bool {
    guard let first = peek else { return false }
    guard Self.isDigit(first) else { throw error(.invalidNumber, at: start) }
    while let byte = peek, Self.isDigit(byte) { position += 1 }
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  // MARK: Strings

  /// The string that opens at `position`; its text so far where it is cut.
  private mutating func string() throws(JSONError) -> String {
    position += 1
    var text = ""
    while true {
      let start = position
      while let byte = peek, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { position += 1 }
      if position > start {
        text += String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
      }
      guard let byte = peek else { return try cut(keeping: text) }
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return text
      case UInt8(ascii: "\\"):
        guard let scalar = try escape() else { return try cut(keeping: text) }
        text.unicodeScalars.append(scalar)
      default:
        throw error(.controlCharacterInString(byte), at: position)
      }
    }
  }

  /// The scalar of the escape at `position`, or nil where the text ends inside it.
  private mutating func escape() throws(JSONError) -> Unicode.Scalar? {
    let start = position
    position += 1
    guard let letter = peek else { return nil }
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let unit = try hexUnit(from: start) else { return nil }
      guard 0xD800...0xDFFF ~= unit else { return Unicode.Scalar(unit) }
      guard unit < 0xDC00 else { return "\u{FFFD}" }
      // A high surrogate: look for its partner, and leave whatever else follows to be read by itself.
      let afterHigh = position
      guard let next = peek else { return allowsTruncation ? nil : "\u{FFFD}" }
      guard next == UInt8(ascii: "\\") else { return "\u{FFFD}" }
      position += 1
      guard let mark = peek else { return nil }
      if mark == UInt8(ascii: "u") {
        position += 1
        guard let low = try hexUnit(from: afterHigh) else { return nil }
        if 0xDC00...0xDFFF ~= low {
          return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        }
      }
      position = afterHigh
      return "\u{FFFD}"
    default:
      throw error(.invalidEscape, at: start)
    }
  }

  private mutating func hexUnit(from start: Int) throws(JSONError) -> UInt32? {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek else { return nil }
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
      default: throw error(.invalidEscape, at: start)
      }
      position += 1
    }
    return unit
  }

  // MARK: Bytes

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipWhitespace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  /// Takes `byte` if it is next; at the end of the text, cuts.
  private mutating func take(_ byte: UInt8) throws(JSONError) -> Bool {
    guard let next = peek else {
      _ = try cut(keeping: nil as JSONValue?)
      return false
    }
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ byte: UInt8) throws(JSONError) {
    guard try !take(byte), !isTruncated, let next = peek else { return }
    throw error(.unexpectedByte(next), at: position)
  }

  /// Marks the text as cut here, or throws where that is not allowed.
  private mutating func cut<T>(keeping value: T) throws(JSONError) -> T {
    guard allowsTruncation else { throw error(.unexpectedEnd, at: bytes.count) }
    isTruncated = true
    return value
  }

  func error(_ kind: JSONError.Kind, at offset: Int) -> JSONError {
    var line = 1
    var lineStart = 0
    for index in 0..<min(offset, bytes.count) where bytes[index] == 0x0A {
      line += 1
      lineStart = index + 1
    }
    return JSONError(kind: kind, offset: offset, line: line, column: offset - lineStart + 1)
  }
}
