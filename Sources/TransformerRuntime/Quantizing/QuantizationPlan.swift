// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Quantization

/// Which type each tensor of a file gets when a model is quantised.
///
/// Matrices get the type asked for; norms, biases and other small tensors stay as they are, since a product reads them whole
/// for every token and their errors are everyone's. Where rows are no whole number of blocks, a type of smaller blocks takes
/// over. The output, or the embedding in its place, stays at 6 bits or more: its errors go straight into the logits.
package struct QuantizationPlan: Sendable {
  package let target: TensorType
  /// One for each tensor of the file, in its order.
  package let types: [TensorType]

  /// - Parameter requantizes: whether matrices that are quantised already are quantised again, with the losses of both.
  /// - Throws: `unsupportedValue` for a target that cannot be made and for matrices that are quantised already.
  package init(_ file: GGUFFile, target: TensorType, requantizes: Bool = false) throws(ModelError) {
    guard target.isQuantizable else {
      let names = TensorType.quantizable.map(\.name).joined(separator: ", ")
      throw ModelError(.unsupportedValue(found: target.name, supported: names), "type")
    }
    self.target = target
    var types: [TensorType] = []
    let head = file.tensor("output.weight") == nil ? "token_embd.weight" : "output.weight"
    for tensor in file.tensors {
      let wanted = Self.isMatrix(tensor) ? Self.type(target, for: tensor, isHead: tensor.name == head) : tensor.type
      if wanted != tensor.type, tensor.type.isQuantized, !requantizes {
        throw ModelError(.unsupportedValue(found: tensor.type.name, supported: "F32, F16, BF16"), tensor.name)
      }
      types.append(wanted)
    }
    self.types = types
  }

  /// Whether a tensor is one of the matrices that products are made with.
  private static func isMatrix(_ tensor: GGUFTensor) -> Bool {
    guard tensor.dimensions.count >= 2, tensor.rowCount > 1, tensor.name.hasSuffix(".weight") else { return false }
    switch tensor.type {
    case .i8, .i16, .i32, .i64, .f64: return false
    default: break
    }
    // Routers decide between experts by small differences; taps and positions are small tables.
    return !["ffn_gate_inp.weight", "position_embd.weight", "shortconv.conv.weight", "norm.weight"].contains {
      tensor.name.hasSuffix($0)
    }
  }

  private static func type(_ target: TensorType, for tensor: GGUFTensor, isHead: Bool) -> TensorType {
    let wanted = isHead && !target.isPlain && target != .q8_0 ? TensorType.q6_K : target
    if tensor.rowLength % wanted.blockLength == 0 { return wanted }
    let smaller: TensorType = wanted == .q6_K ? .q8_0 : wanted == .q4_K ? .q5_0 : wanted
    return tensor.rowLength % smaller.blockLength == 0 ? smaller : tensor.type.isQuantized ? .f32 : tensor.type
  }

  /// `general.file_type` of the result. Source: llama.cpp `llama_ftype`.
  var fileType: UInt32 {
    switch target {
    case .f32: 0
    case .f16: 1
    case .q4_0: 2
    case .q4_1: 3
    case .q8_0: 7
    case .q5_0: 8
    case .q4_K: 15
    case .q6_K: 18
    case .bf16: 32
    // Guessed by readers.
    default: 1024
    }
  }
}

extension TensorType {
  /// Whether every element stands for itself.
  var isPlain: Bool { blockLength == 1 }
}
