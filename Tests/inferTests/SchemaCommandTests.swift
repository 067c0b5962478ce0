// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import Foundation
import Generation
import OrderedJSON
import Testing

@testable import infer

@Suite struct SchemaCommandTests {
  static let person: JSONValue = [
    "type": "object",
    "properties": ["name": ["type": "string"], "age": ["type": "integer", "minimum": 0, "maximum": 120]],
    "required": ["name", "age"],
  ]

  static func grammar(_ schema: JSONValue) throws -> Grammar {
    var options = GrammarOptions()
    options.whitespace = .flexible(maximumRun: 255)
    return try Grammar(schema: schema, options: options)
  }

  // MARK: test

  typealias Refusal = SchemaTest.Outcome.Refusal

  @Test(
    arguments: [
      (#"{"name":"Ada","age":36}"#, nil),
      ("\n {\n  \"name\" : \"Ada\",\n  \"age\" : 36\n}\n", nil),
      (
        "{\n  \"name\": \"Adä\", \"age\": -1}",
        Refusal(offset: 27, line: 2, column: 25, found: "-", expected: "white space or a digit")
      ),
      (#"{"name":"x"}"#, Refusal(offset: 11, line: 1, column: 12, found: "}", expected: ", or white space")),
      (#"{"age":1}"#, Refusal(offset: 2, line: 1, column: 3, found: "a", expected: "name\"")),
      (
        #"{"name":"x","age":1"#,
        Refusal(offset: 19, line: 1, column: 20, found: nil, expected: "} white space or a digit")
      ),
      (#"{"é":1}"#, Refusal(offset: 2, line: 1, column: 3, found: "é", expected: "name\"")),
      ("", Refusal(offset: 0, line: 1, column: 1, found: nil, expected: "{")),
      (
        #"{"name":"x","age":1} 2"#,
        Refusal(offset: 20, line: 1, column: 21, found: " ", expected: "the end")
      ),
    ] as [(String, Refusal?)])
  func instances(text: String, refusal: Refusal?) throws {
    let outcome = SchemaTest.Outcome(name: "x", text: text, try Self.grammar(Self.person))
    #expect(outcome.refusal == refusal)
  }

  @Test func outcomesInWords() throws {
    let grammar = try Self.grammar(["type": "boolean"])
    let style = Style(choice: "off", isTerminal: false, environment: [:])
    #expect(SchemaTest.Outcome(name: "a.json", text: "true", grammar).text(style) == "a.json: accepted")
    let refused = SchemaTest.Outcome(name: "a.json", text: " tru ", grammar)
    #expect(refused.text(style) == "a.json: refused at line 1 column 5 (byte 4): found the end, expected e")
    #expect(
      refused.json == [
        "name": "a.json", "accepted": false, "offset": 4, "line": 1, "column": 5, "found": nil, "expected": "e",
      ])
  }

  // MARK: What is expected

  @Test(
    arguments: [
      ([0x22], false, "\""),
      ([0x09, 0x0A, 0x0D, 0x20, 0x2C, 0x7D], false, ", } or white space"),
      (Array(0x30...0x39), true, "a digit or the end"),
      (Array(0x20...0x7E) + Array(0xC2...0xF4), false, "\" or a character of a string"),
      (Array(0x20...0x5B) + Array(0x5D...0x7E) + Array(0xC2...0xF4), false, "\" or a character that needs no escape"),
      (Array(0x80...0xBF), false, "the rest of a character"),
      ([0x20], false, "a space"),
      ([], true, "the end"),
      ([], false, "nothing"),
    ] as [([UInt8], Bool, String)])
  func words(bytes: [UInt8], canEnd: Bool, text: String) {
    #expect(ExpectedText.words(for: bytes, canEnd: canEnd) == text)
  }

  @Test func forcedTextIsShown() throws {
    #expect(ExpectedText(Constraint(try Grammar(schema: Self.person), .bytes)).description == #"{"name":""#)
  }

  // MARK: random

  @Test(arguments: [0, 1, 40]) func everyWalkIsAValueWithinItsBudget(extra: Int) throws {
    let grammar = try Grammar(schema: Self.person)
    let start = Constraint(grammar, .bytes)
    let budget = start.minimumBudget + extra
    var random = RandomSource(seed: 7)
    var mask = TokenMask(count: 0)
    var values: Set<String> = []
    for _ in 0..<50 {
      let bytes = try #require(RandomValues.walk(from: start, budget: budget, &mask, &random))
      #expect(bytes.count <= budget)
      let value = try JSONValue(parsing: bytes)
      let age = try #require(value["age"]?.intValue)
      #expect((0...120).contains(age))
      #expect(value["name"]?.stringValue != nil)
      values.insert(String(decoding: bytes, as: UTF8.self))
    }
    #expect(values.count > (extra == 0 ? 1 : 20))
  }

  // MARK: The command line

  /// Runs the program with files in a folder of their own.
  static func run(_ arguments: [String], files: [String: String], input: String = "") throws -> ExecutableTests.Outcome
  {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("infer-schema-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
    let paths = arguments.map { files[$0] == nil ? $0 : folder.appendingPathComponent($0).path }
    var outcome = try ExecutableTests.run(paths, input: input)
    outcome.output = outcome.output.replacing(folder.path + "/", with: "")
    outcome.errors = outcome.errors.replacing(folder.path + "/", with: "")
    return outcome
  }

  @Test func checkTellsSizesAndAShortestValue() throws {
    let files = ["s.json": #"{"enum":["long","a"]}"#]
    let outcome = try Self.run(["schema", "check", "s.json"], files: files)
    #expect(outcome.code == 0)
    #expect(outcome.output.hasPrefix("s.json: enforced\n"))
    #expect(outcome.output.contains(#"3 bytes: "a""#))
    let json = try JSONValue(parsing: try Self.run(["schema", "check", "s.json", "--json"], files: files).output)
    #expect(json["enforced"] == true && json["shortest"] == #""a""# && json["shortest_bytes"] == 3)
  }

  @Test func testGivesOneLineAnInstance() throws {
    let files = ["s.json": #"{"type":"boolean"}"#, "a.json": "true\n", "b.json": "null"]
    let good = try Self.run(["schema", "test", "s.json", "a.json"], files: files)
    #expect(good.code == 0 && good.output == "a.json: accepted\n")
    let both = try Self.run(["schema", "test", "s.json", "a.json", "b.json", "--instance", "false"], files: files)
    #expect(both.code == 1)
    #expect(
      both.output == """
        a.json: accepted
        b.json: refused at line 1 column 1 (byte 0): found "n", expected f or t
        --instance: accepted

        """)
  }

  @Test func grammarsInGBNFWorkToo() throws {
    let files = ["g.gbnf": "root ::= \"a\" [0-9] \"\\n\"\n", "t.txt": "a1\n\n", "u.txt": "b"]
    let outcome = try Self.run(["schema", "test", "g.gbnf", "t.txt", "u.txt"], files: files)
    #expect(
      outcome.output.hasPrefix("t.txt: accepted\nu.txt: refused at line 1 column 1 (byte 0): found \"b\", expected a"))
    let drawn = try Self.run(["schema", "random", "g.gbnf"], files: files)
    #expect(drawn.output.hasPrefix("\"a") && drawn.output.hasSuffix("\\n\"\n"))
    #expect(try Self.run(["schema", "check", "g.gbnf"], files: files).output.contains("3 bytes"))
  }

  static let age = #"{"$id":"https://example.com/age","type":"integer","minimum":0,"maximum":3}"#
  static let reference = #"{"type":"array","items":{"$ref":"https://example.com/age"},"minItems":1,"maxItems":2}"#

  /// A reference to another document is followed in the documents given, by their `$id` or by the URI given.
  @Test func documentsAreGivenByURIOrID() throws {
    let files = ["s.json": Self.reference, "age.json": Self.age]
    let byID = ["--document", "age.json"]
    #expect(try Self.run(["schema", "check", "s.json"] + byID, files: files).output.hasPrefix("s.json: enforced\n"))
    let tested = try Self.run(
      ["schema", "test", "s.json", "--instance", "[3]", "--instance", "[4]"] + byID, files: files)
    #expect(tested.output.hasPrefix("--instance 1: accepted\n--instance 2: refused"))
    let drawn = try Self.run(["schema", "random", "s.json", "-n", "20"] + byID, files: files)
    #expect(drawn.output.split(separator: "\n").allSatisfy { $0.contains(/^\[[0-3](,[0-3])?\]$/) })
    #expect(drawn.output.split(separator: "\n").count == 20)
  }

  @Test(
    arguments: [
      ("a.json", nil, "a.json"), ("a=b.json", nil, "a=b.json"), ("dir/a.json", nil, "dir/a.json"),
      ("https://example.com/a=b.json", "https://example.com/a", "b.json"),
      ("urn:x:y=./b=c.json", "urn:x:y", "./b=c.json"),
    ] as [(String, String?, String)])
  func documentsAreSplitAfterAnAbsoluteURI(text: String, uri: String?, file: String) {
    let parts = SchemaDocuments.split(text)
    #expect(parts.uri == uri && parts.file == file)
  }

  @Test(arguments: [
    ("compact", "[1,2]"), ("python", "[1, 2]"), ("pretty", "[\n  1,\n  2\n]"), ("pretty:1", "[\n 1,\n 2\n]"),
    ("pretty:0", "[\n1,\n2\n]"), ("flexible", "[ 1,\n2]"),
  ])
  func layouts(name: String, text: String) throws {
    let files = ["s.json": #"{"const":[1,2]}"#, "a.json": text]
    let good = try Self.run(["schema", "test", "s.json", "a.json", "--whitespace", name], files: files)
    #expect(good.output == "a.json: accepted\n", "\(name)")
    let other = name == "compact" ? "python" : "compact"
    #expect(try Self.run(["schema", "test", "s.json", "a.json", "--whitespace", other], files: files).code == 1)
    if name.hasPrefix("pretty") || name == "python" || name == "compact" {
      let drawn = try Self.run(["schema", "random", "s.json", "--whitespace", name], files: files)
      #expect(drawn.output == text.replacing("\n", with: " ") + "\n")
    }
  }

  @Test func randomIsRepeatable() throws {
    let arguments = ["schema", "random", "-", "-n", "3", "--seed", "5"]
    let schema = #"{"type":"array","items":{"type":"integer"},"maxItems":4}"#
    let first = try Self.run(arguments, files: [:], input: schema)
    #expect(first.code == 0 && first.output.split(separator: "\n").count == 3)
    #expect(try Self.run(arguments, files: [:], input: schema).output == first.output)
  }

  @Test(arguments: [
    (["schema"], 2, "schema needs an action: check, test or random"),
    (["schema", "chek", "s.json"], 2, "no action 'chek' (did you mean 'check'?)"),
    (["schema", "check"], 2, "schema check needs the file of a JSON Schema, or - for standard input"),
    (["schema", "check", "s.json", "a.json"], 2, "unexpected argument 'a.json'"),
    (["schema", "test", "s.json"], 2, "schema test needs instances"),
    (["schema", "check", "/no/such.json"], 1, "cannot read '/no/such.json': No such file or directory"),
    (["schema", "test", "s.json", "/no/such.json"], 1, "cannot read '/no/such.json'"),
    (["schema", "check", "broken.json"], 3, "broken.json: JSON, line 1"),
    (["schema", "check", "number.json"], 3, "number.json: a JSON Schema is an object, true or false"),
    (["schema", "check", "never.json"], 3, "never.json: schema #"),
    (["schema", "random", "s.json", "--budget", "1"], 6, "the shortest value needs 4 tokens, more than --budget 1"),
    (["schema", "random", "s.json", "-m", "/no/such.gguf"], 5, "/no/such.gguf"),
    (
      ["schema", "check", "s.json", "--whitespace", "none"], 2, "--whitespace must be one of compact, flexible"
    ),
    (["schema", "check", "s.json", "--whitespace", "pretty:99"], 2, "pretty:N (N spaces a level, 0 to 16), python"),
    (["schema", "check", "s.json", "--document", "/no/such.json"], 1, "cannot read '/no/such.json'"),
    (["schema", "check", "s.json", "--document", "broken.json"], 3, "broken.json: JSON, line 1"),
    (["schema", "check", "s.json", "--document", "number.json"], 3, "number.json: a JSON Schema is an object"),
    (
      ["schema", "check", "s.json", "--document", "never.json"], 2, "give the document's URI: --document URI=never.json"
    ),
    (
      ["schema", "check", "s.json", "--document", "age.json", "--document", "age.json"], 2,
      "the document https://example.com/age is given more than once; keep one --document"
    ),
    (["schema", "random", "ref.json"], 3, "ref.json: schema #"),
  ])
  func mistakesAreOneLine(arguments: [String], code: Int32, message: String) throws {
    let files = [
      "s.json": #"{"type":"boolean"}"#, "a.json": "true", "broken.json": "{", "number.json": "1",
      "never.json": #"{"type":"string","minLength":3,"maxLength":1}"#, "ref.json": Self.reference,
      "age.json": Self.age,
    ]
    let outcome = try Self.run(arguments, files: files)
    #expect(outcome.code == code)
    #expect(outcome.output.isEmpty && outcome.errors.hasPrefix("infer: ") && outcome.errors.contains(message))
    #expect(outcome.errors.filter { $0 == "\n" }.count == 1, "one line")
  }
}
