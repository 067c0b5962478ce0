// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport
import Testing

@testable import ConstrainedDecoding

@Suite struct GrammarExtentTests {
  @Test(
    arguments: [
      (#"{"enum":["a","long"]}"#, .bounded(bytes: 6)),
      (#"{"type":"boolean"}"#, .bounded(bytes: 5)),
      (#"{"type":"string","maxLength":3}"#, .bounded(bytes: 20)),
      (#"{"type":"string"}"#, .unbounded),
      (#"{"type":"string","pattern":"^a{1,3}$"}"#, .unknown),
      (#"{"type":"integer","minimum":-5,"maximum":120}"#, .bounded(bytes: 3)),
      (#"{"type":"array","items":{"type":"boolean"},"maxItems":2}"#, .bounded(bytes: 14)),
      (#"{"type":"array","items":{"type":"boolean"}}"#, .unbounded),
      (#"{"type":"array","prefixItems":[{"const":1}],"items":false}"#, .bounded(bytes: 4)),
      (#"{"type":"object","properties":{"a":{"const":1}},"additionalProperties":false}"#, .bounded(bytes: 13)),
      (#"{"type":"object","additionalProperties":{"const":1}}"#, .unbounded),
      (##"{"type":"object","properties":{"a":{"$ref":"#"}},"additionalProperties":false}"##, .unbounded),
      (#"{"anyOf":[{"const":1},{"const":"abc"}]}"#, .bounded(bytes: 5)),
    ] as [(String, GrammarExtent)])
  func schemas(text: String, extent: GrammarExtent) throws {
    var options = GrammarOptions()
    options.escapesOnlyWhereNeeded = true
    #expect(try GrammarExtent(.schema(JSONValue(parsing: text)), options: options) == extent)
  }

  @Test func valuesStayWithinTheBound() throws {
    var schemas = RandomSchemas(seed: 77)
    var random = SeededGenerator(seed: 5)
    var bounded = 0
    for _ in 0..<200 {
      let schema = schemas.next()
      guard let extent = try? GrammarExtent(.schema(schema), options: .init()),
        case .bounded(let bytes) = extent, let grammar = try? Grammar(schema: schema)
      else { continue }
      bounded += 1
      let minimum = Constraint(grammar, Vocabularies.mixed).minimumBudget
      for extra in [0, 10, 300] {
        let text = GenerationWalkTests.walk(grammar, Vocabularies.mixed, budget: minimum + extra, &random)
        #expect((text?.count ?? .max) <= bytes, "\(schema)")
      }
    }
    #expect(bounded > 20)
  }
}
