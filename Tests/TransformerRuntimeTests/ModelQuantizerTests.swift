// SPDX-License-Identifier: Apache-2.0
import Foundation
import GGUFFormat
import Kernels
import Quantization
import TestSupport
import Testing

@testable import TransformerRuntime

/// Models in another type load, compute nearly the same, and tell how near.
@Suite struct ModelQuantizerTests {
  /// A model of width 256, so that every type has whole blocks.
  private static func model(_ spoil: (inout [Float]) -> Void = { _ in }) throws -> GGUFFile {
    var writer = GGUFWriter()
    writer.set("general.architecture", .string("llama"))
    for (key, value) in [
      ("vocab_size", 64), ("context_length", 64), ("embedding_length", 256), ("block_count", 1),
      ("feed_forward_length", 288), ("attention.head_count", 4), ("attention.head_count_kv", 2),
    ] {
      writer.set("llama.\(key)", .uint32(UInt32(value)))
    }
    writer.set("llama.attention.layer_norm_rms_epsilon", .float32(1e-5))
    writer.set("general.file_type", .uint32(0))
    writer.set("split.count", .uint16(1))
    var generator = SeededGenerator(seed: 5)
    for (name, dimensions) in [
      ("token_embd", [256, 64]), ("output_norm", [256]), ("output", [256, 64]), ("blk.0.attn_norm", [256]),
      ("blk.0.ffn_norm", [256]), ("blk.0.attn_q", [256, 256]), ("blk.0.attn_k", [256, 128]),
      ("blk.0.attn_v", [256, 128]), ("blk.0.attn_output", [256, 256]), ("blk.0.ffn_gate", [256, 288]),
      ("blk.0.ffn_up", [256, 288]), ("blk.0.ffn_down", [288, 256]),
    ] {
      var floats = (0..<dimensions.reduce(1, *)).map { _ in Float.random(in: -0.1...0.1, using: &generator) }
      if dimensions.count == 1 { floats = floats.map { $0 + 1 } }
      if name == "blk.0.ffn_up" { spoil(&floats) }
      writer.add("\(name).weight", dimensions: dimensions, floats: floats)
    }
    return try GGUFFile(bytes: writer.bytes())
  }

  private func quantized(_ file: GGUFFile, _ type: TensorType, threads: Int, _ path: String) throws
    -> [ModelQuantizer.Outcome]
  {
    let plan = try QuantizationPlan(file, target: type)
    return try ModelQuantizer(file, plan: plan, pool: ThreadPool(threadCount: threads)).write(to: path, replaces: true)
  }

  private func logits(_ file: GGUFFile) throws -> [Float] {
    let model = try TransformerModel(
      file: file, pool: ThreadPool(threadCount: 1), options: LoadOptions(useReferenceKernels: true))
    let context = try InferenceContext(model: model, contextLength: 8)
    try context.append([5, 9, 60, 1])
    return Array(context.logits)
  }

  @Test(
    arguments: [
      (.f32, 0), (.f16, 1e-6), (.bf16, 1e-4), (.q8_0, 1e-3), (.q6_K, 1e-2), (.q5_0, 3e-2), (.q4_K, 0.1), (.q4_1, 0.1),
      (.q4_0, 0.1),
    ] as [(TensorType, Double)])
  func computesNearlyTheSame(type: TensorType, limit: Double) throws {
    let file = try Self.model()
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("out.gguf").path
      let outcomes = try quantized(file, type, threads: 2, path)
      let result = try GGUFFile(path: path, options: .init(data: .paddedTensors))
      #expect(result.tensors.map(\.name) == file.tensors.map(\.name))
      #expect(result.tensor("blk.0.attn_q.weight")?.type == type)
      #expect(result.tensor("blk.0.attn_norm.weight")?.type == .f32)
      // 288 is no whole number of blocks of 256.
      let down: TensorType = type == .q4_K ? .q5_0 : type == .q6_K ? .q8_0 : type
      #expect(result.tensor("blk.0.ffn_down.weight")?.type == down)
      let head: TensorType = type.blockLength == 1 || type == .q8_0 ? type : .q6_K
      #expect(result.tensor("output.weight")?.type == head)
      #expect(result.metadata["split.count"] == nil && result.metadata.int("general.quantization_version") == 2)
      #expect(normalizedError(try logits(result), try logits(file)) <= limit)
      for outcome in outcomes where outcome.to != outcome.from {
        let difference = try #require(outcome.difference)
        #expect(difference.elementCount == file.tensor(outcome.name)?.elementCount)
        #expect(difference.greatest >= difference.rootMeanSquare && difference.rootMeanSquare > 0)
        #expect(difference.relative < 0.1)
      }
      // The bytes do not depend on the workers.
      let bytes = FileManager.default.contents(atPath: path)
      _ = try quantized(file, type, threads: 1, path)
      #expect(FileManager.default.contents(atPath: path) == bytes)
    }
  }

  @Test func oddValuesAreRefusedWithTheirPlace() throws {
    for value: Float in [.nan, .infinity] {
      let file = try Self.model { $0[256 * 3 + 7] = value }
      try withTemporaryFolder { folder in
        let path = folder.appendingPathComponent("out.gguf").path
        do {
          _ = try quantized(file, .q4_K, threads: 2, path)
          Issue.record("written")
        } catch let failure as ModelQuantizer.Failure {
          #expect("\(failure)".contains("blk.0.ffn_up.weight") && "\(failure)".contains("row 3"))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
      }
    }
    // Too large for 16 bits.
    let file = try Self.model { $0[0] = 1e6 }
    _ = try withTemporaryFolder { folder in
      #expect(throws: ModelQuantizer.Failure.self) {
        try quantized(file, .f16, threads: 1, folder.appendingPathComponent("out.gguf").path)
      }
    }
  }

  @Test func cancellingLeavesNothing() throws {
    let file = try Self.model()
    try withTemporaryFolder { folder in
      let plan = try QuantizationPlan(file, target: .q8_0)
      var asked = 0
      #expect(throws: ModelQuantizer.Failure.self) {
        _ = try ModelQuantizer(file, plan: plan, pool: ThreadPool(threadCount: 1)).write(
          to: folder.appendingPathComponent("out.gguf").path, replaces: false,
          shouldContinue: {
            asked += 1
            return asked < 4
          })
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }

  @Test func plansRefuseWhatCannotBe() throws {
    let file = try Self.model()
    #expect(throws: ModelError.self) { try QuantizationPlan(file, target: .iq2_s) }
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("out.gguf").path
      _ = try quantized(file, .q4_0, threads: 1, path)
      let quantised = try GGUFFile(path: path)
      #expect(throws: ModelError.self) { try QuantizationPlan(quantised, target: .q8_0) }
      let again = try QuantizationPlan(quantised, target: .q8_0, requantizes: true)
      #expect(again.types.contains(.q8_0))
      // What has the type already is no second loss.
      #expect(try QuantizationPlan(quantised, target: .q4_0).types == quantised.tensors.map(\.type))
    }
  }
}
