// SPDX-License-Identifier: Apache-2.0
import Testing

@Suite struct GenerableMacroEnumTests {
  @Test func namesOfCases() {
    let harness = MacroHarness("@Generable enum Level: Int { case low, `high` }")
    #expect(
      harness.member("generationSchema") == """
        nonisolated static var generationSchema: FoundationModels.GenerationSchema {
          FoundationModels.GenerationSchema(type: Self.self, anyOf: ["low", "high"])
        }
        """)
    #expect(!harness.text.contains("PartiallyGenerated"))
    #expect(
      harness.extensionText == """
        extension Level: nonisolated FoundationModels.Generable {
          nonisolated init(_ content: FoundationModels.GeneratedContent) throws {
            let name = try content.value(Swift.String.self)
            switch name {
            case "low":
              self = .low
            case "high":
              self = .`high`
            default:
              throw FoundationModels.LanguageModelSession.GenerationError.decodingFailure(
                .init(debugDescription: "Unexpected value '\\(name)' for \\(Self.self)"))
            }
          }
        }
        """)
  }

  @Test func rawValues() {
    let harness = MacroHarness(
      "@Generable(description: \"A meal\") enum Meal: String, CaseIterable { case lunch = \"L\", dinner }")
    #expect(
      harness.member("generationSchema") == """
        nonisolated static var generationSchema: FoundationModels.GenerationSchema {
          FoundationModels.GenerationSchema(type: Self.self, description: "A meal", anyOf: [Self.lunch.rawValue, Self.dinner.rawValue])
        }
        """)
    #expect(
      harness.member("generatedContent") == """
        nonisolated var generatedContent: FoundationModels.GeneratedContent {
          FoundationModels.GeneratedContent(self.rawValue)
        }
        """)
  }

  @Test func payloads() {
    let harness = MacroHarness(
      "@Generable public enum Step { case go(to: String, for hours: Int?), wait(Int, Int), end }")
    #expect(
      harness.member("generationSchema") == """
        nonisolated public static var generationSchema: FoundationModels.GenerationSchema {
          FoundationModels.GenerationSchema(type: Self.self, anyOf: [DiscriminatedGo.self, DiscriminatedWait.self, DiscriminatedEnd.self])
        }
        """)
    #expect(
      harness.member("enum PartiallyGenerated") == """
        nonisolated public enum PartiallyGenerated: FoundationModels.ConvertibleFromGeneratedContent {
          case go(to: String.PartiallyGenerated?, for hours: Int.PartiallyGenerated?)
          case wait(Int.PartiallyGenerated?, Int.PartiallyGenerated?)
          case end
          nonisolated public init(_ content: FoundationModels.GeneratedContent) throws {
            let name = try content.value(Swift.String.self, forProperty: "type")
            switch name {
            case "go":
              self = .go(to: try content.value(forProperty: "to"), for: try content.value(forProperty: "hours"))
            case "wait":
              self = .wait(try content.value(forProperty: "value"), try content.value(forProperty: "value1"))
            case "end":
              self = .end
            default:
              throw FoundationModels.LanguageModelSession.GenerationError.decodingFailure(
                .init(debugDescription: "Unexpected value '\\(name)' for \\(Self.self)"))
            }
          }
        }
        """)
    #expect(
      harness.member("struct DiscriminatedGo") == """
        nonisolated private struct DiscriminatedGo: FoundationModels.Generable {
          let to: String
          let hours: Int?
          init(to: String, hours: Int?) {
            self.to = to
            self.hours = hours
          }
          init(_ content: FoundationModels.GeneratedContent) throws {
            self.to = try content.value(forProperty: "to")
            self.hours = try content.value(forProperty: "hours")
          }
          static var generationSchema: FoundationModels.GenerationSchema {
            FoundationModels.GenerationSchema(type: Self.self, properties: [
              FoundationModels.GenerationSchema.Property(name: "type", type: Swift.String.self, guides: [.constant("go")]),
              FoundationModels.GenerationSchema.Property(name: "to", type: String.self),
              FoundationModels.GenerationSchema.Property(name: "hours", type: Int?.self),
            ])
          }
          var generatedContent: FoundationModels.GeneratedContent {
            var properties: [(Swift.String, any FoundationModels.ConvertibleToGeneratedContent)] = []
            properties.reserveCapacity(3)
            properties.append(("type", "go"))
            properties.append(("to", self.to))
            if let value = self.hours {
              properties.append(("hours", value))
            }
            return FoundationModels.GeneratedContent(properties: properties, uniquingKeysWith: {
                $1
              })
          }
        }
        """)
    #expect(
      harness.text.contains(
        "case .go(let to, let hours):\n      DiscriminatedGo(to: to, hours: hours).generatedContent"))
  }

  @Test(arguments: [
    ("@Generable indirect enum T { case a(T) }", "nonisolated indirect enum PartiallyGenerated"),
    ("@Generable enum T { indirect case a(T) }", "    indirect case a(T.PartiallyGenerated?)"),
    ("@Generable enum T { case a(b: Int), A(c: Int) }", "struct DiscriminatedA_1"),
    (
      "@Generable enum T { case a(Int); #if X\ncase b(Int)\n#endif\n}",
      "#if X\n    types.append(DiscriminatedB.self)\n    #endif"
    ),
    ("@Generable enum T { case a; #if X\ncase b\n#endif\n}", "#if X\n    choices.append(\"b\")\n    #endif"),
    ("@Generable enum T { case a(in: Int) }", "let `in`: Int"),
    ("@Generable enum T { case a(`repeat`: Int) }", "self = .a(repeat: value.`repeat`)"),
    ("@Generable enum T { case a(`repeat`: Int) }", "self = .a(repeat: try content.value(forProperty: \"repeat\"))"),
  ])
  func rule(source: String, line: String) {
    let text = MacroHarness(source).text
    #expect(text.contains(line), "\(text)")
  }
}
