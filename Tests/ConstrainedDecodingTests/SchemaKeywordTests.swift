// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport
import Testing

@testable import ConstrainedDecoding

/// Each keyword in the reading of the specification: what the grammar accepts, and what the validator of listed values says.
@Suite struct SchemaKeywordTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let schema: String
    let valid: [String]
    let invalid: [String]

    init(_ schema: String, _ valid: [String], _ invalid: [String]) {
      (self.schema, self.valid, self.invalid) = (schema, valid, invalid)
    }
    var testDescription: String { schema }
  }

  static let scalars = [
    Case(#"{"not":{"type":"string"}}"#, ["1", "null", "[]", "{}"], [#""a""#]),
    Case(#"{"not":{"type":["integer","boolean"]}}"#, ["1.5", "null", #""a""#], ["1", "1.0", "true"]),
    Case(#"{"type":"integer","not":{"const":5}}"#, ["4", "6", "55", "-5"], ["5", "5.0"]),
    Case(#"{"type":"integer","not":{"enum":[1,3]}}"#, ["0", "2", "4", "13"], ["1", "3"]),
    Case(#"{"type":"number","not":{"minimum":3}}"#, ["2", "2.9", "-1"], ["3", "3.0", "4"]),
    Case(#"{"type":"number","not":{"exclusiveMaximum":3}}"#, ["3", "3.5"], ["2", "2.99"]),
    Case(#"{"type":"integer","not":{"multipleOf":3}}"#, ["1", "2", "4"], ["0", "3", "6", "-3"]),
    Case(#"{"allOf":[{"multipleOf":4},{"multipleOf":6}],"type":"integer"}"#, ["0", "12", "24"], ["4", "6", "8"]),
    Case(#"{"type":"string","not":{"enum":["a","b"]}}"#, [#""c""#, #""aa""#, #""""#], [#""a""#, #""b""#]),
    Case(#"{"type":"string","not":{"pattern":"^a"}}"#, [#""b""#, #""""#, #""ba""#], [#""a""#, #""ab""#]),
    Case(#"{"type":"string","not":{"minLength":2}}"#, [#""""#, #""a""#], [#""ab""#]),
    Case(#"{"not":{"maxLength":2}}"#, [#""abc""#], [#""ab""#, "1", "{}"]),
    Case(#"{"not":{"const":false}}"#, ["true", "0", "null"], ["false"]),
    Case(#"{"not":{"not":{"type":"null"}}}"#, ["null"], ["1"]),
    Case(#"{"not":{}}"#, [], []), Case(#"{"not":false}"#, ["1", "{}"], []),
    Case(#"{"const":1}"#, ["1", "1.0"], ["2", "10", "true"]),
    Case(#"{"enum":[{"a":1,"b":[2]},"x"]}"#, [#"{"a":1,"b":[2]}"#, #"{"b":[2.0],"a":1}"#, #""x""#], [#"{"a":1}"#]),
    Case(
      #"{"enum":[1,"a",[1,2],{"k":1},null],"not":{"type":"array"},"minLength":2}"#, ["1", #"{"k":1}"#, "null"],
      ["[1,2]", #""a""#]),
    Case(
      #"{"if":{"type":"integer"},"then":{"minimum":3},"else":{"type":"string"}}"#, ["3", #""a""#], ["2", "3.5", "null"]),
    Case(#"{"if":{"const":1},"then":false}"#, ["2", "null"], ["1"]),
    Case(#"{"oneOf":[{"type":"integer"},{"minimum":2}]}"#, ["1", "2.5", #""a""#], ["3", "1.5"]),
    Case(#"{"oneOf":[{"multipleOf":3},{"multipleOf":5}],"type":"integer"}"#, ["3", "5", "9"], ["15", "7", "0"]),
    Case(#"{"not":{"oneOf":[{"type":"integer"},{"minimum":2}]}}"#, ["3", "1.5"], ["1", "2.5"]),
    Case(#"{"not":{"anyOf":[{"type":"integer"},{"type":"string"}]}}"#, ["null", "1.5"], ["1", #""a""#]),
    Case(#"{"not":{"allOf":[{"type":"integer"},{"minimum":2}]}}"#, ["1", "2.5", "null"], ["3"]),
    Case(
      #"{"not":{"if":{"type":"integer"},"then":{"minimum":3},"else":{"type":"string"}}}"#, ["2", "null"],
      ["3", #""a""#]),
    Case(
      #"{"$schema":"http://json-schema.org/draft-04/schema#","type":"number","minimum":3,"exclusiveMinimum":true}"#,
      ["3.5"], ["3"]),
    Case(
      ##"{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"a":{"type":"integer"}},"$ref":"#/definitions/a","minimum":3}"##,
      ["1"], [#""a""#]),
    Case(##"{"$defs":{"a":{"type":"integer"}},"$ref":"#/$defs/a","minimum":3}"##, ["3"], ["1", "3.5"]),
  ]

  static let arrays = [
    Case(#"{"type":"array","contains":{"const":1}}"#, ["[1]", "[2,1,3]"], ["[]", "[2]", "1"]),
    Case(
      #"{"type":"array","contains":{"type":"integer"},"minContains":2,"maxContains":3}"#, ["[1,2]", "[1,null,2,3]"],
      ["[1]", "[1,2,3,4]", "[]"]),
    Case(#"{"type":"array","contains":{"const":1},"minContains":0}"#, ["[]", "[2]"], ["1"]),
    Case(
      #"{"type":"array","contains":{"const":1},"minContains":0,"maxContains":1}"#, ["[]", "[1]", "[1,2]"], ["[1,1]"]),
    Case(
      #"{"type":"array","allOf":[{"contains":{"const":1}},{"contains":{"multipleOf":2}}]}"#, ["[1,2]", "[4,1]"],
      ["[1]", "[2]", "[3,3]"]),
    Case(#"{"type":"array","not":{"contains":{"const":1}}}"#, ["[]", "[2]"], ["[1]", "[2,1]"]),
    Case(#"{"type":"array","not":{"items":{"type":"integer"}}}"#, [#"["a"]"#, #"[1,"a"]"#], ["[]", "[1]"]),
    Case(#"{"type":"array","not":{"prefixItems":[{"type":"integer"}]}}"#, [#"["a"]"#], ["[]", "[1]", #"[1,"a"]"#]),
    Case(
      #"{"type":"array","not":{"prefixItems":[{}],"items":{"type":"integer"}}}"#, [#"[1,"a"]"#], [#"["a",1]"#, "[]"]),
    Case(#"{"type":"array","not":{"minItems":2}}"#, ["[]", "[1]"], ["[1,2]"]),
    Case(#"{"type":"array","not":{"const":[1,2]}}"#, ["[]", "[1]", "[2,2]", "[1,2,3]"], ["[1,2]"]),
    Case(
      #"{"type":"array","items":{"type":["number","string"]},"uniqueItems":true}"#, ["[]", "[1,2]", #"[1,"1"]"#],
      ["[1,1]", "[1,1.0]", #"["a","b","a"]"#]),
    Case(
      #"{"type":"array","prefixItems":[{"type":"string"}],"unevaluatedItems":false}"#, ["[]", #"["a"]"#],
      [#"["a",1]"#, "[1]"]),
    Case(
      #"{"type":"array","anyOf":[{"prefixItems":[{"const":1}]},{"prefixItems":[{},{"const":2}]}],"unevaluatedItems":false}"#,
      ["[1]", "[3,2]", "[1,2]", "[]"], ["[1,3]", "[1,2,3]"]),
    Case(
      #"{"type":"array","contains":{"type":"integer"},"unevaluatedItems":{"type":"string"}}"#, [#"[1,"a"]"#],
      ["[1,null]", #"["a"]"#]),
  ]

  static let objects = [
    Case(#"{"type":"object","not":{"required":["a"]}}"#, ["{}", #"{"b":1}"#], [#"{"a":1}"#]),
    Case(#"{"type":"object","not":{"required":["a","b"]}}"#, ["{}", #"{"b":1}"#, #"{"a":1}"#], [#"{"a":1,"b":2}"#]),
    Case(#"{"type":"object","not":{"properties":{"a":{"type":"integer"}}}}"#, [#"{"a":"x"}"#], ["{}", #"{"a":1}"#]),
    Case(
      #"{"type":"object","properties":{"a":{}},"not":{"additionalProperties":{"type":"integer"}}}"#,
      [#"{"b":"x"}"#, #"{"b":1,"a":"x"}"#], ["{}", #"{"b":1}"#]),
    Case(
      #"{"type":"object","not":{"patternProperties":{"^x":{"type":"integer"}}}}"#,
      [#"{"xa":"x"}"#, #"{"a":1,"x":null}"#], ["{}", #"{"x":1}"#, #"{"a":"x"}"#]),
    Case(
      #"{"type":"object","not":{"propertyNames":{"maxLength":2}}}"#, [#"{"abc":1}"#, #"{"a":1,"abc":2}"#],
      ["{}", #"{"a":1}"#]),
    Case(#"{"type":"object","not":{"minProperties":2}}"#, ["{}", #"{"a":1}"#], [#"{"a":1,"b":2}"#]),
    Case(#"{"type":"object","not":{"const":{"a":1}}}"#, ["{}", #"{"a":2}"#, #"{"a":1,"b":1}"#], [#"{"a":1}"#]),
    Case(
      #"{"type":"object","minProperties":1,"maxProperties":2}"#, [#"{"a":1}"#, #"{"a":1,"b":2}"#],
      ["{}", #"{"a":1,"b":2,"c":3}"#]),
    Case(
      #"{"type":"object","dependentRequired":{"a":["b"],"c":["d","e"]}}"#,
      ["{}", #"{"b":1}"#, #"{"a":1,"b":2}"#, #"{"c":1,"d":1,"e":1}"#], [#"{"a":1}"#, #"{"c":1,"d":1}"#]),
    Case(
      #"{"type":"object","dependencies":{"a":["b"],"c":{"required":["d"]}}}"#,
      ["{}", #"{"a":1,"b":2}"#, #"{"c":1,"d":1}"#], [#"{"a":1}"#, #"{"c":1}"#]),
    Case(
      #"{"dependentSchemas":{"a":{"properties":{"b":{"type":"integer"}}}}}"#, ["1", #"{"b":"x"}"#, #"{"a":1,"b":1}"#],
      [#"{"a":1,"b":"x"}"#]),
    Case(#"{"type":"object","not":{"dependentRequired":{"a":["b"]}}}"#, [#"{"a":1}"#], ["{}", #"{"a":1,"b":1}"#]),
    Case(
      #"{"type":"object","patternProperties":{"^a":{"type":"integer"},"b$":{"minimum":3}}}"#,
      [#"{"a":1,"b":4}"#, #"{"ab":4}"#, #"{"c":"x"}"#], [#"{"a":"x"}"#, #"{"b":2}"#, #"{"ab":1}"#, #"{"aab":4.5}"#]),
    Case(
      #"{"type":"object","properties":{"ab":{"maximum":9}},"patternProperties":{"^a":{"type":"integer"}},"additionalProperties":false}"#,
      [#"{"ab":4,"ac":1}"#], [#"{"ab":"x"}"#, #"{"ab":10}"#, #"{"b":2}"#]),
    Case(
      #"{"allOf":[{"properties":{"a":{}},"additionalProperties":{"type":"integer"}},{"properties":{"b":{}},"additionalProperties":{"minimum":3}}],"type":"object"}"#,
      [#"{"a":3,"b":1}"#, #"{"c":3}"#], [#"{"a":1}"#, #"{"b":"x"}"#, #"{"c":1}"#]),
    Case(#"{"type":"object","propertyNames":{"enum":["a","bc"]}}"#, ["{}", #"{"a":1,"bc":2}"#], [#"{"b":1}"#]),
    Case(
      #"{"type":"object","propertyNames":{"anyOf":[{"maxLength":1},{"pattern":"^xx"}]}}"#,
      [#"{"a":1}"#, #"{"xxy":1}"#], [#"{"ab":1}"#]),
    Case(
      #"{"type":"object","properties":{"abc":{}},"propertyNames":{"maxLength":2}}"#, [#"{"ab":1}"#], [#"{"abc":1}"#]),
    Case(
      #"{"type":"object","properties":{"a":{}},"unevaluatedProperties":false}"#, ["{}", #"{"a":1}"#], [#"{"b":1}"#]),
    Case(
      ##"{"type":"object","$ref":"#/$defs/x","properties":{"a":{}},"unevaluatedProperties":false,"$defs":{"x":{"properties":{"b":{"type":"integer"}}}}}"##,
      [#"{"a":1,"b":1}"#], [#"{"c":1}"#, #"{"b":"x"}"#]),
    Case(
      #"{"type":"object","anyOf":[{"properties":{"a":{"const":1}},"required":["a"]},{"properties":{"b":{"const":2}},"required":["b"]}],"unevaluatedProperties":false}"#,
      [#"{"a":1}"#, #"{"b":2}"#, #"{"a":1,"b":2}"#], ["{}", #"{"a":1,"b":3}"#]),
    Case(
      #"{"type":"object","if":{"properties":{"k":{"const":"v"}},"required":["k"]},"then":{"required":["x"]},"else":{"required":["y"]}}"#,
      [#"{"k":"v","x":1}"#, #"{"y":1}"#, #"{"x":1,"k":"v"}"#], [#"{"k":"v"}"#, #"{"k":"v","y":1}"#, "{}"]),
    Case(
      #"{"type":"object","oneOf":[{"required":["a"]},{"required":["b"]}]}"#, [#"{"a":1}"#, #"{"b":1,"c":1}"#],
      ["{}", #"{"a":1,"b":2}"#]),
    Case(
      #"{"oneOf":[{"properties":{"a":{"type":"integer"}},"required":["a"]},{"properties":{"b":{"type":"integer"}},"required":["b"]}],"type":"object"}"#,
      [#"{"a":1}"#, #"{"a":1,"b":"x"}"#], [#"{"a":1,"b":2}"#, "{}"]),
    Case(
      ##"{"$id":"http://example.com/root.json","properties":{"a":{"$ref":"item.json"}},"$defs":{"i":{"$id":"item.json","type":"integer"}},"type":"object"}"##,
      [#"{"a":1}"#], [#"{"a":"x"}"#]),
    Case(
      ##"{"properties":{"a":{"$ref":"#/$defs/p%25q"}},"$defs":{"p%q":{"type":"integer"}},"type":"object"}"##,
      [#"{"a":1}"#], [#"{"a":"x"}"#]),
    Case(
      ##"{"$dynamicAnchor":"n","type":"object","properties":{"c":{"$dynamicRef":"#n"},"v":{"type":"integer"}},"additionalProperties":false}"##,
      [#"{"c":{"v":1}}"#], [#"{"c":{"w":1}}"#, #"{"c":1}"#]),
    Case(
      ##"{"type":"object","properties":{"n":{"not":{"$ref":"#"}}}}"##, ["{}", #"{"n":1}"#, #"{"n":{"n":{}}}"#],
      [#"{"n":{}}"#]),
  ]

  static let drafts = [
    Case(
      #"{"$schema":"http://json-schema.org/draft-04/schema#","type":"integer","if":{"minimum":3},"then":{"maximum":5}}"#,
      ["2", "4", "9"], ["1.5"]),
    Case(
      #"{"$schema":"http://json-schema.org/draft-07/schema#","type":"integer","if":{"minimum":3},"then":{"maximum":5}}"#,
      ["2", "4"], ["9"]),
    Case(
      #"{"$schema":"http://json-schema.org/draft-04/schema","not":{"if":{"type":"integer"},"then":false,"type":"null"}}"#,
      ["1", "{}"], ["null"]),
    Case(#"{"$schema":"http://json-schema.org/draft-04/schema#","const":1,"enum":[2,3]}"#, ["2", "3"], ["1"]),
    Case(#"{"$schema":"http://json-schema.org/draft-06/schema#","const":1}"#, ["1"], ["2"]),
    Case(#"{"$schema":"http://json-schema.org/draft-04/schema#","contains":{"const":1}}"#, ["[]", "[2]"], []),
    Case(#"{"$schema":"http://json-schema.org/draft-06/schema#","contains":{"const":1}}"#, ["[1]"], ["[]"]),
    Case(#"{"$schema":"http://json-schema.org/draft-04/schema#","propertyNames":{"maxLength":1}}"#, [#"{"ab":1}"#], []),
    Case(
      #"{"$schema":"http://json-schema.org/draft-07/schema#","unevaluatedProperties":false,"dependentRequired":{"a":["b"]}}"#,
      [#"{"a":1}"#], []),
    Case(
      #"{"$schema":"https://json-schema.org/draft/2020-12/schema","dependentRequired":{"a":["b"]}}"#,
      [#"{"a":1,"b":2}"#], [#"{"a":1}"#]),
    Case(
      ##"{"$schema":"http://json-schema.org/draft-04/schema#","allOf":[{"enum":[1,2,3]},{"if":true,"then":{"enum":[1]}}]}"##,
      ["1", "3"], ["4"]),
    // What is spelled out within the engine means the same in every draft.
    Case(
      #"{"$schema":"http://json-schema.org/draft-04/schema#","not":{"enum":[["a"],{"b":[1]}]}}"#,
      [#"["b"]"#, "[]", #"["a","a"]"#, #"{"b":[2]}"#, "{}", #"{"b":[1],"c":1}"#], [#"["a"]"#, #"{"b":[1]}"#]),
  ]

  /// What the draft that a schema names does not have says nothing.
  @Test(arguments: drafts)
  func laterKeywordsSayNothing(_ test: Case) throws {
    let schema = try json(test.schema)
    let grammar = try Grammar(schema: schema, options: .validation)
    for text in test.valid { #expect(accepts(grammar, text), "should accept \(text)") }
    for text in test.invalid { #expect(!accepts(grammar, text), "should refuse \(text)") }
  }

  @Test(arguments: scalars + arrays + objects)
  func judges(_ test: Case) throws {
    let schema = try json(test.schema)
    if !test.valid.isEmpty {
      let grammar = try Grammar(schema: schema, options: .validation)
      #expect(grammar.notes.isEmpty)
      for text in test.valid { #expect(accepts(grammar, text), "should accept \(text)") }
      for text in test.invalid { #expect(!accepts(grammar, text), "should refuse \(text)") }
    } else {
      #expect(throws: SchemaError.self) { try Grammar(schema: schema, options: .validation) }
    }
    var normalizer = SchemaNormalizer(document: schema, options: .validation)
    for text in test.valid {
      let holds = try normalizer.satisfies([SchemaTerm(SchemaPlaces.root)], json(text))
      #expect(holds, "should hold: \(text)")
    }
    for text in test.invalid {
      let holds = try normalizer.satisfies([SchemaTerm(SchemaPlaces.root)], json(text))
      #expect(!holds, "should not hold: \(text)")
    }
  }
}
