// SPDX-License-Identifier: Apache-2.0

/// Dequantises `count` elements of a tensor, one formula per type: the reference that kernels are checked against.
///
/// - Shapes: `source`: (count) elements as stored, any alignment; `values`: (count).
/// - Precondition: `count` is a whole number of blocks; the caller has checked that `source` holds them.
package func dequantize(
  _ type: TensorType, _ source: UnsafeRawPointer, count: Int, into values: UnsafeMutablePointer<Float>
) {
  precondition(count >= 0 && count % type.blockLength == 0, "a row is a whole number of blocks")
  if let block = type.block {
    return block.dequantize(source, blockCount: count / type.blockLength, into: values)
  }
  switch type {
  case .f32: convert(source, count, values) { (bits: UInt32) in Float(bitPattern: UInt32(littleEndian: bits)) }
  case .f16: convert(source, count, values) { (bits: UInt16) in Half.float(UInt16(littleEndian: bits)) }
  case .bf16: convert(source, count, values) { (bits: UInt16) in BrainFloat.float(UInt16(littleEndian: bits)) }
  case .f64: convert(source, count, values) { (bits: UInt64) in Float(Double(bitPattern: UInt64(littleEndian: bits))) }
  case .i8: convert(source, count, values) { (value: Int8) in Float(value) }
  case .i16: convert(source, count, values) { (value: Int16) in Float(Int16(littleEndian: value)) }
  case .i32: convert(source, count, values) { (value: Int32) in Float(Int32(littleEndian: value)) }
  case .i64: convert(source, count, values) { (value: Int64) in Float(Int64(littleEndian: value)) }
  // Every other type has blocks.
  default: break
  }
}

extension TensorType {
  /// The layout of this type's blocks; nil for plain types.
  package var block: (any QuantizedBlock.Type)? {
    switch self {
    case .q4_0: BlockQ4_0.self
    case .q4_1: BlockQ4_1.self
    case .q5_0: BlockQ5_0.self
    case .q5_1: BlockQ5_1.self
    case .q8_0: BlockQ8_0.self
    case .q8_1: BlockQ8_1.self
    case .q2_K: BlockQ2_K.self
    case .q3_K: BlockQ3_K.self
    case .q4_K: BlockQ4_K.self
    case .q5_K: BlockQ5_K.self
    case .q6_K: BlockQ6_K.self
    case .q8_K: BlockQ8_K.self
    case .iq1_s: BlockIQ1_S.self
    case .iq1_m: BlockIQ1_M.self
    case .iq2_xxs: BlockIQ2_XXS.self
    case .iq2_xs: BlockIQ2_XS.self
    case .iq2_s: BlockIQ2_S.self
    case .iq3_xxs: BlockIQ3_XXS.self
    case .iq3_s: BlockIQ3_S.self
    case .iq4_nl: BlockIQ4_NL.self
    case .iq4_xs: BlockIQ4_XS.self
    case .mxfp4: BlockMXFP4.self
    case .nvfp4: BlockNVFP4.self
    case .tq1_0: BlockTQ1_0.self
    case .tq2_0: BlockTQ2_0.self
    case .q1_0: BlockQ1_0.self
    case .q2_0: BlockQ2_0.self
    case .f32, .f16, .bf16, .f64, .i8, .i16, .i32, .i64: nil
    }
  }
}

@inline(__always)
private func convert<Stored: BitwiseCopyable>(
  _ source: UnsafeRawPointer, _ count: Int, _ values: UnsafeMutablePointer<Float>, _ value: (Stored) -> Float
) {
  for index in 0..<count {
    values[index] = value(
      source.loadUnaligned(fromByteOffset: index * MemoryLayout<Stored>.size, as: Stored.self))
  }
}
