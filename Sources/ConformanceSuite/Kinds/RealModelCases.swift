// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Generation
import Kernels
import OrderedJSON
import Tokenization
import TransformerRuntime

/// Real models with a prompt, its ids, and another engine's continuation.
///
/// A file: `{MODEL: [{"prompt": TEXT, "ids": […], "f32": {"top8": "ID:LOGIT …", "greedy": […], "margin": […]}, "f16": …}]}`.
/// Models are found by name as `infer` finds them; those that are not there are skipped.
struct RealModelCases: CaseKind {
  static let name = "real models"
  private let models: JSONObject

  /// Where the other engine's margin between two tokens is less, the rounding of activations to 8 bits may decide.
  static let sureMargin = 0.5

  init?(_ file: CaseFile) {
    guard let object = file.content?.objectValue, !object.isEmpty,
      object.allSatisfy({ $1.arrayValue?.allSatisfy { $0["ids"] != nil && $0["prompt"] != nil } ?? false })
    else { return nil }
    models = object
  }

  func run(_ context: SuiteContext, report: (String, CaseVerdict) -> Void) {
    for (name, prompts) in models {
      let prompts = prompts.arrayValue ?? []
      let label = { (index: Int) in prompts.count == 1 ? name : "\(name)/\(index + 1)" }
      guard let path = try? ModelLocator().locate(name) else {
        for index in prompts.indices { report(label(index), .skipped("no model \(name) on this machine")) }
        continue
      }
      do {
        let file = try GGUFFile(path: path)
        let tokenizer = try Tokenizer(VocabularyDescription(file.metadata))
        let model = try TransformerModel(file: file, pool: ThreadPool(threadCount: ThreadPool.availableProcessorCount))
        for (index, prompt) in prompts.enumerated() {
          let verdict: CaseVerdict
          do { verdict = try Self.verdict(prompt, model, tokenizer) } catch { verdict = .failed("\(error)") }
          report(label(index), verdict)
        }
      } catch {
        for index in prompts.indices { report(label(index), .failed("\(error)")) }
      }
    }
  }

  private static func verdict(
    _ prompt: JSONValue, _ model: TransformerModel, _ tokenizer: Tokenizer
  ) throws -> CaseVerdict {
    let ids = (prompt["ids"]?.arrayValue ?? []).compactMap { $0.intValue.flatMap(Int32.init(exactly:)) }
    if let text = prompt["prompt"]?.stringValue {
      let plain = tokenizer.encode(text, parsingSpecialTokens: true)
      let framed = tokenizer.encode(text, parsingSpecialTokens: true, addingSpecials: true)
      guard ids == plain || ids == framed else { return .failed("the prompt is \(plain) instead of \(ids)") }
    }
    for name in ["f32", "f16"] {
      guard let run = prompt[name] else { continue }
      let greedy = (run["greedy"]?.arrayValue ?? []).compactMap(\.intValue)
      let margins = (run["margin"]?.arrayValue ?? []).compactMap(\.doubleValue)
      let context = try InferenceContext(model: model, contextLength: ids.count + greedy.count + 1)
      try context.append(ids)
      if name == "f32", let top = run["top8"]?.stringValue {
        let wanted = Set(top.split(separator: " ").compactMap { Int($0.prefix { $0 != ":" }) })
        let order = context.logits.indices.sorted { context.logits[$0] > context.logits[$1] }
        let found = Set(order.prefix(wanted.count))
        guard found == wanted else { return .failed("the likeliest tokens are \(found) instead of \(wanted)") }
      }
      let sure = margins.firstIndex { $0 < sureMargin } ?? margins.count
      for (place, token) in greedy.prefix(sure).enumerated() {
        let best = context.logits.indices.max { context.logits[$0] < context.logits[$1] }
        guard best == token else { return .failed("\(name): token \(place) is \(best ?? -1) instead of \(token)") }
        try context.append(Int32(token))
      }
    }
    return .passed
  }
}
