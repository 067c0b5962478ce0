// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport
import Testing

@testable import ConstrainedDecoding

@Suite struct SchemaFuzzTests {
  /// Two readings of a schema agree: alternatives turned into a grammar, and the validator that reads keyword by keyword.
  @Test(arguments: 0..<8)
  func grammarsAcceptWhatTheValidatorDoes(seed: Int) throws {
    var schemas = RandomKeywordSchemas(seed: UInt64(seed))
    var exact = 0
    for _ in 0..<60 {
      let schema = schemas.next()
      var normalizer = SchemaNormalizer(document: schema, options: .validation)
      let grammar: Grammar?
      do throws(SchemaError) {
        grammar = try Grammar(schema: schema, options: .validation)
      } catch {
        switch error.kind {
        case .unsatisfiable: grammar = nil
        case .tooComplex, .circularReference: continue
        default:
          Issue.record("\(schema): \(error)")
          continue
        }
      }
      let isExact = grammar?.notes.isEmpty ?? true
      if isExact { exact += 1 }
      for _ in 0..<40 {
        let value = schemas.value(depth: 2)
        // A reference that leads back to itself without a value between has no verdict.
        guard let isValid = try? normalizer.satisfies([SchemaTerm(SchemaPlaces.root)], value) else { continue }
        let isAccepted = grammar.map { accepts($0, value.text()) } ?? false
        if isExact || isValid { #expect(isAccepted == isValid, "\(schema) \(value)") }
      }
    }
    #expect(exact > 30)
  }
}
