// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// Well-formed containers with wrong metadata, tensors or vocabularies.
///
/// What another engine takes must load and compute; every other file may do that too, or be refused by an error of ours.
/// A file: `{NAME: {"llama_cpp": "accept" | "reject …" | "CRASH …"}, …}` beside `NAME.gguf`.
struct HostileModelCases: CaseKind {
  static let name = "odd models"
  private let file: CaseFile
  private let cases: JSONObject

  init?(_ file: CaseFile) {
    guard let object = file.content?.objectValue, !object.isEmpty,
      object.allSatisfy({ $1["llama_cpp"]?.stringValue != nil && $1["schema"] == nil })
    else { return nil }
    self.file = file
    cases = object
  }

  func run(_ context: SuiteContext, report: (String, CaseVerdict) -> Void) {
    for (name, expected) in cases { report(name, verdict(name, expected, context)) }
  }

  private func verdict(_ name: String, _ expected: JSONValue, _ context: SuiteContext) -> CaseVerdict {
    let fileName = expected["file"]?.stringValue ?? "\(name).gguf"
    guard file.siblingExists(fileName) else { return .failed("no \(fileName)") }
    switch IsolatedOpen.run(.model, file.sibling(fileName), program: context.program) {
    case .opened: return .passed
    case .refused(let reason):
      return expected["llama_cpp"]?.stringValue == "accept" ? .failed("refused: \(reason)") : .passed
    case .broke(let what): return .failed(what)
    }
  }
}
