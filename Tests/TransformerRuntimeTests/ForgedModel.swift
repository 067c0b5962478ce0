// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Kernels
import TestSupport

@testable import TransformerRuntime

/// A model file made in memory, right at first and then spoilt by a test.
///
/// Two blocks of a llama model of width 48 with random weights, as the models in `Fixtures/tiny`.
struct ForgedModel {
  enum Value {
    case u32(UInt32)
    case f32(Float)
    case string(String)
    case bool(Bool)
    case u32s([UInt32])
    case strings([String])
  }

  struct Tensor {
    var dimensions: [Int]
    var floats: [Float]? = nil
  }

  var metadata: [(key: String, value: Value)] = []
  var tensors: [(name: String, tensor: Tensor)] = []

  init(architecture: String = "llama") {
    metadata = [("general.architecture", .string(architecture))]
    let counts: [(String, UInt32)] = [
      ("vocab_size", 64), ("context_length", 256), ("embedding_length", 48), ("block_count", 2),
      ("feed_forward_length", 80), ("attention.head_count", 4), ("attention.head_count_kv", 2),
      ("attention.key_length", 16), ("attention.value_length", 16), ("rope.dimension_count", 16),
    ]
    for (name, value) in counts { metadata.append(("\(architecture).\(name)", .u32(value))) }
    metadata.append(("\(architecture).attention.layer_norm_rms_epsilon", .f32(1e-5)))
    add("token_embd.weight", [48, 64])
    add("output_norm.weight", [48])
    for block in 0..<2 {
      let shapes: [(String, [Int])] = [
        ("attn_norm", [48]), ("ffn_norm", [48]), ("attn_q", [48, 64]), ("attn_k", [48, 32]), ("attn_v", [48, 32]),
        ("attn_output", [64, 48]), ("ffn_gate", [48, 80]), ("ffn_up", [48, 80]), ("ffn_down", [80, 48]),
      ]
      for (name, shape) in shapes { add("blk.\(block).\(name).weight", shape) }
    }
  }

  mutating func add(_ name: String, _ dimensions: [Int]) {
    tensors.append((name, Tensor(dimensions: dimensions)))
  }

  /// Sets a key of the architecture, or removes it.
  mutating func set(_ name: String, _ value: Value?) {
    let key = name.contains("general.") || name.contains("tokenizer.") ? name : "llama.\(name)"
    metadata.removeAll { $0.key == key }
    if let value { metadata.append((key, value)) }
  }

  /// Gives a tensor another shape, or removes it.
  mutating func reshape(_ name: String, _ dimensions: [Int]?) {
    guard let dimensions else { return tensors.removeAll { $0.name == name } }
    for i in tensors.indices where tensors[i].name == name { tensors[i].tensor.dimensions = dimensions }
  }

  func file() throws -> GGUFFile { try GGUFFile(bytes: bytes()) }

  func load(options: LoadOptions = LoadOptions()) throws -> TransformerModel {
    try TransformerModel(file: try file(), pool: ThreadPool(threadCount: 1), options: options)
  }

  /// The file: header, metadata, tensor table, data aligned to 32 bytes.
  func bytes() -> [UInt8] {
    var out: [UInt8] = Array("GGUF".utf8)
    func put(_ value: some FixedWidthInteger) { withUnsafeBytes(of: value.littleEndian) { out += $0 } }
    func put(_ text: String) {
      put(UInt64(text.utf8.count))
      out += text.utf8
    }
    put(UInt32(3))
    put(UInt64(tensors.count))
    put(UInt64(metadata.count))
    for (key, value) in metadata {
      put(key)
      switch value {
      case .u32(let number):
        put(UInt32(4))
        put(number)
      case .f32(let number):
        put(UInt32(6))
        put(number.bitPattern)
      case .string(let text):
        put(UInt32(8))
        put(text)
      case .bool(let flag):
        put(UInt32(7))
        put(UInt8(flag ? 1 : 0))
      case .u32s(let numbers):
        put(UInt32(9))
        put(UInt32(4))
        put(UInt64(numbers.count))
        for number in numbers { put(number) }
      case .strings(let texts):
        put(UInt32(9))
        put(UInt32(8))
        put(UInt64(texts.count))
        for text in texts { put(text) }
      }
    }
    var data: [UInt8] = []
    var random = SeededGenerator(seed: 1)
    for (name, tensor) in tensors {
      put(name)
      put(UInt32(tensor.dimensions.count))
      for extent in tensor.dimensions { put(UInt64(extent)) }
      put(UInt32(0))
      put(UInt64(data.count))
      let count = tensor.dimensions.reduce(1, *)
      for i in 0..<count {
        let value = tensor.floats?[i] ?? Float.random(in: -0.2...0.2, using: &random)
        withUnsafeBytes(of: value.bitPattern.littleEndian) { data += $0 }
      }
      data += [UInt8](repeating: 0, count: (32 - data.count % 32) % 32)
    }
    out += [UInt8](repeating: 0, count: (32 - out.count % 32) % 32)
    return out + data
  }
}
