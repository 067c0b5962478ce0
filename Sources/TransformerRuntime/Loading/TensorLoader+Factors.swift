// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Quantization

extension TensorLoader {
  /// What the weights of `name.weight` are multiplied with: `name.scale`, as NVFP4 files have for whole tensors, one number
  /// for each expert. Ones where the file has none, and before data is read.
  ///
  /// `name.input_scale` is for programs that round activations to four bits; it is left aside.
  func factors(_ name: String, count: Int) throws(ModelError) -> [Float] {
    var factors = [Float](repeating: 1, count: count)
    // Rows of the table of embeddings are looked up, and files have no factor for them.
    if name == "token_embd" { return factors }
    if has("\(name).input_scale") { _ = try take("\(name).input_scale", shape: [count]) }
    guard has("\(name).scale") else { return factors }
    let tensor = try take("\(name).scale", shape: [count])
    guard pass == .loading else { return factors }
    guard tensor.type.blockLength == 1 else {
      throw ModelError(.invalidValue(found: tensor.type.name, expected: "a plain type"), tensor.name)
    }
    dequantize(tensor.type, try data(of: tensor), count: count, into: &factors)
    for factor in factors where !factor.isFinite {
      throw ModelError(.invalidValue(found: "\(factor)", expected: "finite numbers"), tensor.name)
    }
    return factors
  }

  /// The elements of a tensor as floats.
  ///
  /// - Parameter factors: what its equal parts are multiplied with.
  func dequantized(
    _ tensor: GGUFTensor, factors: [Float] = [1]
  ) throws(ModelError) -> UnsafeMutablePointer<Float> {
    if let shared = storage.sharedFloats(of: tensor.name) { return shared }
    let count = tensor.dimensions.reduce(1, *)
    let floats = storage.floats(count, of: tensor.name)
    dequantize(tensor.type, try data(of: tensor), count: count, into: floats)
    let length = count / factors.count
    for (part, factor) in factors.enumerated() where factor != 1 {
      for index in (part * length)..<((part + 1) * length) { floats[index] *= factor }
    }
    return floats
  }
}
