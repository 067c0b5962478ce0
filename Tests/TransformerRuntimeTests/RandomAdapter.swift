// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import TestSupport

@testable import TransformerRuntime

/// An adapter with random factors for every matrix of a model, and the model with the products added to its weights.
struct RandomAdapter {
  private struct Pair {
    var rank: Int
    /// As the file has them.
    var a: (dimensions: [Int], floats: [Float])
    var b: (dimensions: [Int], floats: [Float])
  }

  private let alpha: Float
  private let architecture: String
  private var pairs: [(name: String, pair: Pair)] = []
  private var random = SeededGenerator(seed: 3)

  init(for file: GGUFFile, rank: Int, alpha: Float) {
    self.alpha = alpha
    architecture = file.metadata.string("general.architecture") ?? ""
    for tensor in file.tensors where tensor.dimensions.count == 2 && Self.isMatrix(tensor.name) {
      pairs.append((tensor.name, pair(tensor, rank: rank)))
    }
  }

  private static func isMatrix(_ name: String) -> Bool {
    name != "position_embd.weight" && !name.contains("shortconv.conv")
  }

  mutating func replace(_ name: String, in file: GGUFFile, rank: Int) {
    guard let tensor = file.tensor(name), let index = pairs.firstIndex(where: { $0.name == name }) else { return }
    pairs[index].pair = pair(tensor, rank: rank)
  }

  private mutating func pair(_ tensor: GGUFTensor, rank: Int) -> Pair {
    let (columns, rows) = (tensor.dimensions[0], tensor.dimensions[1])
    let isTable = tensor.name == AdapterFile.embedding
    let a = isTable ? [rank, rows] : [columns, rank]
    let b = isTable ? [rank, columns] : [rank, rows]
    func floats(_ shape: [Int]) -> [Float] {
      (0..<shape[0] * shape[1]).map { _ in Float.random(in: -0.15...0.15, using: &random) }
    }
    return Pair(rank: rank, a: (a, floats(a)), b: (b, floats(b)))
  }

  /// The adapter's file.
  var bytes: [UInt8] {
    var writer = GGUFWriter()
    writer.set("general.type", .string("adapter"))
    writer.set("general.architecture", .string(architecture))
    writer.set("adapter.type", .string("lora"))
    writer.set("adapter.lora.alpha", .float32(alpha))
    for (name, pair) in pairs {
      writer.add("\(name).lora_a", dimensions: pair.a.dimensions, floats: pair.a.floats)
      writer.add("\(name).lora_b", dimensions: pair.b.dimensions, floats: pair.b.floats)
    }
    return writer.bytes()
  }

  /// The model's file with W + (alpha / rank) · B·A for every W; its tensors are floats.
  func merged(into file: GGUFFile) -> [UInt8] {
    var writer = GGUFWriter()
    for entry in file.metadata.entries { writer.set(entry.key, .copy(entry.value)) }
    for tensor in file.tensors {
      var weights = floats(littleEndian: file.data(of: tensor))
      if let pair = pairs.first(where: { $0.name == tensor.name })?.pair {
        let (columns, rows) = (tensor.dimensions[0], tensor.dimensions[1])
        let isTable = tensor.name == AdapterFile.embedding
        for row in 0..<rows {
          for column in 0..<columns {
            var sum: Float = 0
            for k in 0..<pair.rank {
              let a = isTable ? pair.a.floats[row * pair.rank + k] : pair.a.floats[k * columns + column]
              sum += a * pair.b.floats[(isTable ? column : row) * pair.rank + k]
            }
            weights[row * columns + column] += alpha / Float(pair.rank) * sum
          }
        }
      }
      writer.add(tensor.name, dimensions: tensor.dimensions, floats: weights)
    }
    return writer.bytes()
  }
}
