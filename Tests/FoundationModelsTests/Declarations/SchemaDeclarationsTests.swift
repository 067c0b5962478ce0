// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationModels
import Testing

// Every declaration of schemas and guides with its exact type: that this file compiles is most of the test.

struct SchemaDeclarationsTests {
  private func guides<V>(_: V.Type, _ guides: [GenerationGuide<V>]) -> Int { guides.count }
  private func isSendable<T: Sendable>(_: T.Type) {}

  @Test func everyGuide() {
    #expect(guides(String.self, [.constant("a"), .anyOf(["a"]), .pattern(/a/)]) == 3)
    #expect(guides(Int.self, [.minimum(1), .maximum(2), .range(1...2)]) == 3)
    #expect(guides(Float.self, [.minimum(1), .maximum(2), .range(1...2)]) == 3)
    #expect(guides(Double.self, [.minimum(1), .maximum(2), .range(1...2)]) == 3)
    #expect(guides(Decimal.self, [.minimum(1), .maximum(2), .range(1...2)]) == 3)
    #expect(
      guides(
        [String].self, [.minimumCount(1), .maximumCount(2), .count(1...2), .count(1), .element(.constant("a"))]) == 5)
    // With nothing to say what the elements are, as in an attribute.
    func inferred<T: Generable>(_ guides: GenerationGuide<T>...) -> String { "\(T.self)" }
    #expect(inferred(.minimumCount(1), .maximumCount(2), .count(1...2)) == "Array<Never>")
    #expect(inferred(.count(3)) == "Array<Never>")
  }

  @Test func generationSchema() throws {
    typealias Schema = GenerationSchema
    typealias Property = Schema.Property
    let _: (any Generable.Type, String?, [Property]) -> Schema = Schema.init(type:description:properties:)
    let _: (any Generable.Type, String?, Bool, [Property]) -> Schema = Schema.init(
      type:description:representNilExplicitlyInGeneratedContent:properties:)
    let _: (any Generable.Type, String?, [String]) -> Schema = Schema.init(type:description:anyOf:)
    let _: (any Generable.Type, String?, [any Generable.Type]) -> Schema = Schema.init(type:description:anyOf:)
    let _: (DynamicGenerationSchema, [DynamicGenerationSchema]) throws -> Schema = Schema.init(root:dependencies:)
    let properties: [Property] = [
      .init(name: "a", type: Int.self), .init(name: "b", description: "d", type: Int.self, guides: [.minimum(1)]),
      .init(name: "c", type: Int?.self), .init(name: "d", description: "d", type: [Int]?.self, guides: [.count(2)]),
      .init(name: "e", type: String.self, guides: [/a+/]),
      .init(name: "f", description: "d", type: String?.self, guides: [/a+/]), .init(name: "g", type: String.self),
      .init(name: "h", type: String?.self),
    ]
    let schema = Schema(type: Int.self, properties: properties)
    #expect(schema.debugDescription.contains("\"h\""))
    func isCodable(_: some Codable & Sendable & CustomDebugStringConvertible) {}
    isCodable(schema)
    isSendable(Property.self)
  }

  @Test func schemaErrors() {
    typealias SchemaError = GenerationSchema.SchemaError
    isSendable(SchemaError.Context.self)
    let context = SchemaError.Context(debugDescription: "why")
    let errors: [SchemaError] = [
      .duplicateType(schema: nil, type: "T", context: context),
      .duplicateProperty(schema: "S", property: "p", context: context),
      .emptyTypeChoices(schema: "S", context: context),
      .undefinedReferences(schema: "S", references: ["r"], context: context),
    ]
    for error in errors {
      let localized: any LocalizedError = error
      #expect(localized.errorDescription?.contains("why") == true && localized.recoverySuggestion != nil)
    }
  }

  @Test func dynamicSchema() {
    typealias Schema = DynamicGenerationSchema
    typealias Property = Schema.Property
    isSendable(Schema.self)
    let _: Schema = .null
    let _: (String, String?, [Property]) -> Schema = Schema.init(name:description:properties:)
    let _: (String, String?, Bool, [Property]) -> Schema = Schema.init(
      name:description:representNilExplicitlyInGeneratedContent:properties:)
    let _: (String, String?, [Schema]) -> Schema = Schema.init(name:description:anyOf:)
    let _: (String, String?, [String]) -> Schema = Schema.init(name:description:anyOf:)
    let _: (Schema, Int?, Int?) -> Schema = Schema.init(arrayOf:minimumElements:maximumElements:)
    let _: (Int.Type, [GenerationGuide<Int>]) -> Schema = Schema.init(type:guides:)
    let _: (String) -> Schema = Schema.init(referenceTo:)
    let _: (String, String?, Schema, Bool) -> Property = Property.init(name:description:schema:isOptional:)
  }
}
