// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Kernels
import TestSupport

@testable import TransformerRuntime

/// The random-weight models of `Fixtures/tiny` and the logits that llama.cpp computes for them.
struct TinyModel {
  /// The token sequence that all golden logits belong to.
  static let tokens: [Int32] = [
    30, 32, 48, 60, 2, 9, 52, 60, 15, 19, 55, 27, 17, 52, 16, 26, 41, 35, 5, 1, 55, 48, 53, 34,
  ]

  static func load(_ name: String, threads: Int = 1, options: LoadOptions = LoadOptions()) throws -> TransformerModel {
    let file = try GGUFFile(path: fixture("tiny/\(name).gguf").path)
    return try TransformerModel(file: file, pool: ThreadPool(threadCount: threads), options: options)
  }

  /// (tokens, vocabulary), flattened.
  static func goldenLogits(_ name: String) throws -> [Float] {
    floats(littleEndian: try fixtureBytes("tiny/\(name).logits.f32"))
  }

  /// Logits of every position, in steps of `chunk` tokens. Positions within a chunk but its last are not asked for.
  static func logits(_ model: TransformerModel, _ tokens: [Int32] = tokens, chunk: Int = 1) throws -> [[Float]] {
    let context = try InferenceContext(model: model, contextLength: 128)
    var result: [[Float]] = []
    for start in stride(from: 0, to: tokens.count, by: chunk) {
      try context.append(Array(tokens[start..<min(start + chunk, tokens.count)]))
      result.append(Array(context.logits))
    }
    return result
  }
}

/// Normalised mean squared error of `found` against `expected`: Σ(found − expected)² / Σ expected².
func normalizedError(_ found: [Float], _ expected: [Float]) -> Double {
  guard found.count == expected.count else { return .infinity }
  var (error, power) = (0.0, 0.0)
  for (a, b) in zip(found, expected) {
    error += (Double(a) - Double(b)) * (Double(a) - Double(b))
    power += Double(b) * Double(b)
  }
  return error / power
}
