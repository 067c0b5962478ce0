// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationModels
import OrderedJSON
import Testing

struct GenerationSchemaTests {
  /// Schemas as Apple's framework writes them, keys sorted as its files have them.
  private static let goldens: [(schema: GenerationSchema, json: String)] = [
    (
      Length.generationSchema,
      #"""
      {"additionalProperties": false, "properties": {"minutes": {"type": "integer"}, "hours": {"type": "integer"}},
       "required": ["hours", "minutes"], "title": "Length", "type": "object", "x-order": ["hours", "minutes"]}
      """#
    ),
    (
      Film.generationSchema,
      #"""
      {"$defs": {"Length": {
         "additionalProperties": false, "properties": {"minutes": {"type": "integer"}, "hours": {"type": "integer"}},
         "required": ["hours", "minutes"], "title": "Length", "type": "object", "x-order": ["hours", "minutes"]}},
       "additionalProperties": false, "description": "What is known of a film",
       "properties": {
         "length": {"$ref": "#/$defs/Length", "description": "How long it runs"},
         "name": {"type": "string"},
         "plot": {"description": "One sentence about it", "type": "string"}},
       "required": ["name", "length", "plot"], "title": "Film", "type": "object",
       "x-order": ["name", "length", "plot"]}
      """#
    ),
    (
      Comment.generationSchema,
      #"""
      {"additionalProperties": false,
       "properties": {
         "likes": {"description": "How many liked it", "maximum": 100, "minimum": 0, "type": "integer"},
         "replies": {"description": "What others answered", "items": {"$ref": "#"}, "maxItems": 3, "type": "array"},
         "text": {"description": "What it says", "type": "string"}},
       "required": ["replies", "text"], "title": "Comment", "type": "object", "x-order": ["likes", "replies", "text"]}
      """#
    ),
  ]

  @Test func writesAppleForm() throws {
    for (schema, text) in Self.goldens {
      let expected = try JSONValue(parsing: text)
      #expect(schema.json.isEquivalent(to: expected), "\(schema.debugDescription)")
      let encoded = try JSONEncoder().encode(schema)
      #expect(try JSONValue(parsing: encoded).isEquivalent(to: expected))
    }
  }

  @Test func readsAppleForm() throws {
    for (original, text) in Self.goldens {
      let schema = try JSONDecoder().decode(GenerationSchema.self, from: Data(text.utf8))
      // The order of properties is that of `x-order`, whatever the decoder did.
      #expect(schema.json.text() == original.json.text())
      let again = try JSONDecoder().decode(GenerationSchema.self, from: JSONEncoder().encode(schema))
      #expect(again.json == schema.json)
    }
  }

  @Test(arguments: [
    "3", ##"{"$ref": "#/$defs/Gone"}"##, #"{"type": "array", "items": {"$ref": "elsewhere.json"}}"#,
  ])
  func refusesWhatIsNoSchema(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(GenerationSchema.self, from: Data(text.utf8))
    }
  }

  @Test func definesNamedTypesOnce() throws {
    let json = Festival.generationSchema.json
    #expect(json["properties"]?["films"] == ["type": "array", "items": ["$ref": "#/$defs/Film"]])
    #expect(json["$defs"]?.objectValue?.keys == ["Film", "Length"])
    let list = [Comment].generationSchema.json
    #expect(list["items"] == ["$ref": "#/$defs/Comment"])
    #expect(
      list["$defs"]?["Comment"]?["properties"]?["replies"]?["items"] == ["$ref": "#/$defs/Comment"])
  }

  @Test func arraysOfRecursiveTypesAreWrittenInPlace() {
    let schema = GenerationSchema(
      type: Festival.self,
      properties: [.init(name: "first", type: [Comment].self), .init(name: "second", type: [[Comment]].self)])
    let json = schema.json
    #expect(json["$defs"]?.objectValue?.keys == ["Comment"])
    #expect(json["properties"]?["first"] == ["type": "array", "items": ["$ref": "#/$defs/Comment"]])
    let replies: JSONValue = [
      "type": "array", "description": "What others answered", "items": ["$ref": "#/$defs/Comment"], "maxItems": 3,
    ]
    #expect(json["$defs"]?["Comment"]?["properties"]?["replies"]?.isEquivalent(to: replies) == true)
  }

  @Test func writesEnumsAndGuides() {
    let json = Report.generationSchema.json
    #expect(json["properties"]?["mood"] == ["$ref": "#/$defs/Mood"])
    #expect(json["$defs"]?["Mood"] == ["type": "string", "title": "Mood", "enum": ["calm", "playful"]])
    #expect(
      json["properties"]?["notes"] == [
        "type": "array", "items": ["type": "string", "enum": ["a", "b"]], "minItems": 2, "maxItems": 2,
      ])
    #expect(json["required"] == ["title", "mood", "notes"] && json["additionalProperties"] == false)
  }

  @Test func namesThatCollideAreToldApart() {
    enum First { struct Kind: Stub {} }
    enum Second { struct Kind: Stub {} }
    struct Both: Stub {
      static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, anyOf: [First.Kind.self, Second.Kind.self, First.Kind.self])
      }
    }
    let json = Both.generationSchema.json
    #expect(json["$defs"]?.objectValue?.keys == ["Kind", "Kind_2"])
    #expect(
      json["anyOf"] == [["$ref": "#/$defs/Kind"], ["$ref": "#/$defs/Kind_2"], ["$ref": "#/$defs/Kind"]])
  }

  @Test func aTypeWithoutNameMayContainItself() {
    struct Tree: Stub {
      static var generationSchema: GenerationSchema { [Tree].generationSchema }
    }
    struct Holder: Stub {
      static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, properties: [.init(name: "tree", type: Tree.self)])
      }
    }
    let json = Holder.generationSchema.json
    #expect(json["properties"]?["tree"] == ["$ref": "#/$defs/Tree"])
    #expect(json["$defs"]?["Tree"] == ["type": "array", "items": ["$ref": "#/$defs/Tree"]])
  }

  @Test func aSchemaThatWasReadCanBePartOfAnother() throws {
    struct Loaded: Stub {
      static var generationSchema: GenerationSchema {
        let text = ##"""
          {"type":"object","title":"Node","properties":{"next":{"$ref":"#"},"length":{"$ref":"#/$defs/Length"}},
           "required":[],"additionalProperties":false,"x-order":["next","length"],
           "$defs":{"Length":{"type":"integer","title":"Length"}}}
          """##
        return (try? JSONDecoder().decode(GenerationSchema.self, from: Data(text.utf8))) ?? Length.generationSchema
      }
    }
    let schema = GenerationSchema(
      type: Festival.self,
      properties: [
        .init(name: "length", type: Length.self), .init(name: "loaded", type: Loaded.self),
        .init(name: "again", type: Loaded.self),
      ])
    let json = schema.json
    #expect(json["$defs"]?.objectValue?.keys == ["Length", "Node", "Length_2"])
    #expect(json["properties"]?["loaded"] == ["$ref": "#/$defs/Node"])
    #expect(json["$defs"]?["Node"]?["properties"]?["next"] == ["$ref": "#/$defs/Node"])
    #expect(json["$defs"]?["Node"]?["properties"]?["length"] == ["$ref": "#/$defs/Length_2"])
  }

  @Test func nullMayBeWritten() throws {
    let schema = GenerationSchema(
      type: Length.self, representNilExplicitlyInGeneratedContent: true,
      properties: [.init(name: "n", description: "d", type: Int?.self)])
    #expect(schema.json["required"] == ["n"])
    #expect(
      schema.json["properties"]?["n"] == ["description": "d", "anyOf": [["type": "integer"], ["type": "null"]]])
  }

  @Test func guidesNarrow() throws {
    let cases: [(GenerationSchema.Property, JSONValue)] = [
      (
        .init(name: "p", type: Int.self, guides: [.range(0...8), .minimum(3), .maximum(100)]),
        ["type": "integer", "minimum": 3, "maximum": 8]
      ),
      (
        .init(name: "p", type: String.self, guides: [.anyOf(["a", "b", "a"]), .anyOf(["b", "c"])]),
        ["type": "string", "enum": ["b"]]
      ),
      (.init(name: "p", type: String.self, guides: [.constant("x")]), ["type": "string", "enum": ["x"]]),
      (
        .init(name: "p", type: [[Int]].self, guides: [.minimumCount(-1), .element(.count(1...2))]),
        [
          "type": "array",
          "items": ["type": "array", "items": ["type": "integer"], "minItems": 1, "maxItems": 2], "minItems": 0,
        ]
      ),
      (
        .init(name: "p", type: Decimal.self, guides: [.minimum(Decimal(string: "0.10") ?? 0)]),
        ["type": "number", "minimum": 0.1]
      ),
      (.init(name: "p", type: Float.self, guides: [.maximum(0.1)]), ["type": "number", "maximum": 0.1]),
      (
        .init(name: "p", type: String.self, guides: [/[a-c]+\d{2}/]),
        ["type": "string", "pattern": #"^[a-c]+\d{2}$"#]
      ),
      (
        .init(name: "p", type: String.self, guides: [.pattern(/a+/), .pattern(/.b/), .pattern(/.b/), .pattern(/c/)]),
        ["type": "string", "pattern": "^a+$", "allOf": [["pattern": "^.b$"], ["pattern": "^c$"]]]
      ),
    ]
    for (property, expected) in cases {
      let json = GenerationSchema(type: Length.self, properties: [property]).json
      #expect(json["properties"]?["p"]?.isEquivalent(to: expected) == true, "\(json)")
    }
  }

  @Test func saysWhatCannotBeEnforced() throws {
    let cases: [(GenerationSchema.Property, String)] = [
      (.init(name: "p", type: String.self, guides: [/a(?=b)/]), "look-around"),
      (.init(name: "p", type: Int.self, guides: [.minimum(3), .maximum(2)]), "between 3 and 2"),
      (.init(name: "p", type: [Int].self, guides: [.minimumCount(3), .maximumCount(2)]), "between 3 and 2"),
      (.init(name: "p", type: String.self, guides: [.anyOf([])]), "no choice"),
      (.init(name: "p", type: [Int].self, guides: [.maximumCount(-1)]), "no more than -1 elements"),
    ]
    for (property, reason) in cases {
      let schema = GenerationSchema(type: Length.self, properties: [property])
      let error = #expect(throws: LanguageModelSession.GenerationError.self) { try schema.enforceableJSON() }
      #expect(error?.failureReason?.contains("Length.p: ") == true, "\(error?.failureReason ?? "")")
      #expect(error?.failureReason?.contains(reason) == true, "\(error?.failureReason ?? "")")
      #expect(throws: EncodingError.self) { try JSONEncoder().encode(schema) }
    }
  }
}

/// A type of which only the schema matters.
private protocol Stub: Generable {
  init()
}

extension Stub {
  static var generationSchema: GenerationSchema { GenerationSchema(type: Self.self, properties: []) }
  init(_ content: GeneratedContent) throws { self.init() }
  var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
}
