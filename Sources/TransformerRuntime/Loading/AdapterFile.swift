// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Quantization

/// A low-rank adapter in a GGUF file, as far as it can be checked without its model.
///
/// For a weight `NAME` of the model the file holds `NAME.lora_a` and `NAME.lora_b`; the model then computes with
/// W + (alpha / rank) · B·A. Without `adapter.lora.alpha` the factor is 1.
/// - Shapes: A (rank, inputs), B (outputs, rank); of `token_embd.weight`, whose rows are looked up, A (tokens, rank) and
///   B (width, rank), with change A·Bᵀ.
/// - Source: Hu et al., LoRA; the tensor names of llama.cpp's converter.
package final class AdapterFile: Sendable {
  /// The two factors of one weight's change.
  struct Pair: Sendable {
    var a: GGUFTensor
    var b: GGUFTensor
    var rank: Int
  }

  /// Greater ranks are no low ranks, and buffers have room for the greatest.
  static let maximumRank = 1024
  static let embedding = "token_embd.weight"

  package let file: GGUFFile
  /// `general.architecture`: what the adapter was trained on.
  package let architecture: String
  /// By the name of the weight.
  let pairs: [String: Pair]
  /// The greatest rank of all pairs.
  let rank: Int
  private let alpha: Float?

  /// - Throws: the key or tensor at fault: not an adapter, another kind than LoRA, half a pair, shapes that do not meet.
  package init(_ file: GGUFFile) throws(ModelError) {
    let text = { (key: String) throws(ModelError) -> String in
      guard let value = file.metadata[key] else { throw ModelError(.missingKey, key) }
      guard let text = value.text else { throw ModelError(.wrongType(found: value.typeName, expected: "str"), key) }
      return text
    }
    for (key, expected) in [("general.type", "adapter"), ("adapter.type", "lora")] {
      let found = try text(key)
      guard found == expected else { throw ModelError(.unsupportedValue(found: found, supported: expected), key) }
    }
    architecture = try text("general.architecture")
    let key = "adapter.lora.alpha"
    alpha = file.metadata.float(key)
    if let alpha, !alpha.isFinite { throw ModelError(.invalidValue(found: "\(alpha)", expected: "a number"), key) }
    if alpha == nil, let value = file.metadata[key] {
      throw ModelError(.wrongType(found: value.typeName, expected: "f32"), key)
    }
    var pairs: [String: Pair] = [:]
    for tensor in file.tensors {
      if let base = tensor.name.removing(suffix: ".lora_a") {
        guard let partner = file.tensor("\(base).lora_b") else { throw ModelError(.missingTensor, "\(base).lora_b") }
        pairs[base] = try Self.pair(tensor, partner, of: base)
      } else if let base = tensor.name.removing(suffix: ".lora_b") {
        guard file.tensor("\(base).lora_a") != nil else { throw ModelError(.missingTensor, "\(base).lora_a") }
      } else {
        throw ModelError(.unknownTensor, tensor.name)
      }
    }
    guard !pairs.isEmpty else { throw ModelError(.missingTensor, "*.lora_a") }
    self.file = file
    self.pairs = pairs
    rank = pairs.values.map(\.rank).max() ?? 0
  }

  private static func pair(_ a: GGUFTensor, _ b: GGUFTensor, of base: String) throws(ModelError) -> Pair {
    for tensor in [a, b] {
      guard tensor.dimensions.count <= 2, tensor.elementCount > 0 else {
        throw ModelError(.wrongShape(found: tensor.dimensions, expected: [1, 1]), tensor.name)
      }
    }
    let rank = b.extents[0]
    let found = base == embedding ? a.extents[0] : a.extents[1]
    guard rank == found else {
      let expected = base == embedding ? [rank, a.extents[1]] : [a.extents[0], rank]
      throw ModelError(.wrongShape(found: a.dimensions, expected: expected), a.name)
    }
    guard rank <= maximumRank else {
      throw ModelError(.invalidValue(found: "\(rank)", expected: "a rank of at most \(maximumRank)"), b.name)
    }
    return Pair(a: a, b: b, rank: rank)
  }

  /// What B·A is multiplied with.
  func scale(of pair: Pair) -> Float {
    guard let alpha, alpha != 0 else { return 1 }
    return alpha / Float(pair.rank)
  }

  /// The elements of a tensor as floats.
  func floats(of tensor: GGUFTensor) throws(ModelError) -> [Float] {
    let bytes = file.data(of: tensor)
    var floats = [Float](repeating: 0, count: tensor.elementCount)
    let isRead = floats.withUnsafeMutableBufferPointer { floats in
      guard let source = bytes.baseAddress, let target = floats.baseAddress,
        tensor.type.byteCount(elements: tensor.elementCount) == bytes.count
      else { return false }
      dequantize(tensor.type, source, count: tensor.elementCount, into: target)
      return true
    }
    guard isRead else {
      let expected = tensor.type.byteCount(elements: tensor.elementCount) ?? -1
      throw ModelError(.wrongByteCount(found: bytes.count, expected: expected), tensor.name)
    }
    return floats
  }
}

extension GGUFTensor {
  /// Length and number of rows, 1 where the file leaves an extent out.
  var extents: [Int] { [rowLength, rowCount] }
}

extension String {
  fileprivate func removing(suffix: String) -> String? {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil
  }
}
