// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Kernels
import TransformerRuntime

/// Small models run over a few tokens.
enum TinyRun {
  /// The logits after each token; (tokens, vocabulary), flattened.
  ///
  /// - Throws: `ModelError`.
  static func logits(_ file: GGUFFile, tokens: [Int32], isReference: Bool) throws -> [Float] {
    let model = try TransformerModel(
      file: file, pool: ThreadPool(threadCount: isReference ? 1 : 2),
      options: LoadOptions(useReferenceKernels: isReference))
    let limit = model.hyperparameters.contextLength
    let context = try InferenceContext(model: model, contextLength: min(limit, max(tokens.count, 1)))
    var result: [Float] = []
    for token in tokens {
      try context.append(token)
      result += context.logits
    }
    return result
  }
}
