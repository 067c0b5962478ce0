// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import OrderedJSON
import Testing

struct DynamicGenerationSchemaTests {
  private let answer = DynamicGenerationSchema(
    name: "Answer",
    properties: [
      .init(name: "text", schema: .init(type: String.self)),
      .init(name: "isCorrect", schema: .init(type: Bool.self), isOptional: true),
    ])

  @Test func putsSchemasTogether() throws {
    let riddle = DynamicGenerationSchema(
      name: "Riddle", description: "A riddle",
      properties: [
        .init(name: "question", description: "What is asked", schema: .init(type: String.self)),
        .init(
          name: "answers",
          schema: .init(arrayOf: .init(referenceTo: "Answer"), minimumElements: 2, maximumElements: 4)),
        .init(name: "next", schema: .init(referenceTo: "Riddle"), isOptional: true),
        .init(name: "size", schema: .init(name: "Size", anyOf: ["small", "large"])),
        .init(name: "other", schema: .init(name: "Size", anyOf: ["small", "large"])),
        .init(name: "either", schema: .init(name: "Either", anyOf: [.null, .init(type: Length.self)])),
        .init(name: "level", schema: .init(type: Int.self, guides: [.range(1...3)])),
      ])
    let json = try GenerationSchema(root: riddle, dependencies: [answer]).enforceableJSON()
    #expect(json["title"] == "Riddle" && json["description"] == "A riddle")
    let properties = json["properties"]
    #expect(
      properties?["answers"] == [
        "type": "array", "items": ["$ref": "#/$defs/Answer"], "minItems": 2, "maxItems": 4,
      ])
    #expect(properties?["next"] == ["$ref": "#"])
    #expect(properties?["size"] == ["$ref": "#/$defs/Size"] && properties?["other"] == ["$ref": "#/$defs/Size"])
    #expect(properties?["level"] == ["type": "integer", "minimum": 1, "maximum": 3])
    #expect(json["$defs"]?.objectValue?.keys == ["Answer", "Size", "Either", "Length"])
    #expect(json["$defs"]?["Either"]?["anyOf"] == [["type": "null"], ["$ref": "#/$defs/Length"]])
    #expect(json["required"]?.arrayValue?.contains("next") == false)
    #expect(json["$defs"]?["Answer"]?["required"] == ["text"])
  }

  @Test func dependenciesMayReferToEachOther() throws {
    let a = DynamicGenerationSchema(name: "A", properties: [.init(name: "b", schema: .init(referenceTo: "B"))])
    let b = DynamicGenerationSchema(
      name: "B", properties: [.init(name: "a", schema: .init(referenceTo: "A"), isOptional: true)])
    let json = try GenerationSchema(root: .init(arrayOf: .init(referenceTo: "A")), dependencies: [a, b]).json
    #expect(json["items"] == ["$ref": "#/$defs/A"])
    #expect(json["$defs"]?["B"]?["properties"]?["a"] == ["$ref": "#/$defs/A"])
  }

  @Test func findsMistakes() {
    let twice = DynamicGenerationSchema(
      name: "Twice",
      properties: [
        .init(name: "a", schema: .init(type: Int.self)), .init(name: "a", schema: .init(type: Int.self)),
      ])
    let clash = DynamicGenerationSchema(
      name: "Clash",
      properties: [
        .init(name: "a", schema: .init(name: "X", anyOf: ["a"])),
        .init(name: "b", schema: .init(name: "X", anyOf: ["b"])),
      ])
    let cases: [(DynamicGenerationSchema, [DynamicGenerationSchema], String)] = [
      (answer, [answer], "more than one schema named 'Answer'"),
      (.init(referenceTo: "Answer"), [answer, answer], "more than one schema named 'Answer'"),
      (clash, [], "more than one schema named 'X'"),
      (twice, [], "'Twice' has more than one property named 'a'"),
      (.init(name: "None", anyOf: [String]()), [], "'None' is a choice of nothing"),
      (.init(name: "None", anyOf: [DynamicGenerationSchema]()), [], "'None' is a choice of nothing"),
      (.init(referenceTo: "Gone"), [answer], "No schema is named 'Gone'"),
      (.init(arrayOf: .init(referenceTo: "Gone")), [], "No schema is named 'Gone'"),
    ]
    for (root, dependencies, message) in cases {
      let error = #expect(throws: GenerationSchema.SchemaError.self) {
        try GenerationSchema(root: root, dependencies: dependencies)
      }
      #expect(error?.errorDescription?.contains(message) == true, "\(error?.errorDescription ?? "")")
      #expect(error?.recoverySuggestion?.isEmpty == false)
    }
  }
}
