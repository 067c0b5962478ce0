// SPDX-License-Identifier: Apache-2.0
import Foundation
import GGUFFormat
import Kernels
import Synchronization
import TestSupport
import Testing

@testable import TransformerRuntime

/// Right files load; each wrong one is refused with the key or tensor at fault.
@Suite struct TransformerModelTests {
  /// A way to spoil a file, and the subject that the error must name.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let subject: String
    let spoil: @Sendable (inout ForgedModel) -> Void

    init(_ name: String, _ subject: String, _ spoil: @escaping @Sendable (inout ForgedModel) -> Void) {
      testDescription = name
      self.subject = subject
      self.spoil = spoil
    }
  }

  static func wrong(_ key: String, _ value: ForgedModel.Value?, _ label: String) -> Case {
    Case("\(key) \(label)", key.hasPrefix("general.") ? key : "llama.\(key)") { $0.set(key, value) }
  }

  static func wrong(_ tensor: String, shape: [Int]?) -> Case {
    Case("\(tensor) \(shape.map { "\($0)" } ?? "missing")", tensor) { $0.reshape(tensor, shape) }
  }

  static let metadataCases: [Case] = [
    wrong("general.architecture", .string("nosuch"), "unknown"),
    wrong("general.architecture", .u32(1), "not a string"),
    wrong("general.architecture", nil, "missing"),
    wrong("block_count", .u32(0), "0"), wrong("block_count", .u32(513), "513"),
    wrong("block_count", .u32(.max), "huge"), wrong("block_count", .string("2"), "string"),
    wrong("block_count", nil, "missing"),
    wrong("context_length", .u32(0), "0"), wrong("context_length", nil, "missing"),
    wrong("embedding_length", .u32(0), "0"), wrong("embedding_length", .u32(.max), "huge"),
    wrong("embedding_length", .f32(48), "float"), wrong("embedding_length", nil, "missing"),
    wrong("feed_forward_length", .u32(0), "0"), wrong("feed_forward_length", .u32s([80]), "short array"),
    wrong("feed_forward_length", .strings(["80", "80"]), "array of strings"),
    wrong("feed_forward_length", nil, "missing"),
    wrong("attention.head_count", .u32(0), "0"), wrong("attention.head_count", .u32s([4, 2]), "mixed"),
    wrong("attention.head_count", nil, "missing"),
    wrong("attention.head_count_kv", .u32(0), "0"), wrong("attention.head_count_kv", .u32(3), "3"),
    wrong("attention.head_count_kv", .u32(8), "8"), wrong("attention.head_count_kv", .u32s([2, 3]), "mixed"),
    wrong("attention.key_length", .u32(0), "0"), wrong("attention.value_length", .u32(8), "other than key's"),
    wrong("attention.layer_norm_rms_epsilon", nil, "missing"),
    wrong("attention.layer_norm_rms_epsilon", .f32(.nan), "NaN"),
    wrong("attention.layer_norm_rms_epsilon", .f32(-1), "negative"),
    wrong("attention.layer_norm_rms_epsilon", .f32(.infinity), "infinite"),
    wrong("attention.layer_norm_rms_epsilon", .u32(1), "integer"),
    wrong("rope.dimension_count", .u32(15), "15"), wrong("rope.dimension_count", .u32(8), "8"),
    wrong("rope.dimension_count", .u32(18), "more than the head"),
    wrong("rope.freq_base", .f32(0), "0"), wrong("rope.freq_base", .f32(.nan), "NaN"),
    wrong("rope.scaling.type", .string("nosuch"), "unknown"), wrong("rope.scaling.type", .u32(1), "integer"),
    wrong("rope.scaling.factor", .f32(-1), "negative"), wrong("rope.scaling.factor", .f32(.nan), "NaN"),
    wrong("attention.scale", .f32(.nan), "NaN"), wrong("attention.sliding_window", .string(""), "string"),
    wrong("vocab_size", nil, "missing"), wrong("vocab_size", .u32(0), "0"),
    wrong("expert_count", .u32(.max), "huge"), wrong("expert_count", .string("8"), "string"),
    Case("experts without a number used", "llama.expert_used_count") { $0.set("expert_count", .u32(8)) },
    Case("more experts used than there are", "llama.expert_used_count") {
      $0.set("expert_count", .u32(8))
      $0.set("expert_used_count", .u32(9))
    },
    Case("experts without their tensors", "blk.0.ffn_gate_inp.weight") {
      $0.set("expert_count", .u32(8))
      $0.set("expert_used_count", .u32(2))
    },
    Case("experts of another count", "blk.0.ffn_gate_exps.weight") {
      $0.set("expert_count", .u32(8))
      $0.set("expert_used_count", .u32(2))
      $0.add("blk.0.ffn_gate_inp.weight", [48, 8])
      $0.add("blk.0.ffn_gate_exps.weight", [48, 80, 7])
    },
    Case("bounds of yarn", "llama.rope.scaling.yarn_beta_fast") {
      $0.set("rope.scaling.type", .string("yarn"))
      $0.set("rope.scaling.yarn_beta_fast", .f32(0))
    },
  ]

  static let tensorCases: [Case] = [
    wrong("token_embd.weight", shape: [48, 60]), wrong("token_embd.weight", shape: nil),
    wrong("output_norm.weight", shape: [47]), wrong("output_norm.weight", shape: nil),
    wrong("blk.0.ffn_up.weight", shape: [80, 48]), wrong("blk.0.ffn_gate.weight", shape: [48, 79]),
    wrong("blk.1.ffn_up.weight", shape: nil), wrong("blk.1.attn_q.weight", shape: [48, 64, 2]),
    wrong("blk.0.attn_norm.weight", shape: []), wrong("blk.0.attn_k.weight", shape: [48, 0]),
    Case("block count 3 of 2", "blk.2.attn_norm.weight") { $0.set("block_count", .u32(3)) },
    Case("block count 1 of 2", "blk.1.attn_norm.weight") { $0.set("block_count", .u32(1)) },
    Case("embedding length 47", "token_embd.weight") { $0.set("embedding_length", .u32(47)) },
    Case("63 tokens", "token_embd.weight") {
      $0.set("tokenizer.ggml.tokens", .strings((0..<63).map { "t\($0)" }))
    },
    Case("unknown tensor", "blk.0.nosuch.weight") { $0.add("blk.0.nosuch.weight", [48]) },
    Case("bias of another length", "blk.0.attn_q.bias") { $0.add("blk.0.attn_q.bias", [48]) },
    Case("rope_freqs of another length", "rope_freqs.weight") { $0.add("rope_freqs.weight", [7]) },
    Case("rope_freqs of 0", "rope_freqs.weight") {
      $0.tensors.append(("rope_freqs.weight", .init(dimensions: [8], floats: [1, 1, 1, 1, 0, 1, 1, 1])))
    },
  ]

  @Test(arguments: metadataCases + tensorCases) func wrongFilesAreRefused(_ wrong: Case) throws {
    var model = ForgedModel()
    wrong.spoil(&model)
    let file = try model.file()
    do {
      _ = try TransformerModel(file: file, pool: ThreadPool(threadCount: 1))
      Issue.record("loaded")
    } catch {
      #expect(error.subject == wrong.subject)
      #expect(!error.description.contains("\n"))
      #expect(error.description.contains(wrong.subject) || error.subject == "general.architecture")
    }
  }

  static let acceptedCases: [Case] = [
    Case("as it is", "") { _ in },
    Case("rope_freqs", "") {
      $0.tensors.append(("rope_freqs.weight", .init(dimensions: [8], floats: [1, 1, 1, 2, 4, 8, 8, 8])))
    },
    Case("rotary table of another program", "") { $0.add("blk.0.attn.rotary_emb.inv_freq", [8]) },
    Case("tied output given again", "") { $0.add("output.weight", [48, 64]) },
    Case("feed-forward length for each block", "") { $0.set("feed_forward_length", .u32s([80, 80])) },
    Case("key and value heads for each block", "") { $0.set("attention.head_count_kv", .u32s([2, 2])) },
    Case("epsilon 0", "") { $0.set("attention.layer_norm_rms_epsilon", .f32(0)) },
    Case("scaling of factor 0", "") { $0.set("rope.scaling.factor", .f32(0)) },
    Case("yarn of factor 0", "") {
      $0.set("rope.scaling.type", .string("yarn"))
      $0.set("rope.scaling.factor", .f32(0))
    },
    Case("vocabulary instead of its size", "") {
      $0.set("vocab_size", nil)
      $0.set("tokenizer.ggml.tokens", .strings((0..<64).map { "t\($0)" }))
    },
    Case("context length of 1", "") { $0.set("context_length", .u32(1)) },
  ]

  @Test(arguments: acceptedCases, [true, false]) func oddFilesLoad(_ odd: Case, useReferenceKernels: Bool) throws {
    var forged = ForgedModel()
    odd.spoil(&forged)
    let model = try forged.load(options: LoadOptions(useReferenceKernels: useReferenceKernels))
    let context = try InferenceContext(model: model, contextLength: 1)
    try context.append(7)
    #expect(context.logits.contains { $0 != 0 } && context.logits.allSatisfy(\.isFinite))
  }

  @Test func ropeFreqsAreUsed() throws {
    var forged = ForgedModel()
    let plain = try forged.load(options: LoadOptions(useReferenceKernels: true))
    forged.tensors.append(("rope_freqs.weight", .init(dimensions: [8], floats: [Float](repeating: 8, count: 8))))
    let divided = try forged.load(options: LoadOptions(useReferenceKernels: true))
    forged.tensors.removeLast()
    forged.set("rope.scaling.factor", .f32(8))
    let linear = try forged.load(options: LoadOptions(useReferenceKernels: true))
    let tokens: [Int32] = [1, 2, 3, 4]
    let expected = try TinyModel.logits(linear, tokens)
    #expect(try TinyModel.logits(divided, tokens) == expected)
    #expect(try TinyModel.logits(plain, tokens) != expected)
  }

  @Test func progressRisesToOne() throws {
    let seen = Mutex<[Double]>([])
    let file = try GGUFFile(path: fixture("tiny/llama.gguf").path)
    _ = try TransformerModel(file: file, pool: ThreadPool(threadCount: 1)) { fraction in
      seen.withLock { $0.append(fraction) }
    }
    let fractions = seen.withLock { $0 }
    #expect(fractions == fractions.sorted())
    #expect(fractions.last == 1)
  }

  /// Other preparations run once, only for sound files, and can end the loading.
  @Test(arguments: [1, 2]) func preparationsGoOnMeanwhile(threads: Int) throws {
    let file = try GGUFFile(path: fixture("tiny/llama.gguf").path)
    let pool = ThreadPool(threadCount: threads)
    for options in [LoadOptions(), LoadOptions(repack: false), LoadOptions(useReferenceKernels: true)] {
      var count = 0
      _ = try TransformerModel(
        file: file, pool: pool, options: options,
        meanwhile: {
          count += 1
          return true
        })
      #expect(count == 1)
      #expect(throws: ModelError(.cancelled)) {
        try TransformerModel(file: file, pool: pool, options: options, meanwhile: { false })
      }
    }
    var forged = ForgedModel()
    forged.set("block_count", .u32(3))
    let wrong = try forged.file()
    #expect(throws: ModelError.self) {
      try TransformerModel(
        file: wrong, pool: pool,
        meanwhile: {
          Issue.record("prepared for a wrong file")
          return true
        })
    }
  }

  /// A table of embeddings is interleaved only where it is the output head too.
  @Test(arguments: [("llama", true), ("llama-untied-bias", false)])
  func tablesThatAreLookedUpStayInTheFile(_ name: String, isOutput: Bool) throws {
    let model = try TinyModel.load(name)
    let h = model.hyperparameters
    let storage = ModelStorage()
    let loader = TensorLoader(
      try GGUFFile(path: fixture("tiny/\(name).gguf").path), pass: .loading, options: LoadOptions(), storage: storage,
      pool: model.pool, progress: nil)
    let matrix = try #require(try loader.embedding(h).matrix)
    #expect(matrix.isRepacked == isOutput)
  }

  @Test func hyperparametersReadWithoutLoading() throws {
    let h = try TransformerModel.hyperparameters(of: try ForgedModel().file())
    #expect(h.architecture == "llama")
    #expect(h.blockCount == 2)
    #expect(h.headCountKV == [2, 2])
    #expect(h.vocabularySize == 64)
    #expect(h.rope == RopeParameters(dimensionCount: 16))
  }
}
