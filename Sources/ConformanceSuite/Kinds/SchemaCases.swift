// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import OrderedJSON

/// A JSON Schema with instances, each of which is valid or not.
///
/// A file: `{"schema": …, "tests": [{"data": …, "valid": BOOL}, …]}`, as MaskBench has them.
struct SchemaCases: CaseKind {
  static let name = "schemas"
  private let name: String
  private let schema: JSONValue
  private let tests: [JSONValue]

  init?(_ file: CaseFile) {
    guard let schema = file.content?["schema"], let tests = file.content?["tests"]?.arrayValue,
      tests.allSatisfy({ $0["data"] != nil && $0["valid"]?.boolValue != nil })
    else { return nil }
    name = file.name
    self.schema = schema
    self.tests = tests
  }

  func run(_ context: SuiteContext, report: (String, CaseVerdict) -> Void) {
    let grammar: Grammar
    do {
      grammar = try Grammar(schema: schema, options: .validation)
    } catch {
      return report(name, .failed("\(error)"))
    }
    for (index, test) in tests.enumerated() {
      guard let data = test["data"], let isValid = test["valid"]?.boolValue else { continue }
      let isAccepted = grammar.accepts(data.text(.python))
      guard isAccepted == isValid else {
        let keywords = grammar.notes.map(\.keyword).joined(separator: ", ")
        let note = keywords.isEmpty ? "" : " (with a note on \(keywords))"
        return report(name, .failed("instance \(index + 1) is \(isValid ? "valid and refused" : "accepted")\(note)"))
      }
    }
    report(name, .passed)
  }
}
