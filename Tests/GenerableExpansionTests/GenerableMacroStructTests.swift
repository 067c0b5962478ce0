// SPDX-License-Identifier: Apache-2.0
import Testing

@Suite struct GenerableMacroStructTests {
  @Test func plainStruct() {
    let harness = MacroHarness(
      """
      @Generable(description: "A day")
      public struct DayPlan {
        @Guide(description: "A title")
        var title: String
        @Guide(.count(3))
        public var activities: [Activity]
      }
      """)
    #expect(harness.diagnostics.isEmpty)
    #expect(
      harness.text == """
        public struct DayPlan {
          var title: String
          public var activities: [Activity]

          nonisolated public static var generationSchema: FoundationModels.GenerationSchema {
            FoundationModels.GenerationSchema(type: Self.self, description: "A day", properties: [
              FoundationModels.GenerationSchema.Property(name: "title", description: "A title", type: String.self),
              FoundationModels.GenerationSchema.Property(name: "activities", type: [Activity].self, guides: [.count(3)]),
            ])
          }

          nonisolated public var generatedContent: FoundationModels.GeneratedContent {
            FoundationModels.GeneratedContent(properties: [
              "title": self.title,
              "activities": self.activities,
            ])
          }

          nonisolated public struct PartiallyGenerated: Swift.Identifiable, FoundationModels.ConvertibleFromGeneratedContent {
            public var id: FoundationModels.GenerationID
            public var title: String.PartiallyGenerated?
            public var activities: [Activity].PartiallyGenerated?
            nonisolated public init(_ content: FoundationModels.GeneratedContent) throws {
              self.id = content.id ?? FoundationModels.GenerationID()
              self.title = try content.value(forProperty: "title")
              self.activities = try content.value(forProperty: "activities")
            }
          }
        }

        extension DayPlan: nonisolated FoundationModels.Generable {
          nonisolated public init(_ content: FoundationModels.GeneratedContent) throws {
            self.title = try content.value(forProperty: "title")
            self.activities = try content.value(forProperty: "activities")
          }
        }
        """)
  }

  @Test func optionalProperties() {
    let harness = MacroHarness("@Generable struct A { let a: Int; let b: String? }")
    #expect(
      harness.member("generatedContent") == """
        nonisolated var generatedContent: FoundationModels.GeneratedContent {
          var properties: [(Swift.String, any FoundationModels.ConvertibleToGeneratedContent)] = []
          properties.reserveCapacity(2)
          properties.append(("a", self.a))
          if let value = self.b {
            properties.append(("b", value))
          }
          return FoundationModels.GeneratedContent(properties: properties, uniquingKeysWith: {
              $1
            })
        }
        """)
    #expect(harness.text.contains("Property(name: \"b\", type: String?.self)"))
    #expect(harness.text.contains("var b: String.PartiallyGenerated?\n"))
  }

  @Test func explicitNil() {
    let harness = MacroHarness(
      "@Generable(representNilExplicitlyInGeneratedContent: true) struct A { let b: String? }")
    #expect(
      harness.member("generatedContent") == """
        nonisolated var generatedContent: FoundationModels.GeneratedContent {
          FoundationModels.GeneratedContent(properties: [
            "b": self.b,
          ])
        }
        """)
    #expect(harness.text.contains("representNilExplicitlyInGeneratedContent: true, properties: ["))
  }

  @Test func generationIDsAreGivenNotGenerated() {
    let harness = MacroHarness("@Generable public struct A: Identifiable { public var id: GenerationID; let b: Int }")
    #expect(
      harness.member("generationSchema") == """
        nonisolated public static var generationSchema: FoundationModels.GenerationSchema {
          FoundationModels.GenerationSchema(type: Self.self, properties: [
            FoundationModels.GenerationSchema.Property(name: "b", type: Int.self),
          ])
        }
        """)
    #expect(
      harness.member("generatedContent") == """
        nonisolated public var generatedContent: FoundationModels.GeneratedContent {
          FoundationModels.GeneratedContent(properties: [
            "b": self.b,
          ], id: self.id)
        }
        """)
    #expect(
      harness.member("struct PartiallyGenerated") == """
        nonisolated public struct PartiallyGenerated: Swift.Identifiable, FoundationModels.ConvertibleFromGeneratedContent {
          public var id: FoundationModels.GenerationID
          public var b: Int.PartiallyGenerated?
          nonisolated public init(_ content: FoundationModels.GeneratedContent) throws {
            self.id = content.id ?? FoundationModels.GenerationID()
            self.b = try content.value(forProperty: "b")
          }
        }
        """)
    #expect(
      harness.extensionText.contains(
        """
            self.id = content.id ?? FoundationModels.GenerationID()
            self.b = try content.value(forProperty: "b")
        """))
  }

  @Test func conditionsAreKept() {
    let harness = MacroHarness(
      """
      @Generable struct A {
        let a: Int
        #if os(Linux)
        let b: Int
        #elseif X
        #else
        let c: Int?
        #endif
      }
      """)
    #expect(
      harness.member("generationSchema") == """
        nonisolated static var generationSchema: FoundationModels.GenerationSchema {
          var properties: [FoundationModels.GenerationSchema.Property] = []
          properties.reserveCapacity(3)
          properties.append(FoundationModels.GenerationSchema.Property(name: "a", type: Int.self))
          #if os(Linux)
          properties.append(FoundationModels.GenerationSchema.Property(name: "b", type: Int.self))
          #elseif X
          #else
          properties.append(FoundationModels.GenerationSchema.Property(name: "c", type: Int?.self))
          #endif
          return FoundationModels.GenerationSchema(type: Self.self, properties: properties)
        }
        """)
    #expect(
      harness.text.contains(
        """
            #if os(Linux)
            var b: Int.PartiallyGenerated?
            #elseif X
            #else
            var c: Int.PartiallyGenerated?
            #endif
        """))
  }

  /// A rule, a struct that shows it, and lines that its expansion has.
  struct Rule: Sendable, CustomTestStringConvertible {
    let name: String
    let source: String
    var has: [String] = []
    var lacks: [String] = []
    var testDescription: String { name }
  }

  static let rules: [Rule] = [
    Rule(
      name: "several bindings", source: "@Generable struct A { var a, b: Int, c: String }",
      has: ["var a: Int.PartiallyGenerated?", "var b: Int.PartiallyGenerated?", "var c: String.PartiallyGenerated?"]),
    Rule(
      name: "keywords", source: "@Generable struct A { var `class`: Int }",
      has: ["name: \"class\"", "\"class\": self.`class`", "self.`class` = try content.value(forProperty: \"class\")"]),
    Rule(
      name: "what takes no part",
      source: """
        @Generable struct A {
          static var a: Int = 1
          lazy var b: Int = 1
          var c: Int { 1 }
          var d: Int = 1 { didSet {} }
          var e = 1
          let f: Int = 1
          func g() {}
        }
        """,
      has: ["properties: [])", "GeneratedContent(properties: [:])"]),
    Rule(
      name: "an initial value", source: "@Generable struct A { var a: Int = 1 }",
      has: ["self.a = try content.value(forProperty: \"a\")"]),
    Rule(
      name: "own id", source: "@Generable struct A { let id: Int }",
      has: [
        "struct PartiallyGenerated: FoundationModels.ConvertibleFromGeneratedContent",
        "var id: Int.PartiallyGenerated?",
      ], lacks: ["GenerationID"]),
    Rule(
      name: "already Identifiable", source: "@Generable struct A: Identifiable { let a: Int; var id: Int { a } }",
      has: ["struct PartiallyGenerated: FoundationModels.ConvertibleFromGeneratedContent"], lacks: ["GenerationID"]),
    Rule(
      name: "an optional generation identifier under another name",
      source: "@Generable struct A { let key: FoundationModels.GenerationID?; let b: Int? }",
      has: [
        "self.key = content.id\n", "var key: FoundationModels.GenerationID\n",
        "var id: FoundationModels.GenerationID\n",
        "properties: properties, uniquingKeysWith",
      ], lacks: ["name: \"key\"", "\"key\""]),
    Rule(
      name: "a generation identifier behind a condition",
      source: "@Generable struct A {\n#if X\nlet id: GenerationID\n#endif\nlet b: Int }",
      has: ["#if X\n    self.id = content.id ?? FoundationModels.GenerationID()\n    #endif", "properties: [\n"],
      lacks: ["id: self.id"]),
    Rule(
      name: "own snapshot type", source: "@Generable struct A { let a: Int; struct PartiallyGenerated {} }",
      lacks: ["nonisolated struct PartiallyGenerated"]),
    Rule(
      name: "package access", source: "@Generable package struct A { let a: Int }",
      has: ["nonisolated package static var", "nonisolated package struct", "nonisolated package init"]),
    Rule(
      name: "private access", source: "@Generable private struct A { let a: Int }",
      has: ["nonisolated static var", "nonisolated init"], lacks: ["private static", "private init"]),
    Rule(
      name: "availability", source: "@available(macOS 26, *) @available(iOS 26, *) @Generable struct A { let a: Int }",
      has: ["@available(macOS 26, *)\n@available(iOS 26, *)\nextension A"]),
    Rule(
      name: "stacked guides",
      source: "@Generable struct A { @Guide(.minimum(1)) @Guide(description: \"x\", .maximum(9)) var a: Int }",
      has: ["name: \"a\", description: \"x\", type: Int.self, guides: [.minimum(1), .maximum(9)]"]),
    Rule(
      name: "a lone regex", source: "@Generable struct A { @Guide(description: \"x\", /a+/) var a: String }",
      has: ["description: \"x\", type: String.self, guides: [/a+/]"]),
    Rule(
      name: "a regex beside another guide",
      source: "@Generable struct A { @Guide(Regex { \"a\" }) @Guide(.anyOf(names)) var a: String }",
      has: [".pattern(Regex {", "), .anyOf(names)]"]),
    Rule(
      name: "Self", source: "@Generable struct A { let a: [Self] }",
      has: ["type: [A].self", "var a: [A].PartiallyGenerated?"]),
    Rule(
      name: "spellings of optionals",
      source: "@Generable struct A { var a: Optional<Int>; var b: Swift.Optional<[Int]>; var c: Int! }",
      has: [
        "name: \"a\", type: Int?.self", "name: \"b\", type: [Int]?.self", "name: \"c\", type: Int?.self",
        "var b: [Int].PartiallyGenerated?",
      ]),
    Rule(
      name: "qualified nested type", source: "enum Outer { @Generable struct A { let b: Outer.B } }",
      has: ["type: Outer.B.self", "var b: Outer.B.PartiallyGenerated?"]),
    Rule(
      name: "module-qualified attributes",
      source: "@Generable struct A { @FoundationModels.Guide(description: \"x\") let b: Int }",
      has: ["name: \"b\", description: \"x\""]),
  ]

  @Test(arguments: rules)
  func rule(_ rule: Rule) {
    let text = MacroHarness(rule.source).text
    for line in rule.has { #expect(text.contains(line), "\(text)") }
    for line in rule.lacks { #expect(!text.contains(line), "\(text)") }
  }
}
