// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import OrderedJSON

@Suite struct JSONValueTests {
  @Test func keysKeepOrderThroughChanges() {
    var object = JSONObject()
    for index in 0..<40 { object["k\(index)"] = .number(JSONNumber(index)) }
    object["k3"] = nil
    object["k5"] = "five"
    object["k3"] = "three"
    #expect(object.keys.first == "k0")
    #expect(object.keys.last == "k3")
    #expect(object.count == 40)
    #expect(object["k5"] == "five")
    for index in 6..<40 { #expect(object["k\(index)"]?.intValue == index) }
  }

  /// Swift strings compare by canonical equivalence; JSON keys by code point.
  @Test func keysThatOnlyLookAlikeAreTwo() throws {
    let value = try JSONValue(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}")
    #expect(value.objectValue?.count == 2)
    #expect(value["\u{E9}"] == 1)
    #expect(value["e\u{301}"] == 2)
  }

  @Test(arguments: [
    ("1", "1.0", true), ("100", "1e2", true), ("0.1", "0.10", true), ("1", "2", false), ("1", "\"1\"", false),
    (#"{"a":1,"b":2}"#, #"{"b":2.0,"a":1}"#, true), (#"{"a":1}"#, #"{"a":1,"b":2}"#, false), ("[1,2]", "[2,1]", false),
    ("null", "false", false), ("9007199254740993", "9007199254740992", false), ("-0", "0", true),
    ("1e400", "2e400", false),
  ])
  func equivalence(a: String, b: String, same: Bool) throws {
    #expect(try JSONValue(parsing: a).isEquivalent(to: JSONValue(parsing: b)) == same)
    #expect(try JSONValue(parsing: b).isEquivalent(to: JSONValue(parsing: a)) == same)
  }

  @Test(
    arguments: [
      ("2", 2), ("2.0", 2), ("2e0", 2), ("-3e2", -300), ("2.5", nil), ("1e30", nil), ("9223372036854775807", .max),
      ("-9223372036854775808", .min), ("9223372036854775808", nil), ("120e-1", 12),
      ("9007199254740993.0", 9_007_199_254_740_993), ("1e-400", nil), ("0e99999999999999999999", 0),
      ("1e99999999999999999999", nil),
    ] as [(String, Int?)])
  func integers(text: String, value: Int?) throws {
    #expect(try JSONValue(parsing: text).intValue == value)
  }

  @Test func decimalsAreOrderedByValue() throws {
    let ascending = [
      "-1e9", "-12.5", "-12", "-0.1", "-0.01", "0", "1e-999999999999999999999", "0.01", "0.1", "1", "1.5", "12", "1e2",
      "101",
    ]
    let decimals = ascending.map { JSONNumber(uncheckedText: $0).decimal }
    for (index, a) in decimals.enumerated() {
      for (other, b) in decimals.enumerated() {
        #expect((a < b) == (index < other), "\(ascending[index]) \(ascending[other])")
      }
    }
    #expect(JSONNumber(uncheckedText: "-0.0").decimal == JSONNumber(uncheckedText: "0").decimal)
  }
}
