// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import OrderedJSON

@Suite struct JSONWriterTests {
  static let sample: JSONValue = ["b": [1, true, nil], "a": [:], "c": [], "é": "\"\\\n\u{1}\u{7F}😊/"]

  @Test func writesCompact() {
    #expect(Self.sample.text() == #"{"b":[1,true,null],"a":{},"c":[],"é":"\"\\\n\u0001"# + "\u{7F}😊/\"}")
  }

  @Test func writesAsPythonDoes() {
    #expect(JSONValue.array([1, ["a": 2, "b": "é"]]).text(.python) == #"[1, {"a": 2, "b": "é"}]"#)
    #expect(JSONValue.string("é😊").text(JSONStyle(escapesNonASCII: true)) == #""\u00e9\ud83d\ude0a""#)
  }

  @Test func writesPretty() {
    let text = JSONValue.object(["a": [1, [:]], "b": []]).text(.pretty)
    #expect(text == "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}")
    #expect(JSONValue.array([1]).text(.pretty(indentation: 4)) == "[\n    1\n]")
  }

  @Test func whatIsWrittenReadsBackTheSame() throws {
    var source = RandomJSON(seed: 7)
    for _ in 0..<500 {
      let value = source.value(depth: 4)
      for style in [JSONStyle.compact, .pretty, .python, JSONStyle(escapesNonASCII: true)] {
        #expect(try JSONValue(parsing: value.text(style)) == value)
      }
    }
  }

  @Test func everyPrefixOfATextReadsAsTruncated() throws {
    var source = RandomJSON(seed: 8)
    for _ in 0..<60 {
      let text = source.value(depth: 3).text()
      for end in text.unicodeScalars.indices {
        _ = try JSONValue.parsingPartial(String(text.unicodeScalars[..<end]))
      }
    }
  }

  @Test func damagedTextNeverTraps() {
    var source = RandomJSON(seed: 9)
    for _ in 0..<2000 {
      var bytes = Array(source.value(depth: 3).text().utf8)
      for _ in 0..<source.random.next(3) + 1 {
        bytes[source.random.next(bytes.count)] = UInt8(source.random.next(256))
      }
      _ = try? JSONValue(parsing: bytes)
      _ = try? JSONValue.parsingPartial(String(decoding: bytes, as: UTF8.self))
    }
  }
}

/// SplitMix64: the same values on every run.
struct SeededRandom: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
  mutating func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}

struct RandomJSON {
  var random: SeededRandom
  init(seed: UInt64) { random = SeededRandom(state: seed) }

  mutating func value(depth: Int) -> JSONValue {
    switch random.next(depth > 0 ? 7 : 5) {
    case 0: return .null
    case 1: return .bool(random.next(2) == 0)
    case 2: return .number(JSONNumber(Int.random(in: -1_000_000...1_000_000, using: &random)))
    case 3: return .number(JSONNumber(Double(random.next(1_000_000)) / 997 - 300))
    case 4: return .string(string())
    case 5: return .array((0..<random.next(5)).map { _ in value(depth: depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<random.next(16) { object[string()] = value(depth: depth - 1) }
      return .object(object)
    }
  }

  mutating func string() -> String {
    let alphabet: [Unicode.Scalar] = [
      "a", "Z", "0", " ", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "é", "京", "😊", "\u{301}", "\u{2028}",
    ]
    var text = ""
    for _ in 0..<random.next(8) { text.unicodeScalars.append(alphabet[random.next(alphabet.count)]) }
    return text
  }
}
