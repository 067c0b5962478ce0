// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import Foundation
import FoundationModels
import OrderedJSON
import RegexBuilder
import TestSupport
import Testing

/// Values drawn at random from the grammar of a schema: whatever the model prefers, these are all it can write.
struct GuideEnforcementTests {
  /// Every byte is a token; 256 ends the text.
  private static let vocabulary = VocabularyTrie(
    tokens: (0..<256).map { [UInt8($0)] } + [[]], endOfGeneration: [256])

  /// A text that the schema's grammar allows, all continuations being equally likely.
  private static func sample(_ schema: GenerationSchema, seed: UInt64, budget: Int = 400) throws -> String {
    var generator = SeededGenerator(seed: seed)
    var options = GrammarOptions()
    options.patternDialect = .swift
    var constraint = Constraint(try Grammar(schema: schema.enforceableJSON(), options: options), vocabulary)
    var bytes: [UInt8] = []
    var mask = TokenMask(count: 257)
    for step in 0..<budget {
      constraint.fillMask(&mask, budget: budget - step)
      guard let token = mask.ids.randomElement(using: &generator), constraint.accept(token), token != 256 else { break }
      bytes.append(UInt8(token))
    }
    #expect(constraint.isFinished || constraint.canEnd)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func property<Value: Generable>(
    _ type: Value.Type, _ guides: GenerationGuide<Value>...
  ) -> GenerationSchema {
    GenerationSchema(type: Length.self, properties: [.init(name: "p", type: Value.self, guides: guides)])
  }

  private static func check<Value: Generable>(
    _ schema: GenerationSchema, as type: Value.Type, _ isAllowed: (Value) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for seed in UInt64(0)..<40 {
      let text = try sample(schema, seed: seed)
      let value: Value = try GeneratedContent(json: text).value(forProperty: "p")
      #expect(isAllowed(value), "\(text)", sourceLocation: sourceLocation)
    }
  }

  @Test func strings() throws {
    try Self.check(Self.property(String.self, .anyOf(["Reef", "Désert", "\"q\""])), as: String.self) {
      ["Reef", "Désert", "\"q\""].contains($0)
    }
    try Self.check(Self.property(String.self, .constant("only")), as: String.self) { $0 == "only" }
    let pattern = /(Mr|Mrs)\. [A-Z][a-z]{2,5}/
    try Self.check(Self.property(String.self, .pattern(pattern)), as: String.self) { $0.wholeMatch(of: pattern) != nil }
  }

