// SPDX-License-Identifier: Apache-2.0
import Kernels
import Testing

@testable import TransformerRuntime

/// Contexts with a Q8_0 cache.
@Suite struct CacheTypeTests {
  static let models = [
    "llama", "qwen2", "qwen3", "gemma2", "gemma3-swa8", "gemma3-noswa-softcap", "phi3", "smollm3", "granite", "olmo2",
    "gpt2", "lfm2",
  ].filter { (try? TinyModel.load($0)) != nil }

  private func logits(_ model: TransformerModel, chunk: Int, _ type: CacheType = .q8_0) throws -> [[Float]] {
    let context = try InferenceContext(model: model, contextLength: 64, cacheType: type)
    var result: [[Float]] = []
    for start in stride(from: 0, to: TinyModel.tokens.count, by: chunk) {
      try context.append(Array(TinyModel.tokens[start..<min(start + chunk, TinyModel.tokens.count)]))
      result.append(Array(context.logits))
    }
    return result
  }

  @Test func modelsAreThere() { #expect(Self.models.count >= 10, "\(Self.models)") }

  /// The kernels compute what the plain loops compute of keys and values that are rounded in the same way. Activations in
  /// 8 bits make the difference, as they do with f16; a value near the middle of two steps may fall to the other.
  @Test(arguments: models) func agreesWithTheReference(_ name: String) throws {
    let found = try logits(try TinyModel.load(name, threads: 2), chunk: 24)
    let reference = try TinyModel.load(name, options: LoadOptions(useReferenceKernels: true))
    let expected = try logits(reference, chunk: 24)
    let exact = try logits(reference, chunk: 24, .f16)
    #expect(normalizedError(found[0], expected[0]) < 5e-3)
    // The rounding is there, and is small.
    let cost = normalizedError(expected[0], exact[0])
    #expect(cost > 0 && cost < 1e-3, "\(cost)")
  }

  @Test(arguments: models) func bitsDoNotDependOnChunksOrThreads(_ name: String) throws {
    let expected = try #require(try logits(try TinyModel.load(name), chunk: 1).last)
    for threads in [1, 2, 3] {
      let model = try TinyModel.load(name, threads: threads)
      for chunk in [1, 2, 5, 8, 24] {
        let found = try #require(try logits(model, chunk: chunk).last)
        #expect(found == expected, "\(threads) threads, chunks of \(chunk)")
      }
    }
  }

  @Test(arguments: models, [true, false]) func truncationIsExact(_ name: String, useReferenceKernels: Bool) throws {
    let model = try TinyModel.load(name, threads: 2, options: LoadOptions(useReferenceKernels: useReferenceKernels))
    let cold = try #require(try logits(model, chunk: 24).last)
    let context = try InferenceContext(model: model, contextLength: 64, cacheType: .q8_0)
    for keep in [0, 1, 8, 23] {
      context.truncate(to: 0)
      try context.append(Array(TinyModel.tokens[..<keep]) + [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
      context.truncate(to: keep)
      try context.append(Array(TinyModel.tokens[keep...]))
      #expect(Array(context.logits) == cold, "kept \(keep)")
    }
  }
}
