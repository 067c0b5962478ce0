// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import OrderedJSON

/// Schemas and texts with the verdict of a validator, which looks at no `format`.
///
/// A file: `[{"schema": …, "text": TEXT, "valid": BOOL}, …]`; without a text, only the schema is read.
struct SchemaProbeCases: CaseKind {
  static let name = "schema probes"
  private let probes: [JSONValue]

  init?(_ file: CaseFile) {
    guard let probes = file.content?.arrayValue, !probes.isEmpty,
      probes.allSatisfy({ $0["schema"] != nil }), probes.contains(where: { $0["text"] != nil && $0["valid"] != nil })
    else { return nil }
    self.probes = probes
  }

  func run(_ context: SuiteContext, report: (String, CaseVerdict) -> Void) {
    for (index, probe) in probes.enumerated() { report("\(index + 1)", Self.verdict(probe)) }
  }

  private static func verdict(_ probe: JSONValue) -> CaseVerdict {
    guard let schema = probe["schema"] else { return .failed("the case cannot be read") }
    var options = GrammarOptions.validation
    options.enforcesFormats = false
    guard let text = probe["text"]?.stringValue, let isValid = probe["valid"]?.boolValue else {
      // Only that the schema is taken or refused, and the program lives.
      _ = try? Grammar(schema: schema, options: options)
      return .passed
    }
    do {
      let isAccepted = try Grammar(schema: schema, options: options).accepts(text)
      if isAccepted == isValid { return .passed }
      return .failed("\(text) is \(isValid ? "valid and refused" : "accepted") under \(schema.text())")
    } catch {
      return .failed("\(error)")
    }
  }
}
