// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import OrderedJSON
import TransformerRuntime

/// Models in several files, right and wrong.
///
/// A file: `{NAME: "ok…" | "reject: …", …}` beside `NAME.gguf`, which is opened. A set that is right must compute what the
/// whole model does, where the folder has that with its logits.
struct SplitModelCases: CaseKind {
  static let name = "split models"
  private let file: CaseFile
  private let cases: JSONObject

  init?(_ file: CaseFile) {
    guard let object = file.content?.objectValue, !object.isEmpty,
      object.allSatisfy({ _, value in
        value.stringValue.map { $0.hasPrefix("ok") || $0.hasPrefix("reject") || $0.hasPrefix("CRASH") } ?? false
      })
    else { return nil }
    self.file = file
    cases = object
  }

  func run(_ context: SuiteContext, report: (String, CaseVerdict) -> Void) {
    let goldens = context.folder.files.compactMap { TinyModelCases($0) }.flatMap(\.goldens)
    for (name, expected) in cases {
      report(name, verdict(name, isGood: expected.stringValue?.hasPrefix("ok") ?? false, goldens, context))
    }
  }

  private func verdict(
    _ name: String, isGood: Bool, _ goldens: [TinyModelCases.Golden], _ context: SuiteContext
  ) -> CaseVerdict {
    let path = file.sibling("\(name).gguf")
    guard file.siblingExists("\(name).gguf") else { return .failed("no \(name).gguf") }
    switch IsolatedOpen.run(.model, path, program: context.program) {
    case .broke(let what): return .failed(what)
    case .refused(let reason): return isGood ? .failed("refused: \(reason)") : .passed
    case .opened: return isGood ? compare(path, goldens) : .failed("opened, and should be refused")
    }
  }

  private func compare(_ path: String, _ goldens: [TinyModelCases.Golden]) -> CaseVerdict {
    do {
      let file = try GGUFFile(path: path)
      guard let golden = goldens.first(where: { Self.isWhole($0.path, of: file) }) else { return .passed }
      let logits = try TinyRun.logits(file, tokens: golden.tokens, isReference: true)
      let error = normalizedError(logits, golden.logits)
      return error < 1e-7 ? .passed : .failed("the logits differ from the whole model's: error \(error)")
    } catch {
      return .failed("\(error)")
    }
  }

  /// Whether a file holds the same tensors as a set.
  private static func isWhole(_ path: String, of set: GGUFFile) -> Bool {
    guard let whole = try? GGUFFile(path: path), whole.tensors.count == set.tensors.count else { return false }
    return set.tensors.allSatisfy { tensor in
      guard let other = whole.tensor(tensor.name), other.type == tensor.type, other.dimensions == tensor.dimensions
      else { return false }
      return whole.data(of: other).elementsEqual(set.data(of: tensor))
    }
  }
}
