// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Kernels
import TestSupport
import Testing

@testable import TransformerRuntime

/// Factors of whole tensors, `name.scale`, as NVFP4 files have them.
@Suite struct TensorLoaderFactorsTests {
  private static let options = [LoadOptions(), LoadOptions(repack: false), LoadOptions(useReferenceKernels: true)]

  /// A model with `name.weight` given, and the same with weights times four and a factor of a quarter: the same numbers.
  private func models(_ name: String, _ dimensions: [Int]) -> (plain: ForgedModel, scaled: ForgedModel) {
    var generator = SeededGenerator(seed: 5)
    let floats = (0..<dimensions.reduce(1, *)).map { _ in Float.random(in: -0.2...0.2, using: &generator) }
    var plain = ForgedModel()
    if !plain.tensors.contains(where: { $0.name == "\(name).weight" }) { plain.add("\(name).weight", dimensions) }
    var scaled = plain
    for index in plain.tensors.indices where plain.tensors[index].name == "\(name).weight" {
      plain.tensors[index].tensor.floats = floats
      scaled.tensors[index].tensor.floats = floats.map { $0 * 4 }
    }
    scaled.tensors.append(("\(name).scale", .init(dimensions: [1], floats: [0.25])))
    return (plain, scaled)
  }

  @Test(arguments: [
    ("blk.0.attn_q", [48, 64]), ("blk.1.attn_output", [64, 48]), ("blk.1.ffn_down", [80, 48]), ("output", [48, 64]),
  ])
  func weightsAreMultiplied(name: String, dimensions: [Int]) throws {
    var (plain, scaled) = models(name, dimensions)
    for options in Self.options {
      let expected = try TinyModel.logits(plain.load(options: options), [1, 2, 3])
      #expect(try TinyModel.logits(scaled.load(options: options), [1, 2, 3]) == expected)
    }
    // That of activations changes nothing.
    scaled.tensors.append(("\(name).input_scale", .init(dimensions: [1], floats: [7])))
    #expect(try TinyModel.logits(scaled.load(), [1, 2, 3]) == TinyModel.logits(plain.load(), [1, 2, 3]))
    scaled.tensors.removeAll { $0.name == "\(name).scale" }
    #expect(try TinyModel.logits(scaled.load(), [1, 2, 3]) != TinyModel.logits(plain.load(), [1, 2, 3]))
  }

  /// Each expert has a factor of its own.
  @Test func expertsAreMultiplied() throws {
    var generator = SeededGenerator(seed: 6)
    var plain = ForgedModel()
    plain.set("expert_count", .u32(4))
    plain.set("expert_used_count", .u32(3))
    plain.tensors.removeAll { $0.name.contains("ffn_") && !$0.name.contains("ffn_norm") }
    var scaled = plain
    for block in 0..<2 {
      for (name, dimensions) in [
        ("ffn_gate_inp", [48, 4]), ("ffn_gate_exps", [48, 80, 4]), ("ffn_up_exps", [48, 80, 4]),
        ("ffn_down_exps", [80, 48, 4]),
      ] {
        let floats = (0..<dimensions.reduce(1, *)).map { _ in Float.random(in: -0.2...0.2, using: &generator) }
        plain.tensors.append(("blk.\(block).\(name).weight", .init(dimensions: dimensions, floats: floats)))
        guard name.hasSuffix("exps") else {
          scaled.tensors.append(plain.tensors.last!)
          continue
        }
        let powers: [Float] = [1, 2, 4, 8]
        let length = floats.count / 4
        scaled.tensors.append(
          (
            "blk.\(block).\(name).weight",
            .init(dimensions: dimensions, floats: floats.indices.map { floats[$0] * powers[$0 / length] })
          ))
        scaled.tensors.append(("blk.\(block).\(name).scale", .init(dimensions: [4], floats: powers.map { 1 / $0 })))
        scaled.tensors.append(("blk.\(block).\(name).input_scale", .init(dimensions: [4], floats: powers)))
      }
    }
    for options in Self.options {
      let expected = try TinyModel.logits(plain.load(options: options), [1, 2, 3])
      #expect(try TinyModel.logits(scaled.load(options: options), [1, 2, 3]) == expected)
    }
  }

  @Test(arguments: [
    ("blk.0.attn_q.scale", [2], [1, 1]), ("blk.0.attn_q.scale", [1], [Float.nan]),
    ("blk.0.attn_q.scale", [1], [.infinity]), ("blk.0.attn_q.input_scale", [48], nil),
    ("token_embd.scale", [1], [1]), ("blk.0.attn_norm.scale", [1], [1]),
  ])
  func wrongFactorsAreRefused(name: String, dimensions: [Int], floats: [Float]?) throws {
    var model = ForgedModel()
    model.tensors.append((name, .init(dimensions: dimensions, floats: floats)))
    do {
      _ = try model.load()
      Issue.record("loaded")
    } catch let error as ModelError {
      #expect(error.subject == name)
    }
  }
}
