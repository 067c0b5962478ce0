// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Kernels
import TestSupport
import Testing

@testable import TransformerRuntime

/// A model with an adapter computes what the model with merged weights computes.
@Suite struct AdapterTests {
  static let models = [
    "gemma3-noswa-softcap", "gpt2", "granite", "lfm2", "llama", "llama-untied-bias", "olmo2", "phi3", "qwen2", "qwen3",
    "smollm3-nope4",
  ]

  @Test(arguments: models, [true, false]) func equalsMergedWeights(name: String, usesReference: Bool) throws {
    let base = try GGUFFile(path: fixture("tiny/\(name).gguf").path)
    let adapter = RandomAdapter(for: base, rank: 4, alpha: 6)
    let options = LoadOptions(useReferenceKernels: usesReference)
    let pool = ThreadPool(threadCount: 2)
    let file = try AdapterFile(GGUFFile(bytes: adapter.bytes))
    let adapted = try TransformerModel(file: base, pool: pool, options: options, adapter: file)
    let merged = try TransformerModel(
      file: try GGUFFile(bytes: adapter.merged(into: base)), pool: pool, options: options)
    let plain = try TransformerModel(file: base, pool: pool, options: options)
    let found = try TinyModel.logits(adapted).flatMap(\.self)
    let expected = try TinyModel.logits(merged).flatMap(\.self)
    #expect(normalizedError(found, expected) < 1e-6)
    #expect(try normalizedError(TinyModel.logits(plain).flatMap(\.self), expected) > 1e-3)
  }

  @Test func logitsDependNeitherOnChunksNorOnThreads() throws {
    let base = try GGUFFile(path: fixture("tiny/llama.gguf").path)
    let file = try AdapterFile(GGUFFile(bytes: RandomAdapter(for: base, rank: 3, alpha: 3).bytes))
    var all: [[Float]] = []
    for (threads, chunk) in [(1, 1), (3, 1), (1, 12), (3, 24)] {
      let model = try TransformerModel(file: base, pool: ThreadPool(threadCount: threads), adapter: file)
      all.append(try TinyModel.logits(model, chunk: chunk).last ?? [])
    }
    #expect(all.allSatisfy { $0 == all[0] } && !all[0].isEmpty)
  }

  /// Ranks may differ from weight to weight; the smaller ones are filled up.
  @Test func pairsOfDifferentRank() throws {
    let base = try GGUFFile(path: fixture("tiny/llama.gguf").path)
    var adapter = RandomAdapter(for: base, rank: 2, alpha: 5)
    adapter.replace("blk.0.attn_q.weight", in: base, rank: 7)
    let pool = ThreadPool(threadCount: 1)
    let adapted = try TransformerModel(
      file: base, pool: pool, adapter: try AdapterFile(GGUFFile(bytes: adapter.bytes)))
    let merged = try TransformerModel(file: try GGUFFile(bytes: adapter.merged(into: base)), pool: pool)
    let expected = try TinyModel.logits(merged).flatMap(\.self)
    #expect(try normalizedError(TinyModel.logits(adapted).flatMap(\.self), expected) < 1e-6)
  }

  /// With rows chosen, the logits of the chosen tokens are those of all.
  @Test func chosenRowsAreChangedToo() throws {
    let base = try GGUFFile(path: fixture("tiny/llama.gguf").path)
    let file = try AdapterFile(GGUFFile(bytes: RandomAdapter(for: base, rank: 4, alpha: 6).bytes))
    let model = try TransformerModel(file: base, pool: ThreadPool(threadCount: 2), adapter: file)
    let context = try InferenceContext(model: model, contextLength: 64)
    try context.append(TinyModel.tokens)
    let whole = Array(context.logits)
    let chosen: [Int32] = [3, 40]
    chosen.withUnsafeBufferPointer { context.computeLogits(of: $0) }
    #expect(chosen.allSatisfy { context.logits[Int($0)] == whole[Int($0)] })
  }

  /// The model without the adapter keeps its answers, and the weights are held once.
  @Test(arguments: models, [true, false]) func weightsAreShared(name: String, usesReference: Bool) throws {
    let file = try GGUFFile(path: fixture("tiny/\(name).gguf").path)
    let options = LoadOptions(useReferenceKernels: usesReference)
    let plain = try TransformerModel(file: file, pool: ThreadPool(threadCount: 1), options: options)
    let before = try TinyModel.logits(plain)
    let adapter = try AdapterFile(GGUFFile(bytes: RandomAdapter(for: file, rank: 4, alpha: 6).bytes))
    let adapted = try TransformerModel(plain, adapter: adapter)
    let alone = try TransformerModel(
      file: file, pool: ThreadPool(threadCount: 1), options: options, adapter: adapter)
    #expect(try TinyModel.logits(adapted) == TinyModel.logits(alone))
    #expect(try TinyModel.logits(plain) == before)
    let projections = [plain, adapted].map(\.architecture.output.projection)
    #expect(projections[0].matrix == projections[1].matrix)
    #expect(projections[0].reference == projections[1].reference)
    #expect(projections[0].change == nil && projections[1].change != nil)
    #expect(plain.architecture.output.norm.weight == adapted.architecture.output.norm.weight)
    #expect(adapted.base === plain)
  }
}