  @Test func patternsOfEveryMaking() throws {
    let choice = Regex {
      ChoiceOf {
        "a"
        Regex {
          "b"
          OneOrMore(.digit)
        }
      }
      "c"
    }
    let negated = /[^\d\w"]\D\W./
    let loud = /[a-c]x?/.ignoresCase()
    let any = Regex { Repeat(count: 2) { One(.any) } }
    for pattern in [Regex<AnyRegexOutput>(choice), .init(negated), .init(loud), .init(any)] {
      try Self.check(Self.property(String.self, .pattern(pattern)), as: String.self) {
        // A scalar that joins its neighbour makes fewer characters of what the grammar counts as several.
        $0.unicodeScalars.count != $0.count || (try? pattern.wholeMatch(in: $0)) != nil
      }
    }
  }

  @Test func stackedGuidesAllHold() throws {
    let both = Self.property(String.self, .pattern(/[a-d]{2,4}/), .pattern(/[c-z]+/), .pattern(/.d.*/))
    try Self.check(both, as: String.self) { $0.wholeMatch(of: /[cd]d[cd]{0,2}/) != nil }
    let listed = Self.property(String.self, .anyOf(["one", "two", "three"]), .pattern(/t.*/), .anyOf(["one", "two"]))
    try Self.check(listed, as: String.self) { $0 == "two" }
    try Self.check(Self.property(Int.self, .range(0...9), .minimum(4), .maximum(20), .range(-5...6)), as: Int.self) {
      (4...6).contains($0)
    }
    let large = Self.property(Int.self, .minimum(.max - 2), .minimum(.max - 3), .maximum(.max - 1))
    try Self.check(large, as: Int.self) { $0 >= .max - 2 && $0 < .max }
    let counted = Self.property([Int].self, .count(1...4), .minimumCount(3), .element(.range(0...1)), .maximumCount(9))
    try Self.check(counted, as: [Int].self) { (3...4).contains($0.count) && $0.allSatisfy { (0...1).contains($0) } }
  }

  @Test func infiniteBoundsBoundNothing() throws {
    let schema = Self.property(Double.self, .range(-Double.infinity...(-3)), .maximum(.infinity))
    #expect(schema.json["properties"]?["p"] == ["type": "number", "maximum": -3])
    try Self.check(schema, as: Double.self) { $0 <= -3 }
  }

  /// Guides that no value meets, and what a request with them says.
  @Test(arguments: [
    (property(Double.self, .minimum(.infinity)), "nothing from inf"),
    (property(Float.self, .maximum(-.infinity)), "nothing up to -inf"),
    (property(Double.self, .minimum(.nan)), "nothing from nan"),
    (property(Decimal.self, .maximum(.nan)), "nothing up to NaN"),
    (property(Int.self, .minimum(2), .maximum(1)), "between 2 and 1"),
    (property([Int].self, .maximumCount(-1)), "no more than -1 elements"),
    (property([Int].self, .minimumCount(3), .maximumCount(2)), "between 3 and 2"),
    (property(String.self, .anyOf(["a"]), .anyOf(["b"])), "leave no choice"),
    (property(String.self, .pattern(/a(?=b)/)), "look-around"),
  ])
  func contradictionsAreNamed(schema: GenerationSchema, reason: String) {
    let error = #expect(throws: LanguageModelSession.GenerationError.self) { try schema.enforceableJSON() }
    #expect(error?.failureReason?.contains(reason) == true, "\(error?.failureReason ?? "")")
    #expect(error?.failureReason?.contains("Length.p") == true)
  }

  @Test func numbers() throws {
    try Self.check(Self.property(Int.self, .range(-3...17)), as: Int.self) { (-3...17).contains($0) }
    try Self.check(Self.property(Int.self, .minimum(1000)), as: Int.self) { $0 >= 1000 }
    try Self.check(Self.property(Int.self, .maximum(-5)), as: Int.self) { $0 <= -5 }
    try Self.check(Self.property(Double.self, .range(0.25...0.5)), as: Double.self) { (0.25...0.5).contains($0) }
    try Self.check(Self.property(Float.self, .range(-1...1)), as: Float.self) { (-1...1).contains($0) }
    try Self.check(Self.property(Decimal.self, .minimum(Decimal(2))), as: Decimal.self) { $0 >= 2 }
  }

  @Test func arrays() throws {
    try Self.check(Self.property([Int].self, .count(3), .element(.range(1...2))), as: [Int].self) {
      $0.count == 3 && $0.allSatisfy { (1...2).contains($0) }
    }
    try Self.check(Self.property([Bool].self, .minimumCount(1), .maximumCount(2)), as: [Bool].self) {
      (1...2).contains($0.count)
    }
    try Self.check(Self.property([[Bool]].self, .count(2...3), .element(.count(1))), as: [[Bool]].self) {
      (2...3).contains($0.count) && $0.allSatisfy { $0.count == 1 }
    }
  }

  @Test func typesDecode() throws {
    for seed in UInt64(0)..<60 {
      let report = try Report(GeneratedContent(json: Self.sample(Report.generationSchema, seed: seed)))
      #expect(report.notes.count == 2 && report.notes.allSatisfy { ["a", "b"].contains($0) })
      _ = try Festival(GeneratedContent(json: Self.sample(Festival.generationSchema, seed: seed)))
      // A type that contains itself ends all the same.
      _ = try Comment(GeneratedContent(json: Self.sample(Comment.generationSchema, seed: seed)))
      _ = try [Comment](GeneratedContent(json: Self.sample([Comment].generationSchema, seed: seed)))
      _ = try GeneratedContent(json: Self.sample(GeneratedContent.generationSchema, seed: seed))
    }
  }

  @Test func dynamicSchemasAndNulls() throws {
    let item = DynamicGenerationSchema(
      name: "Item",
      properties: [
        .init(name: "kind", schema: .init(name: "Kind", anyOf: ["x", "y"])),
        .init(name: "next", schema: .init(referenceTo: "Item"), isOptional: true),
      ])
    let root = DynamicGenerationSchema(
      name: "Root", representNilExplicitlyInGeneratedContent: true,
      properties: [
        .init(
          name: "items", schema: .init(arrayOf: .init(referenceTo: "Item"), minimumElements: 1, maximumElements: 2)),
        .init(name: "note", schema: .init(type: String.self), isOptional: true),
        .init(name: "either", schema: .init(name: "Either", anyOf: [.null, .init(type: Length.self)])),
      ])
    let schema = try GenerationSchema(root: root, dependencies: [item])
    for seed in UInt64(0)..<40 {
      let content = try GeneratedContent(json: Self.sample(schema, seed: seed))
      guard case .structure(let properties, let keys) = content.kind else {
        Issue.record("\(content)")
        return
      }
      #expect(keys == ["items", "note", "either"] && properties.count == 3)
      let items: [GeneratedContent] = try content.value(forProperty: "items")
      #expect((1...2).contains(items.count))
    }
  }
}
