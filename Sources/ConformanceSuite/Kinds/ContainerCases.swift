// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// Malformed, or odd but valid, container files with another reader's verdict on each.
///
/// A file: `{NAME: {"llama_cpp_meta": "ok" | "reject", "llama_cpp_full": …, "llama_cpp_msg": TEXT}, …}` beside `NAME.gguf`.
struct ContainerCases: CaseKind {
  static let name = "containers"
  private let file: CaseFile
  private let cases: JSONObject

  init?(_ file: CaseFile) {
    guard let object = file.content?.objectValue, !object.isEmpty,
      object.allSatisfy({ $1["llama_cpp_meta"] != nil && $1["llama_cpp_full"] != nil })
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
    // The other reader takes only the machine's own byte order; this one takes both.
    let isSwapped = expected["llama_cpp_msg"]?.stringValue?.contains("endianness") ?? false
    for (key, probe) in [("llama_cpp_meta", OpenProbe.metadata), ("llama_cpp_full", .container)] {
      let isGood = isSwapped || expected[key]?.stringValue == "ok"
      switch IsolatedOpen.run(probe, file.sibling(fileName), program: context.program) {
      case .opened where !isGood: return .failed("\(probe.rawValue): opened, and should be refused")
      case .refused(let reason) where isGood: return .failed("\(probe.rawValue): refused: \(reason)")
      case .broke(let what): return .failed("\(probe.rawValue): \(what)")
      case .opened, .refused: break
      }
    }
    return .passed
  }
}
