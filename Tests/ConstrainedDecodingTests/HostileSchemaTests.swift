// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport
import Testing

@testable import ConstrainedDecoding

@Suite struct HostileSchemaTests {
  static func error(_ schema: JSONValue) -> SchemaError? {
    do throws(SchemaError) { _ = try Grammar(schema: schema) } catch { return error }
    return nil
  }

  @Test(arguments: [
    (#"{"not":{"uniqueItems":true}}"#, "uniqueItems", "/not"), (#"{"frobnicate":1}"#, "frobnicate", ""),
    (
      #"{"properties":{"a":{"items":{"not":{"unevaluatedItems":false}}}},"type":"object"}"#, "unevaluatedItems",
      "/properties/a/items/not"
    ),
    (#"{"type":"object","extends":{}}"#, "extends", ""),
    (#"{"pattern":"(?<=a)b"}"#, "pattern", ""), (#"{"pattern":"(a)\\1"}"#, "pattern", ""),
    (##"{"$defs":{"a/b":{"pattern":"(?<!x)"}},"$ref":"#/$defs/a~1b"}"##, "pattern", "/$defs/a~1b"),
  ])
  func namesWhatIsNotSupported(schema: String, keyword: String, path: String) throws {
    let error = try #require(Self.error(json(schema)))
    guard case .unsupported = error.kind else { return #expect(Bool(false), "\(error)") }
    #expect(error.keyword == keyword)
    #expect(error.path == path)
  }

  /// Bounds that no text meets overflow nothing, in no question about a state.
  @Test(arguments: [
    #"{"type":"object","minProperties":1000000000000}"#, #"{"type":"object","maxProperties":1000000000000}"#,
    #"{"type":"object","minProperties":2147483647,"required":["a"]}"#,
    #"{"type":"array","minItems":1000000000000}"#, #"{"type":"array","maxItems":9223372036854775807}"#,
    #"{"type":"array","minItems":2147483647,"contains":{"const":1},"minContains":2147483647}"#,
    #"{"type":"string","minLength":1000000000000}"#, #"{"type":"string","maxLength":2147483647}"#,
  ])
  func hugeBounds(schema: String) throws {
    for order in [GrammarOptions.PropertyOrder.schema, .any] {
      var options = options(.compact, undeclared: true)
      options.propertyOrder = order
      guard let grammar = try? Grammar(schema: json(schema), options: options) else { continue }
      var constraint = Constraint(grammar, Vocabularies.mixed)
      for token in 0..<4 {
        _ = constraint.minimumBudget
        guard let next = constraint.tokenMask().ids.dropFirst(token).first else { break }
        constraint.take(next)
      }
    }
  }

  @Test func listsAreBounded() throws {
    let schema = JSONValue.object(["enum": .array((0...100_000).map { .string("v\($0)") })])
    guard case .tooComplex = Self.error(schema)?.kind else { return #expect(Bool(false)) }
  }

  /// What one schema lists is counted before anything is done for it; the error names the place.
  @Test(arguments: ["properties", "required", "prefixItems", "items", "patternProperties", "anyOf", "allOf", "oneOf"])
  func entriesOfOnePlaceAreBounded(keyword: String) throws {
    let count = SchemaNormalizer.maximumMembers + 1
    let value: JSONValue
    switch keyword {
    case "properties", "patternProperties":
      var members = JSONObject()
      for index in 0..<count { members["k\(index)"] = true }
      value = .object(members)
    case "required": value = .array((0..<count).map { .string("k\($0)") })
    default: value = .array(Array(repeating: ["type": "integer"], count: count))
    }
    let own = JSONValue.object([keyword: value])
    let cases: [(JSONValue, String)] = [
      (own, ""), (["properties": ["a": own]], "/properties/a"), (["not": own], "/not"),
    ]
    for (schema, path) in cases {
      let error = try #require(Self.error(schema))
      guard case .tooComplex = error.kind else { return #expect(Bool(false), "\(error)") }
      #expect(error.keyword == keyword)
      #expect(error.path == path)
    }
  }

  @Test func valuesOfListedContainersAreBounded() throws {
    let items = JSONValue.array((0...100_000).map { [.number(JSONNumber($0))] })
    for schema: JSONValue in [
      ["const": items], ["enum": [1, items]], ["const": ["a": ["b": items]]], ["type": "array", "enum": [items]],
    ] {
      guard case .tooComplex = Self.error(schema)?.kind else { return #expect(Bool(false)) }
    }
  }

  @Test func unknownKeywordsCanBeNotes() throws {
    var options = GrammarOptions()
    options.refusesUnknownKeywords = false
    let schema = try json(#"{"type":"string","frobnicate":1,"format":"odd"}"#)
    let grammar = try Grammar(schema: schema, options: options)
    #expect(grammar.notes.map(\.keyword) == ["frobnicate", "format"])
    #expect(throws: SchemaError.self) { try Grammar(schema: json(#"{"extends":{}}"#), options: options) }
  }

  @Test func everyPlaceIsNamedAtOnce() throws {
    let schema = try json(#"{"properties":{"a":{"frobnicate":1},"b":{"pattern":"(a)\\1"},"c":{"type":"null"}}}"#)
    let error = try #require(Self.error(schema))
    #expect(
      Set(error.places.map { $0.path + " " + $0.keyword }) == ["/properties/a frobnicate", "/properties/b pattern"])
    for place in error.places { #expect(error.description.contains("#\(place.path), keyword \"\(place.keyword)\"")) }
    var options = GrammarOptions()
    options.acceptsUnenforced = true
    let grammar = try Grammar(schema: schema, options: options)
    #expect(Set(grammar.notes) == Set(error.places))
    #expect(accepts(grammar, #"{"a":1,"b":"x","c":null}"#) && !accepts(grammar, #"{"c":1}"#))
  }

  @Test func otherDocumentsCanBeNotes() throws {
    let schema = try json(#"{"items":{"$ref":"http://json-schema.org/draft-07/schema#"},"type":"array"}"#)
    guard case .unresolvedReference = Self.error(schema)?.kind else { return #expect(Bool(false)) }
    let grammar = try Grammar(schema: schema, options: .validation)
    #expect(grammar.notes.map(\.keyword) == ["$ref"] && accepts(grammar, "[1]") && !accepts(grammar, "1"))
  }

  @Test(arguments: [
    #"{"type":"strin"}"#, #"{"type":1}"#, #"{"minLength":-1}"#, #"{"minLength":1.5}"#, #"{"enum":1}"#,
    #"{"pattern":"["}"#,
    #"{"pattern":"a{3,2}"}"#, #"{"pattern":"[b-a]"}"#, #"{"pattern":"*"}"#, #"{"pattern":")"}"#, #"{"properties":[]}"#,
    #"{"required":[1]}"#, #"{"anyOf":[]}"#, #"{"multipleOf":0}"#, #"{"items":1}"#, "1", "null", "\"x\"",
    #"{"minimum":"1"}"#,
    #"{"pattern":1}"#, #"{"format":1}"#, #"{"allOf":{}}"#,
  ])
  func refusesMalformedSchemas(schema: String) throws {
    let error = try #require(Self.error(json(schema)))
    guard case .invalid = error.kind else { return #expect(Bool(false), "\(schema): \(error)") }
  }

  @Test(arguments: [
    "false", #"{"enum":[]}"#, #"{"type":"string","minLength":3,"maxLength":2}"#,
    #"{"type":"integer","minimum":3,"maximum":2}"#,
    #"{"type":"object","properties":{"a":false},"required":["a"]}"#, #"{"allOf":[{"type":"string"},{"type":"null"}]}"#,
    #"{"type":"string","pattern":"^a$","minLength":2}"#,
    #"{"type":"string","pattern":"^(ab)*$","minLength":3,"maxLength":3}"#,
    #"{"type":"array","items":false,"minItems":1}"#, ##"{"type":"array","items":{"$ref":"#"},"minItems":1}"##,
    ##"{"type":"object","properties":{"a":{"$ref":"#"}},"required":["a"]}"##, #"{"const":1,"type":"string"}"#,
    #"{"type":"object","additionalProperties":false,"required":["x"]}"#,
    #"{"type":"integer","minimum":1.1,"maximum":1.9}"#,
  ])
  func refusesWhatNothingSatisfies(schema: String) throws {
    #expect(try Self.error(json(schema))?.kind == .unsatisfiable)
  }

  @Test(arguments: [
    ##"{"$ref":"#"}"##, ##"{"allOf":[{"$ref":"#"}]}"##, ##"{"anyOf":[{"$ref":"#"},{"type":"null"}]}"##,
    ##"{"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}},"$ref":"#/$defs/a"}"##,
  ])
  func refusesReferencesToThemselves(schema: String) throws {
    #expect(try Self.error(json(schema))?.kind == .circularReference)
  }

  @Test(arguments: ["#/nowhere", "#/$defs/x/y", "http://example.org/schema", "other.json", "#anchor", "#/%zz", "#/~2"])
  func refusesUnknownReferences(reference: String) {
    #expect(Self.error(["$ref": .string(reference)])?.kind == .unresolvedReference(reference))
  }

  @Test func anchorsAndIdentifiersResolve() throws {
    let grammar = try Grammar(
      schema: json(
        ##"{"$id":"urn:x","anyOf":[{"$ref":"#n"},{"$ref":"urn:x#/$defs/b"}],"$defs":{"a":{"$anchor":"n","type":"null"},"b":{"type":"boolean"}}}"##
      ))
    #expect(accepts(grammar, "null") && accepts(grammar, "true") && !accepts(grammar, "1"))
  }

  @Test func deepNestingEnds() {
    var schema: JSONValue = ["type": "null"]
    for _ in 0..<5000 { schema = ["type": "array", "items": schema, "minItems": 1] }
    #expect(Self.error(schema)?.kind == .unsatisfiable)
    var optional: JSONValue = ["type": "null"]
    for _ in 0..<5000 { optional = ["type": "array", "items": optional] }
    #expect(Self.error(optional) == nil)
    var combined: JSONValue = ["type": "null"]
    for _ in 0..<5000 { combined = ["allOf": [combined]] }
    guard case .tooComplex? = Self.error(combined)?.kind else { return #expect(Bool(false)) }
  }

  @Test func hugeEnumerationsWork() throws {
    let values = (0..<100_000).map { JSONValue.string("value number \($0)") }
    let grammar = try Grammar(schema: ["enum": .array(values)])
    #expect(accepts(grammar, "\"value number 99999\"") && !accepts(grammar, "\"value number 100000\""))
    var constraint = Constraint(grammar, Vocabularies.mixed)
    constraint.take("\"value number 9999".utf8)
    #expect(constraint.nextBytes() == Array("\"0123456789".utf8))
  }

  @Test func largeListsMeetQuickly() throws {
    let values = (0..<20_000).map { JSONValue.number(JSONNumber($0)) }
    let keys = (0..<5000).map { JSONValue.string("k\($0)") }
    let grammar = try Grammar(
      schema: [
        "anyOf": [["enum": .array(values)], ["type": "object", "required": .array(keys)]],
        "allOf": [
          ["enum": .array(values.reversed() + [["a": 1.0], ["a": 1]])], ["enum": .array(values + [["a": 1]])],
        ],
      ])
    #expect(accepts(grammar, "19999") && !accepts(grammar, "20000") && !accepts(grammar, "{\"a\":1}"))
  }

  /// What would make too many alternatives is an error, or with notes a wider grammar.
  @Test(arguments: ["oneOf", "anyOf", "not", "dependentRequired", "if", "patternProperties", "$ref"])
  func explosionsEnd(keyword: String) throws {
    func branch(_ index: Int) -> JSONValue {
      ["properties": ["k\(index)": ["const": .number(JSONNumber(index))]], "required": [.string("k\(index)")]]
    }
    var schema: JSONObject = [:]
    switch keyword {
    case "oneOf": schema["oneOf"] = .array((0..<60).map(branch))
    case "anyOf":
      schema["allOf"] = .array((0..<20).map { ["anyOf": [branch($0), branch($0 + 100), branch($0 + 200)]] })
    case "not": schema["allOf"] = .array((0..<20).map { ["not": ["allOf": [branch($0), branch($0 + 100)]]] })
    case "dependentRequired":
      var dependencies = JSONObject()
      for index in 0..<40 { dependencies["k\(index)"] = [.string("l\(index)")] }
      schema["dependentRequired"] = .object(dependencies)
    case "if": schema["allOf"] = .array((0..<40).map { ["if": branch($0), "then": branch($0 + 100)] })
    case "patternProperties":
      var patterns = JSONObject()
      for index in 0..<200 { patterns["a{\(index)}b"] = ["const": .number(JSONNumber(index))] }
      schema["patternProperties"] = .object(patterns)
    default:
      var definitions = JSONObject()
      for index in 0..<30 {
        let next: JSONValue = ["$ref": .string("#/$defs/d\(index + 1)")]
        definitions["d\(index)"] = ["oneOf": [next, ["not": ["not": next]], ["items": next]]]
      }
      definitions["d30"] = ["type": "null"]
      schema = ["$ref": "#/$defs/d0", "$defs": .object(definitions)]
    }
    if let error = Self.error(.object(schema)) {
      switch error.kind {
      case .unsupported, .tooComplex: break
      default: Issue.record("\(error)")
      }
    }
    do throws(SchemaError) { _ = try Grammar(schema: .object(schema), options: .validation) } catch {
      switch error.kind {
      case .tooComplex, .unsatisfiable: break
      default: Issue.record("\(error)")
      }
    }
  }

  @Test func negationsAndConditionsNestDeeply() {
    for keyword in ["not", "if", "contains", "propertyNames"] {
      var schema: JSONValue = ["type": "null"]
      for _ in 0..<5000 { schema = [keyword: schema] }
      guard let error = Self.error(schema) else { continue }
      switch error.kind {
      case .tooComplex, .unsupported: break
      default: Issue.record("\(keyword): \(error.kind)")
      }
    }
  }

  @Test func combinationsThatMultiplyEnd() {
    let alternatives: JSONValue = ["anyOf": .array((0..<10).map { ["properties": ["k\($0)": ["type": "null"]]] })]
    let schema: JSONValue = ["allOf": .array(Array(repeating: alternatives, count: 12))]
    guard case .tooComplex? = Self.error(schema)?.kind else { return #expect(Bool(false)) }
  }

  @Test(arguments: [
    "(((a{1,1000}){1,1000}){1,1000}){1,1000}", "x.{0,400}y.{0,400}z", "(a|b)*a(a|b){25}", "(a*)*b", "((a|a)*)*$",
    "a{99999}",
    "[a-z].{20}$",
  ])
  func patternsThatGrowEnd(pattern: String) {
    // Either fits in the limits or says that it does not.
    guard let error = Self.error(["type": "string", "pattern": .string(pattern)]) else { return }
    guard case .tooComplex = error.kind else { return #expect(Bool(false), "\(error)") }
  }

  @Test func depthOfValuesIsBounded() throws {
    let grammar = try Grammar(schema: ["type": "array", "items": ["$ref": "#"]])
    #expect(accepts(grammar, String(repeating: "[", count: 64) + String(repeating: "]", count: 64)))
    #expect(!accepts(grammar, String(repeating: "[", count: 65) + String(repeating: "]", count: 65)))
    var random = SeededGenerator(seed: 3)
    for _ in 0..<50 { #expect(GenerationWalkTests.walk(grammar, Vocabularies.mixed, budget: 200, &random) != nil) }
  }

  @Test func longStringsAreCountedNotBuilt() throws {
    let grammar = try Grammar(schema: ["type": "string", "maxLength": 200_000, "minLength": 2000])
    var constraint = Constraint(grammar, .bytes)
    constraint.take([0x22] + Array(repeating: 0x61, count: 1999))
    #expect(!constraint.takes([0x22]))
    constraint.take(Array(repeating: 0x61, count: 198_001))
    #expect(!constraint.takes([0x61]))
    constraint.take([0x22])
  }

  /// Alternatives that only their ends tell apart, inside each other: readings multiply with every level, and are bounded.
  @Test(.timeLimit(.minutes(20)), arguments: [GrammarOptions.PropertyOrder.schema, .any])
  func nestedAlternatives(order: GrammarOptions.PropertyOrder) throws {
    let pairs = (0..<6).map { #""a\#($0)": ["b\#($0)"]"# }.joined(separator: ", ")
    let schema = try JSONValue(
      parsing:
        ##"{"type": "object", "properties": {"in": {"type": "array", "items": {"$ref": "#"}}}, "dependentRequired": {\##(pairs)}}"##
    )
    var options = GrammarOptions.validation
    options.propertyOrder = order
    let grammar = try Grammar(schema: schema, options: options)
    var constraint = Constraint(grammar, .bytes)
    let text = String(repeating: #"{"in": [{}, "#, count: 6) + "{}" + String(repeating: "]}", count: 6)
    let isTaken = constraint.accept(bytes: text.utf8)
    #expect(isTaken)
    #expect(constraint.heads.count <= Machine.maximumHeads)
    #expect(constraint.canEnd)
  }
}
