// SPDX-License-Identifier: Apache-2.0
import Foundation
import OrderedJSON
import TestSupport
import Testing

@testable import ConstrainedDecoding

@Suite struct SchemaProbeTests {
  /// Every probe: the verdict of a validator, or an error that names the keyword. Where the engine is narrower than a
  /// validator by design, the text says why.
  @Test func agreesWithTheValidator() throws {
    let text = try String(contentsOf: fixture("constraint/json-schema-probe.json"), encoding: .utf8)
    let probes = try #require(try json(text).arrayValue)
    #expect(probes.count >= 40)
    let narrower: Set<String> = [
      // Properties come in the order declared, and the undeclared only where asked for.
      "{\"b\":2,\"a\":1}", "{\"a\":1,\"b\":2}",
      // No white space after the value.
      "{\"a\":\"x\"}   ",
      // `format` is enforced by default.
      "\"2026-02-30\"", "\"2026-13-01\"",
    ]
    for probe in probes {
      guard let schema = probe["schema"], let text = probe["text"]?.stringValue, let valid = probe["valid"]?.boolValue
      else {
        continue
      }
      let grammar: Grammar
      do throws(SchemaError) {
        grammar = try Grammar(schema: schema, options: options(.flexible(), undeclared: true, formats: true))
      } catch {
        switch error.kind {
        case .unsupported: #expect(error.keyword != nil)
        default: Issue.record("\(schema): \(error)")
        }
        continue
      }
      let verdict = accepts(grammar, text)
      if valid, !verdict, narrower.contains(text) { continue }
      #expect(verdict == valid, "\(schema) \(text)")
    }
  }
}
