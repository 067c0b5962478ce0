// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport
import Testing

@testable import ConstrainedDecoding

@Suite struct SnapshotTests {
  /// Compares the snapshot after each byte with what reading the text anew shows; forks on the way.
  static func check(_ grammar: Grammar, _ text: [UInt8], _ comment: Comment) {
    var constraint = Constraint(grammar, .bytes)
    var saved: (constraint: Constraint, snapshot: PartialJSON)?
    for (index, byte) in text.enumerated() {
      if index % 7 == 3 { saved = (constraint, constraint.snapshot) }
      constraint.take([byte])
      // A listed number that no other goes on from is whole at its last digit.
      let isWhole = constraint.elements.last?.isComplete ?? false
      #expect(constraint.snapshot == PrefixReader.read(Array(text[...index]), hasEnded: isWhole), comment)
      let places = Set(constraint.heads.map(\.place.depth))
      #expect(places.count == 1, comment)
    }
    constraint.end()
    #expect(constraint.snapshot == PrefixReader.read(text, hasEnded: true), comment)
    if let saved { #expect(saved.constraint.snapshot == saved.snapshot, comment) }
  }

  @Test(arguments: 0..<6)
  func snapshotsAreWhatReadingAnewShows(seed: Int) throws {
    var schemas = RandomSchemas(seed: UInt64(900 + seed))
    var random = SeededGenerator(seed: UInt64(seed))
    var choices = options(seed % 2 == 0 ? .compact : .flexible(maximumRun: 2))
    choices.propertyOrder = seed % 3 == 0 ? .any : .schema
    var checked = 0
    for _ in 0..<30 {
      let schema = schemas.next()
      guard let grammar = try? Grammar(schema: schema, options: choices) else { continue }
      let budget = Constraint(grammar, Vocabularies.mixed).minimumBudget + 30
      guard let text = GenerationWalkTests.walk(grammar, Vocabularies.mixed, budget: budget, &random) else { continue }
      Self.check(grammar, text, "\(schema) \(String(decoding: text, as: UTF8.self))")
      checked += 1
    }
    #expect(checked > 15)
  }

  /// Listed values read along with open ones, spelled in more than one way.
  @Test(arguments: [
    #"["a\"b\\c\ud83d\ude0a\u00e9京😊", "", "\n"]"#, #"{"a\"b":{"q":[]},"q":1.5e+3,"z":[[],{}]}"#, "[1,12,1,1.0,-0,7]",
    #"[true,false,null,"true",[null]]"#, #" { "enum" : [ "ab" , 1 , 12 ] , "x" : { } } "#, "7", "-12e3", "null",
    #""\u0041""#,
    #""a""#,
  ])
  func everySpellingIsRead(text: String) throws {
    let listed: JSONValue = ["enum": ["a", "ab", "a\"b", "\n", 1, 12, true, nil, 7]]
    let any: JSONValue = [
      "$defs": [
        "v": [
          "anyOf": [
            listed, ["type": "string"], ["type": "number"], ["type": ["boolean", "null"]],
            ["type": "array", "items": ["$ref": "#/$defs/v"]],
            [
              "type": "object", "properties": ["a\"b": ["$ref": "#/$defs/v"]],
              "additionalProperties": ["$ref": "#/$defs/v"],
            ],
          ]
        ]
      ], "$ref": "#/$defs/v",
    ]
    for order in [GrammarOptions.PropertyOrder.schema, .any] {
      var options = GrammarOptions.validation
      options.propertyOrder = order
      for schema in [any, true] {
        let bytes = Array(text.utf8).drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed()
        Self.check(try Grammar(schema: schema, options: options), Array(bytes), "\(text)")
      }
    }
  }

  /// Each part of a text has its own value, whether or not its beginning and end are known at once.
  @Test func partsThatMayBeginInMoreThanOnePlaceAreReadAsTheyTurnOut() throws {
    let number = GrammarSource.schema(["type": "integer"]).labeled("n")
    let value = GrammarSource.schema(true).labeled("v")
    func elements(_ source: GrammarSource, _ text: String) throws -> [PartialElement] {
      var constraint = Constraint(try Grammar(source, options: options(.compact)), .bytes)
      for byte in text.utf8 { constraint.take([byte]) }
      constraint.end()
      var atOnce = Constraint(constraint.grammar, .bytes)
      atOnce.take(text.utf8)
      atOnce.end()
      #expect(atOnce.elements == constraint.elements)
      return constraint.elements
    }
    func json(_ name: String, _ value: JSONValue) -> PartialElement {
      PartialElement(name: name, content: .json(PartialJSON(value: value, isComplete: true)), isComplete: true)
    }
    // Whether the second digit goes on or begins anew is open; the first reading counts.
    let digits = try elements(.repetition(number, minimum: 1), "12")
    #expect(digits == [json("n", 12)] || digits == [json("n", 1), json("n", 2)])
    #expect(
      try elements(.sequence([number, .literal(" "), value]), #"7 {"a":[1]}"#) == [json("n", 7), json("v", ["a": [1]])])
    // Until the end, either brace may be the first of the value.
    #expect(
      try elements(.sequence([.text(), value, .literal("!")]), #"{"{"a":{"b":"c"}}!"#) == [json("v", ["a": ["b": "c"]])]
    )
    // The same braces, of which the second turns out to stand in a key.
    #expect(try elements(.sequence([.text(), value, .literal("!")]), #"{"{":"b"}!"#) == [json("v", ["{": "b"])])
  }

  /// A text without JSON has no value; its labelled parts are text.
  @Test func rulesHaveNoValue() throws {
    let rules = try GrammarSource.gbnf(#"root ::= "{" [a-z]* "}""#)
    var plain = Constraint(try Grammar(rules), .bytes)
    var labelled = Constraint(try Grammar(rules.labeled("all")), .bytes)
    for bytes in ["{", "ab", "}"] {
      plain.take(bytes.utf8)
      labelled.take(bytes.utf8)
      #expect(plain.snapshot == PartialJSON(value: nil, isComplete: false) && plain.elements.isEmpty)
      #expect(labelled.snapshot == PartialJSON(value: nil, isComplete: false))
    }
    labelled.end()
    #expect(labelled.elements == [PartialElement(name: "all", content: .text("{ab}"), isComplete: true)])
  }

  @Test func nothingIsKeptThatIsNotAskedFor() throws {
    let grammar = try GrammarSourceTests.toolGrammar()
    var constraint = Constraint(grammar, .bytes, keepsSnapshots: false)
    var reference = Constraint(grammar, .bytes)
    for byte in "Hi <tool_call>\n{\"name\":\"find\",\"arguments\":{\"query\":\"x\"}}\n</tool_call>".utf8 {
      constraint.take([byte])
      reference.take([byte])
      #expect(constraint.nextBytes() == reference.nextBytes())
      #expect(constraint.elements.isEmpty && constraint.recorder.steps == 0)
    }
    constraint.end()
    #expect(constraint.elements.isEmpty && constraint.snapshot.value == nil)
  }

  /// What one token costs does not grow with what stands before it.
  @Test(arguments: [
    ("[\"", "aaaaaaaa", ""), ("[1", ",12", ""), ("[", "[{\"a\":1},\"x\\n\"],", ""), ("{\"k", "aaaa", ""),
  ])
  func workIsBoundedByTheToken(start: String, turn: String, end: String) throws {
    var constraint = Constraint(try Grammar(schema: true, options: .validation), .bytes)
    constraint.take(start.utf8)
    var frames = 0
    for round in 0..<2_000 {
      let before = constraint.recorder.steps
      constraint.take(turn.utf8)
      #expect(constraint.recorder.steps - before <= turn.utf8.count)
      if round == 10 { frames = constraint.frames.count }
      if round > 10 { #expect(constraint.frames.count <= frames) }
    }
  }
}
