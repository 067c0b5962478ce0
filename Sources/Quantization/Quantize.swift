// SPDX-License-Identifier: Apache-2.0

/// Stores floats as elements of a type.
///
/// - Shapes: `values`: (count); `target`: (count) elements as stored, any alignment.
/// - Precondition: `type.isQuantizable`; `count` is a whole number of blocks; `target` has the room.
package func quantize(
  _ type: TensorType, _ values: UnsafePointer<Float>, count: Int, into target: UnsafeMutableRawPointer
) {
  precondition(count >= 0 && count % type.blockLength == 0, "a row is a whole number of blocks")
  if let block = type.quantizableBlock {
    return block.quantize(values, blockCount: count / type.blockLength, into: target)
  }
  switch type {
  case .f32: store(values, count, target) { $0.bitPattern.littleEndian }
  case .f16: store(values, count, target) { Half.bits($0).littleEndian }
  case .bf16: store(values, count, target) { BrainFloat.bits($0).littleEndian }
  default: preconditionFailure("\(type.name) is not made of floats here")
  }
}

extension TensorType {
  /// Types that `quantize` makes, the most exact first.
  package static let quantizable: [TensorType] = [.f32, .f16, .bf16, .q8_0, .q6_K, .q5_0, .q4_K, .q4_1, .q4_0]

  package var isQuantizable: Bool { Self.quantizable.contains(self) }

  /// The blocks of this type, where they can be made of floats.
  package var quantizableBlock: (any QuantizableBlock.Type)? { block as? any QuantizableBlock.Type }
}

@inline(__always)
private func store<Stored: BitwiseCopyable>(
  _ values: UnsafePointer<Float>, _ count: Int, _ target: UnsafeMutableRawPointer, _ stored: (Float) -> Stored
) {
  for index in 0..<count {
    withUnsafeBytes(of: stored(values[index])) {
      (target + index * $0.count).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
    }
  }
}
