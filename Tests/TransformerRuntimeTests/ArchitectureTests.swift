// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Kernels
import TestSupport
import Testing

@testable import TransformerRuntime

/// Logits of tiny models of each architecture against llama.cpp's.
@Suite struct ArchitectureTests {
  /// gelu models differ more: llama.cpp's gelu goes through a 16-bit table.
  static let cases: [(name: String, tolerance: Double)] = [
    ("llama", 1e-9), ("llama-untied-bias", 1e-9), ("llama-linear4", 1e-9), ("llama-yarn4", 1e-9), ("qwen2", 1e-9),
    ("gemma3-swa8", 1e-7), ("gemma3-noswa-softcap", 1e-7), ("qwen3", 1e-9), ("phi3", 1e-9),
    ("phi3-partial-rotary", 1e-9), ("smollm3-nope4", 1e-9), ("granite", 1e-9), ("olmo2", 1e-9),
    ("olmo3-swa8-yarn8", 1e-9), ("gpt2", 1e-7), ("lfm2", 1e-9),
  ]

  @Test(arguments: cases) func referenceMatchesGolden(_ tiny: (name: String, tolerance: Double)) throws {
    let model = try TinyModel.load(tiny.name, options: LoadOptions(useReferenceKernels: true))
    let error = normalizedError(try TinyModel.logits(model).flatMap { $0 }, try TinyModel.goldenLogits(tiny.name))
    #expect(error < tiny.tolerance)
  }

  /// Keys and values in f16 cost about 1e-7.
  @Test(arguments: cases, [1, 2]) func kernelsMatchGolden(
    _ tiny: (name: String, tolerance: Double), threads: Int
  ) throws {
    let model = try TinyModel.load(tiny.name, threads: threads)
    let error = normalizedError(try TinyModel.logits(model).flatMap { $0 }, try TinyModel.goldenLogits(tiny.name))
    #expect(error < 1e-5)
  }

  /// Models made by `tools/reference/make-tiny-models` with Hugging Face transformers, and what that computes.
  struct ReferenceModels: Decodable {
    struct Model: Decodable {
      let file: String
      let logits: String
      let argmax: [Int]
      let tolerance: Double
    }
    let tokens: [Int32]
    let models: [String: Model]
  }

  static let reference =
    (try? fixtureJSON("reference-models/models.json", as: ReferenceModels.self))
    ?? ReferenceModels(tokens: [], models: [:])

  @Test func referenceModelsAreThere() { #expect(Self.reference.models.count >= 16) }

  @Test(arguments: reference.models.keys.sorted()) func agreesWithTransformers(_ name: String) throws {
    let model = try #require(Self.reference.models[name])
    let expected = floats(littleEndian: try fixtureBytes("reference-models/\(model.logits)"))
    for (options, limit) in [(LoadOptions(useReferenceKernels: true), model.tolerance), (LoadOptions(), 1e-5)] {
      let file = try GGUFFile(path: fixture("reference-models/\(model.file)").path)
      let loaded = try TransformerModel(file: file, pool: ThreadPool(threadCount: 2), options: options)
      let rows = try TinyModel.logits(loaded, Self.reference.tokens)
      #expect(normalizedError(rows.flatMap { $0 }, expected) < limit, "\(name)")
      #expect(rows.map { row in row.indices.max { row[$0] < row[$1] } } == model.argmax)
      // However a text is cut into chunks, the bits are the same.
      guard !options.useReferenceKernels else { continue }
      for chunk in [3, 7, 24] {
        let last = try TinyModel.logits(loaded, Self.reference.tokens, chunk: chunk).last
        #expect(last == rows.last, "\(name) by \(chunk)")
      }
    }
  }
}
