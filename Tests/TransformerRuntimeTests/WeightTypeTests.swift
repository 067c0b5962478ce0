// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Kernels
import Quantization
import TestSupport
import Testing

@testable import TransformerRuntime

/// Models whose matrices are of each type load and compute what the same model in f32 does.
@Suite struct WeightTypeTests {
  /// Types that products take activations in 8 bits for.
  static let integerTypes: Set<TensorType> = [
    .q4_0, .q4_1, .q5_0, .q5_1, .q8_0, .q2_K, .q3_K, .q4_K, .q5_K, .q6_K, .iq4_nl, .iq4_xs, .mxfp4,
  ]

  @Test(arguments: TensorType.allCases) func computesAsFloats(type: TensorType) throws {
    let (quantised, floats) = try models(type)
    let expected = try logits(floats, LoadOptions(useReferenceKernels: true))
    #expect(expected.contains { abs($0) > 0.01 })
    #expect(try logits(quantised, LoadOptions(useReferenceKernels: true)) == expected)
    let limit = Self.integerTypes.contains(type) ? 1e-2 : 1e-5
    for repack in [true, false] {
      let error = normalizedError(try logits(quantised, LoadOptions(repack: repack)), expected)
      #expect(error < limit, "\(type), repack \(repack)")
    }
  }

  /// Matrices with a factor of their own are dequantised, whether their type has a kernel or not; the head has none.
  @Test(arguments: [TensorType.nvfp4, .q4_0, .iq4_xs, .f16]) func computesAsFloatsWithFactors(type: TensorType) throws {
    let (quantised, floats) = try models(type, factor: 0.7)
    let expected = try logits(floats, LoadOptions(useReferenceKernels: true))
    #expect(try logits(quantised, LoadOptions(useReferenceKernels: true)) == expected)
    let limit = Self.integerTypes.contains(type) ? 1e-2 : 1e-5
    for repack in [true, false] {
      #expect(normalizedError(try logits(quantised, LoadOptions(repack: repack)), expected) < limit)
    }
  }

  private func logits(_ bytes: [UInt8], _ options: LoadOptions) throws -> [Float] {
    let model = try TransformerModel(file: GGUFFile(bytes: bytes), pool: ThreadPool(threadCount: 2), options: options)
    return try TinyModel.logits(model, [3, 30, 7, 7, 1]).flatMap { $0 }
  }

  /// A model of one block and the same with its matrices as floats, multiplied with the factor that the first has for each.
  private func models(_ type: TensorType, factor: Float? = nil) throws -> (quantised: [UInt8], floats: [UInt8]) {
    var generator = SeededGenerator(seed: UInt64(type.rawValue) + 1)
    let blocks = (0..<16).map { _ in Self.block(type, &generator) }
    var (quantised, floats) = (GGUFWriter(), GGUFWriter())
    func set(_ key: String, _ value: GGUFWriter.Value) {
      quantised.set(key, value)
      floats.set(key, value)
    }
    set("general.architecture", .string("llama"))
    for (key, value) in [
      ("vocab_size", 32), ("context_length", 128), ("embedding_length", 256), ("block_count", 1),
      ("feed_forward_length", 256), ("attention.head_count", 4), ("attention.head_count_kv", 4),
    ] {
      set("llama.\(key)", .uint32(UInt32(value)))
    }
    set("llama.attention.layer_norm_rms_epsilon", .float32(1e-5))
    let matrices: [(String, Int)] =
      [("token_embd", 32)]
      + ["attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down"].map { ("blk.0.\($0)", 256) }
    for (name, rows) in matrices {
      var data: [UInt8] = []
      for _ in 0..<(rows * 256 / type.blockLength) { data += blocks[Int.random(in: 0..<16, using: &generator)] }
      quantised.tensors.append(.init(name: "\(name).weight", type: type, dimensions: [256, rows], data: data))
      var values = Self.values(type, data, rows * 256)
      if let factor, name != "token_embd" {
        quantised.add("\(name).scale", dimensions: [1], floats: [factor])
        values = values.map { $0 * factor }
      }
      floats.add("\(name).weight", dimensions: [256, rows], floats: values)
    }
    for name in ["output_norm", "blk.0.attn_norm", "blk.0.ffn_norm"] {
      let ones = [Float](repeating: 1, count: 256)
      quantised.add("\(name).weight", dimensions: [256], floats: ones)
      floats.add("\(name).weight", dimensions: [256], floats: ones)
    }
    return (quantised.bytes(), floats.bytes())
  }

  /// A block whose values are small and not all zero: random bytes, drawn until they give that.
  private static func block(_ type: TensorType, _ generator: inout SeededGenerator) -> [UInt8] {
    switch type {
    case .i8, .i16, .i32, .i64:
      let value = Int64.random(in: -1...1, using: &generator)
      return withUnsafeBytes(of: value.littleEndian) { Array($0.prefix(type.blockByteCount)) }
    default: break
    }
    while true {
      let bytes = (0..<type.blockByteCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let values = values(type, bytes, type.blockLength)
      let greatest = values.reduce(0) { max($0, abs($1)) }
      if values.allSatisfy(\.isFinite), greatest > 1e-3, greatest < 1 { return bytes }
    }
  }

  private static func values(_ type: TensorType, _ bytes: [UInt8], _ count: Int) -> [Float] {
    var values = [Float](repeating: 0, count: count)
    bytes.withUnsafeBytes { dequantize(type, $0.baseAddress!, count: count, into: &values) }
    return values
  }
}
