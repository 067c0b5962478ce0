// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import OrderedJSON

@Suite struct JSONParserTests {
  @Test(
    arguments: [
      ("null", .null), (" true\n", .bool(true)), ("false", .bool(false)), ("0", 0), ("-12", -12),
      ("1.50", .number(JSONNumber(uncheckedText: "1.50"))), ("-1e+5", .number(JSONNumber(uncheckedText: "-1e+5"))),
      ("\"\"", ""), ("[]", []), ("{}", [:]), ("[1, [2], {}]", [1, [2], [:]]),
      (#"{"b":1,"a":{"c":null}}"#, ["b": 1, "a": ["c": nil]]),
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
      (#""\u00e9\u4eAC""#, "é京"), (#""\ud83d\ude0a""#, "😊"), ("\"京😊\"", "京😊"), ("\"\u{7F}\"", "\u{7F}"),
      // A surrogate alone, or two in the wrong order.
      (#""\ud83d""#, "\u{FFFD}"), (#""\ude0a""#, "\u{FFFD}"), (#""\ude0a\ud83d""#, "\u{FFFD}\u{FFFD}"),
      (#""\ud83dx""#, "\u{FFFD}x"), (#""\ud83d\n""#, "\u{FFFD}\n"), (#""\ud83d\u0041""#, "\u{FFFD}A"),
      // The last value wins, at the first position.
      (#"{"a":1,"b":2,"a":3}"#, ["a": 3, "b": 2]),
    ] as [(String, JSONValue)])
  func reads(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: text) == value)
    #expect(try JSONValue(parsing: Array(text.utf8)) == value)
    let partial = try JSONValue.parsingPartial(text)
    #expect(partial.value == value)
    #expect(partial.isComplete)
  }

  @Test(
    arguments: [
      ("", .unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("[1", .unexpectedEnd, 2), (#"{"a""#, .unexpectedEnd, 4),
      ("\"a", .unexpectedEnd, 2), ("tru", .unexpectedEnd, 3), ("-", .unexpectedEnd, 1), ("1.", .unexpectedEnd, 2),
      ("01", .invalidNumber, 0), ("-01", .invalidNumber, 0), ("1.x", .invalidNumber, 0), ("-a", .invalidNumber, 0),
      (".5", .unexpectedByte(0x2E), 0), ("+1", .unexpectedByte(0x2B), 0), ("NaN", .unexpectedByte(0x4E), 0),
      ("[1,]", .unexpectedByte(0x5D), 3), ("[,1]", .unexpectedByte(0x2C), 1), ("[1 2]", .unexpectedByte(0x32), 3),
      (#"{"a":1,}"#, .unexpectedByte(0x7D), 7), ("{a:1}", .unexpectedByte(0x61), 1),
      (#"{"a" 1}"#, .unexpectedByte(0x31), 5),
      ("{1:1}", .unexpectedByte(0x31), 1), ("'a'", .unexpectedByte(0x27), 0), ("// c\n1", .unexpectedByte(0x2F), 0),
      ("1 1", .trailingText, 2), ("{}}", .trailingText, 2), ("tru1", .unexpectedByte(0x31), 3),
      ("\"a\tb\"", .controlCharacterInString(9), 2), ("\"\u{0}\"", .controlCharacterInString(0), 1),
      (#""\x""#, .invalidEscape, 1), (#""\u12G4""#, .invalidEscape, 1), (#""\'""#, .invalidEscape, 1),
      ("\u{FEFF}1", .unexpectedByte(0xEF), 0), ("[1}", .unexpectedByte(0x7D), 2), ("\u{A0}1", .unexpectedByte(0xC2), 0),
    ] as [(String, JSONError.Kind, Int)])
  func refuses(text: String, kind: JSONError.Kind, offset: Int) {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error?.kind == kind)
    #expect(error?.offset == offset)
  }

  @Test func saysLineAndColumn() {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: "{\n  \"a\": x\n}") }
    #expect(error?.description == "JSON, line 2 column 8 (byte 9): unexpected 'x'")
  }

  @Test func refusesInvalidUTF8() {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22, 0x61, 0xC3, 0x22] as [UInt8]) }
    #expect(error?.kind == .invalidUTF8)
    #expect(error?.offset == 2)
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":[", "[[],"])
  func boundsDepth(opening: String) {
    let text = String(repeating: opening, count: 100_000)
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error?.kind == .tooDeep(limit: 128))
    #expect(throws: JSONError.self) { try JSONValue.parsingPartial(text) }
  }

  @Test func allowsDepthUpToTheLimit() throws {
    let text = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    _ = try JSONValue(parsing: text)
    #expect(throws: JSONError.self) { try JSONValue(parsing: "[\(text)]") }
    #expect(throws: JSONError.self) { try JSONValue(parsing: "[[1]]", limits: JSONLimits(depth: 1)) }
  }

  @Test(
    arguments: [
      ("", .null), ("  ", .null), ("tr", .null), ("-", .null), ("[", []), ("[1", []), ("[1,", [1]), ("[1,2 ", [1, 2]),
      ("[tru", []), ("{", [:]), (#"{"a"#, [:]), (#"{"a""#, [:]), (#"{"a":"#, [:]), (#"{"a":1"#, [:]),
      (#"{"a":1,"#, ["a": 1]),
      (#"{"a":"x"#, ["a": "x"]), (#"{"a":"x\"#, ["a": "x"]), (#"{"a":"x\u00"#, ["a": "x"]),
      (#"{"a":"x\ud83d"#, ["a": "x"]),
      (#"{"a":"x\ud83d\ude"#, ["a": "x"]), (#"{"a":[{"b":"#, ["a": [[:]]]),
      (#"{"a":1,"b":[true,"y"#, ["a": 1, "b": [true, "y"]]),
      (#"{"a":1}"#, ["a": 1]),
    ] as [(String, JSONValue)])
  func readsTruncated(text: String, value: JSONValue) throws {
    let partial = try JSONValue.parsingPartial(text)
    #expect(partial.value == value)
    #expect(partial.isComplete == (text == #"{"a":1}"#))
  }

  @Test(arguments: ["[1,]", "x", "{\"a\":01", "\"\\x", "[1]]"])
  func truncationHidesNoError(text: String) {
    #expect(throws: JSONError.self) { try JSONValue.parsingPartial(text) }
  }
}
