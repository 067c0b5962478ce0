// SPDX-License-Identifier: Apache-2.0
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
}
