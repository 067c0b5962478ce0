// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import OrderedJSON

/// Small models and the logits of every position, by the float reference and by the kernels.
///
/// A file: `{"tokens": [ID, …], "models": {NAME: {"file": GGUF, "logits": F32, "argmax": [ID, …], "tolerance": NMSE}, …}}`.
struct TinyModelCases: CaseKind {
  static let name = "tiny models"
  private let file: CaseFile
  private let tokens: [Int32]
  private let models: JSONObject

  /// A golden sequence of tokens and its logits.
  struct Golden {
    let path: String
    let tokens: [Int32]
    let logits: [Float]
  }

  init?(_ file: CaseFile) {
    guard let models = file.content?["models"]?.objectValue, let tokens = file.content?["tokens"]?.arrayValue,
      models.allSatisfy({ $1["logits"] != nil })
    else { return nil }
    self.file = file
    self.models = models
    self.tokens = tokens.compactMap { $0.intValue.flatMap(Int32.init(exactly:)) }
  }

  func run(_ context: SuiteContext, report: (String, CaseVerdict) -> Void) {
    for (name, model) in models { report(name, verdict(model)) }
  }

  /// The models whose logits are known, for kinds that hold the same models in other forms.
  var goldens: [Golden] { models.compactMap { golden($0.value) } }

  private func golden(_ model: JSONValue) -> Golden? {
    guard let name = model["file"]?.stringValue, let logitsName = model["logits"]?.stringValue,
      let logits = FloatBytes.floats(ofFile: file.sibling(logitsName)), !logits.isEmpty
    else { return nil }
    let own = model["tokens"]?.arrayValue?.compactMap { $0.intValue.flatMap(Int32.init(exactly:)) }
    return Golden(path: file.sibling(name), tokens: own ?? tokens, logits: logits)
  }

  private func verdict(_ model: JSONValue) -> CaseVerdict {
    guard let golden = golden(model) else { return .failed("the model's logits cannot be read") }
    do {
      let file = try GGUFFile(path: golden.path)
      let limits = Self.tolerances(
        file, stated: model["tolerance"]?.doubleValue, independentError: model["numpy_nmse"]?.doubleValue)
      let reference = try TinyRun.logits(file, tokens: golden.tokens, isReference: true)
      let error = normalizedError(reference, golden.logits)
      // The negation also catches NaN.
      guard error < limits.reference else { return .failed("reference: error \(error), limit \(limits.reference)") }
      let kernels = try TinyRun.logits(file, tokens: golden.tokens, isReference: false)
      let kernelError = normalizedError(kernels, golden.logits)
      guard kernelError < limits.kernels else {
        return .failed("kernels: error \(kernelError), limit \(limits.kernels)")
      }
      if let wrong = Self.firstWrongArgmax(reference, model["argmax"]?.arrayValue?.compactMap(\.intValue) ?? []) {
        return .failed("the likeliest token at position \(wrong) is another one")
      }
      return .passed
    } catch {
      return .failed("\(error)")
    }
  }

  /// Greatest errors of the two paths: what the case states, or what is known of the engine that made it.
  ///
  /// That engine's gelu goes through a 16-bit table, which an independent program's distance from it shows; it takes
  /// activations of quantised weights in 8 bits; keys and values in f16 cost about 1e-7.
  private static func tolerances(
    _ file: GGUFFile, stated: Double?, independentError: Double?
  ) -> (reference: Double, kernels: Double) {
    if file.tensors.contains(where: \.type.isQuantized) { return (1e-2, 1e-2) }
    return (stated ?? ((independentError ?? 0) > 1e-10 ? 1e-7 : 1e-9), 1e-5)
  }

  private static func firstWrongArgmax(_ logits: [Float], _ expected: [Int]) -> Int? {
    guard !expected.isEmpty, logits.count % expected.count == 0 else { return nil }
    let width = logits.count / expected.count
    return expected.indices.first { position in
      let row = logits[position * width..<(position + 1) * width]
      return row.indices.max { row[$0] < row[$1] } != position * width + expected[position]
    }
  }
}
