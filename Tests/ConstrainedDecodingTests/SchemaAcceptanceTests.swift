// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport
import Testing

@testable import ConstrainedDecoding

@Suite struct SchemaAcceptanceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let schema: String
    let valid: [String]
    let invalid: [String]
    var testDescription: String { schema }
  }

  @Test(arguments: [
    Case(
      schema: "true", valid: ["1", "null", "[1,\"a\",{}]", "{\"a\":{\"b\":[true]}}"],
      invalid: ["", "[1", "{1:2}", "[1,]"]),
    Case(schema: "{}", valid: ["\"x\"", "-1.5e3"], invalid: ["01", "1.", ".5", "+1", "tru"]),
    Case(schema: #"{"type":"boolean"}"#, valid: ["true", "false"], invalid: ["null", "\"true\"", "truee"]),
    Case(schema: #"{"type":["string","null"]}"#, valid: ["\"x\"", "null"], invalid: ["1", "[]"]),
    Case(
      schema: #"{"type":"string"}"#,
      valid: [#""""#, #""a\"b""#, #""\u00e9\ud83d\ude0a""#, "\"京😊\"", #""\\""#, "\"\u{7F}\""],
      invalid: ["\"a", "a", "\"\n\"", #""\x""#, #""\ud83d""#, #""\ude0a""#, #""\ud83d\u0041""#, "\"a\"b"]),
    Case(
      schema: #"{"type":"string","minLength":2,"maxLength":3}"#,
      valid: ["\"ab\"", "\"北京人\"", #""\u00e9\n""#, #""\ud83d\ude0aa""#],
      invalid: ["\"a\"", "\"abcd\"", #""\ud83d\ude0a""#]),
    Case(
      schema: #"{"type":"string","pattern":"^[a-z]+$","maxLength":3}"#, valid: ["\"abc\"", #""\u0061""#],
      invalid: ["\"abcd\"", "\"\"", "\"A\""]),
    Case(
      schema: #"{"type":"string","pattern":"b"}"#, valid: ["\"b\"", "\"abc\"", "\"京b京\""], invalid: ["\"\"", "\"acd\""]),
    Case(
      schema: #"{"type":"string","pattern":"^(?:foo|ba[rz]{2,3})$"}"#, valid: ["\"foo\"", "\"barz\"", "\"bazzz\""],
      invalid: ["\"fo\"", "\"bar\"", "\"bazzzz\"", "\"xfoo\""]),
    Case(
      schema: #"{"type":"string","pattern":"\\bcat\\b"}"#, valid: ["\"cat\"", "\"a cat!\""],
      invalid: ["\"cats\"", "\"concat\""]),
    Case(
      schema: #"{"enum":["a\"b","\n",1,1.5,null,true,[1,2],{"k":"v"}]}"#,
      valid: [#""a\"b""#, #""\n""#, "1", "1.5", "null", "true", "[1,2]", #"{"k":"v"}"#],
      invalid: ["2", "\"a\"", "[1]", "{}", "false", "15"]),
    Case(schema: #"{"enum":["a","b",3],"type":"string"}"#, valid: ["\"a\""], invalid: ["3", "\"c\""]),
    Case(schema: #"{"const":{"a":[1,"x"]}}"#, valid: [#"{"a":[1,"x"]}"#], invalid: ["{}", #"{"a":[1]}"#]),
    Case(
      schema: #"{"type":"integer"}"#, valid: ["0", "-12", "9223372036854775807"],
      invalid: ["1.0", "1e2", "007", "-", "9223372036854775808", "-0"]),
    Case(
      schema: #"{"type":"integer","minimum":-5,"maximum":12}"#, valid: ["-5", "0", "12", "7"],
      invalid: ["-6", "13", "007", "100", "-10", "1.5"]),
    Case(
      schema: #"{"type":"integer","exclusiveMinimum":3,"exclusiveMaximum":120}"#, valid: ["4", "119", "20"],
      invalid: ["3", "120", "1000", "-4"]),
    Case(schema: #"{"type":"integer","multipleOf":5}"#, valid: ["0", "5", "-15", "100"], invalid: ["7", "51"]),
    Case(schema: #"{"type":"number"}"#, valid: ["1.5e10", "0", "-0.25", "1E-7"], invalid: [".5", "1.", "01", "1e"]),
    Case(
      schema: #"{"type":"number","minimum":0.5,"maximum":12.25}"#,
      valid: ["0.5", "0.50", "12.25", "12.250", "3", "0.51"],
      invalid: ["0.4", "0", "12.26", "12.2501", "13", "-1", "100"]),
    Case(
      schema: #"{"type":"number","exclusiveMinimum":0,"maximum":1}"#, valid: ["0.001", "1", "1.0"],
      invalid: ["0", "0.0", "1.01", "-0.5"]),
    Case(
      schema: #"{"type":"number","minimum":-2.5,"maximum":-1}"#, valid: ["-1", "-2.5", "-1.75"],
      invalid: ["0", "-0.5", "-2.51", "1"]),
    Case(
      schema: #"{"type":"number","multipleOf":0.01}"#, valid: ["0.01", "1", "12.34"], invalid: ["0.001", "12.345"]),
    Case(
      schema: #"{"type":"array","items":{"type":"integer"},"minItems":1,"maxItems":2}"#, valid: ["[1]", "[1,2]"],
      invalid: ["[]", "[1,2,3]", "[1,]", "[\"a\"]"]),
    Case(
      schema: #"{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false}"#,
      valid: ["[]", "[\"a\"]", "[\"a\",1]"], invalid: ["[1]", "[\"a\",1,2]"]),
    Case(
      schema: #"{"items":[{"type":"string"}],"additionalItems":{"type":"null"},"type":"array"}"#,
      valid: ["[\"a\",null,null]"], invalid: ["[\"a\",1]"]),
    Case(schema: #"{"type":"array","minItems":2,"items":false}"#, valid: [], invalid: []),
    Case(
      schema: #"{"type":"object","properties":{"a":{"const":"foo"},"b":{"const":"bar"}},"required":["b"]}"#,
      valid: [#"{"a":"foo","b":"bar"}"#, #"{"b":"bar"}"#],
      invalid: [#"{"b":"bar","a":"foo"}"#, "{}", #"{"a":"foo"}"#, #"{"b":"bar","c":1}"#]),
    Case(
      schema: #"{"type":"object","properties":{"a":{},"b":{},"c":{}},"required":[]}"#,
      valid: ["{}", #"{"c":1}"#, #"{"a":1,"c":2}"#], invalid: [#"{"c":1,"a":2}"#, #"{"a":1,"a":2}"#, "{,}"]),
    Case(
      schema: #"{"type":"object"}"#, valid: ["{}", #"{"x":{"y":[1]}}"#, #"{"":1,"a":2}"#],
      invalid: [#"{"x":1,"x":2}"#, "{x:1}"]),
    Case(
      schema: #"{"type":"object","properties":{"name":{"type":"string"}},"additionalProperties":{"type":"integer"}}"#,
      valid: [#"{"name":"x","n":1}"#, #"{"na":2,"names":3}"#],
      invalid: [#"{"n":1,"name":"x"}"#, #"{"n":"x"}"#, #"{"n":1,"n":2}"#]),
    Case(
      schema: #"{"type":"object","patternProperties":{"^x":{"type":"integer"}},"additionalProperties":false}"#,
      valid: ["{}", #"{"xa":1}"#], invalid: [#"{"ya":1}"#, #"{"xa":"s"}"#]),
    Case(
      schema:
        #"{"type":"object","patternProperties":{"^x":{"type":"integer"}},"additionalProperties":{"type":"string"}}"#,
      valid: [#"{"y":"s","xa":1}"#], invalid: [#"{"xa":"s"}"#, #"{"y":1}"#]),
    Case(
      schema: #"{"type":"object","propertyNames":{"pattern":"^[a-z]+$"},"additionalProperties":{"type":"integer"}}"#,
      valid: [#"{"ab":1}"#, "{}"], invalid: [#"{"A1":1}"#, #"{"":1}"#]),
    Case(
      schema: #"{"required":["z"],"properties":{"a":{"type":"integer"}},"type":"object"}"#,
      valid: [#"{"z":null}"#, #"{"a":1,"z":[1]}"#], invalid: ["{}", #"{"a":1}"#]),
    Case(
      schema: #"{"anyOf":[{"type":"null"},{"type":"boolean"}]}"#, valid: ["null", "true"], invalid: ["\"x\"", "1"]),
    Case(
      schema:
        #"{"anyOf":[{"properties":{"kind":{"const":"circle"},"r":{"type":"number"}},"required":["kind","r"],"type":"object"},{"properties":{"kind":{"const":"cube"},"s":{"type":"integer"}},"required":["kind","s"],"type":"object"}]}"#,
      valid: [#"{"kind":"circle","r":1.5}"#, #"{"kind":"cube","s":2}"#],
      invalid: [#"{"kind":"cube","r":1}"#, #"{"kind":"circle"}"#]),
    Case(
      schema: ##"{"oneOf":[{"type":"string"},{"type":"array","items":{"$ref":"#"}}]}"##,
      valid: ["\"a\"", "[[\"a\"],[]]"], invalid: ["[1]"]),
    Case(
      schema:
        #"{"oneOf":[{"type":"object","properties":{"a":{}},"required":["a"]},{"type":"object","properties":{"b":{}},"required":["b"]}]}"#,
      valid: [#"{"a":1}"#, #"{"b":1}"#], invalid: ["{}", #"{"a":1,"b":1}"#]),
    Case(
      schema:
        #"{"allOf":[{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]},{"type":"object","properties":{"b":{"type":"integer"}},"required":["b"]}]}"#,
      valid: [#"{"a":1,"b":2}"#], invalid: [#"{"a":1}"#, #"{"b":2}"#]),
    Case(
      schema: #"{"allOf":[{"type":"integer","minimum":3},{"maximum":5},{"enum":[1,4,5,6]}]}"#, valid: ["4", "5"],
      invalid: ["1", "6", "3"]),
    Case(
      schema: ##"{"$ref":"#/$defs/p","$defs":{"p":{"type":"integer","minimum":1}},"maximum":3}"##, valid: ["1", "3"],
      invalid: ["0", "4"]),
    Case(
      schema:
        ##"{"$defs":{"n":{"type":"object","properties":{"v":{"type":"integer"},"next":{"anyOf":[{"$ref":"#/$defs/n"},{"type":"null"}]}},"required":["v","next"],"additionalProperties":false}},"$ref":"#/$defs/n"}"##,
      valid: [#"{"v":1,"next":null}"#, #"{"v":1,"next":{"v":2,"next":null}}"#],
      invalid: [#"{"v":1}"#, #"{"v":1,"next":1}"#]),
    Case(
      schema: ##"{"definitions":{"a/b":{"type":"null"}},"$ref":"#/definitions/a~1b"}"##, valid: ["null"], invalid: ["1"]
    ),
    Case(
      schema: #"{"type":"string","format":"date"}"#, valid: ["\"2024-02-29\"", "\"2026-12-31\""],
      invalid: ["\"2026-02-29\"", "\"2026-13-01\""]),
    Case(
      schema: #"{"type":"string","format":"uuid"}"#, valid: ["\"123e4567-e89b-12d3-a456-426614174000\""],
      invalid: ["\"123\""]),
    Case(
      schema:
        #"{"title":"t","description":"d","default":1,"examples":[1],"$schema":"s","$id":"i","$comment":"c","x-order":["b","a"],"type":"object","properties":{"a":{"type":"null"},"b":{"type":"null"}},"required":["a","b"]}"#,
      valid: [#"{"b":null,"a":null}"#], invalid: [#"{"a":null,"b":null}"#]),
  ])
  func judges(_ test: Case) throws {
    if test.valid.isEmpty {
      #expect(throws: SchemaError.self) { try Grammar(schema: json(test.schema)) }
      return
    }
    let grammar = try Grammar(schema: json(test.schema))
    for text in test.valid { #expect(accepts(grammar, text), "should accept \(text)") }
    for text in test.invalid { #expect(!accepts(grammar, text), "should refuse \(text)") }
    let flexible = try Grammar(schema: json(test.schema), options: options(.flexible()))
    for text in test.valid {
      #expect(accepts(flexible, text))
      #expect(accepts(flexible, try json(text).text(.python)) || text.contains("\\u") || text.contains("\u{7F}"))
      #expect(accepts(flexible, try json(text).text(.pretty)) || text.contains("\\u"))
    }
    for text in test.invalid { #expect(!accepts(flexible, text)) }
  }
}
