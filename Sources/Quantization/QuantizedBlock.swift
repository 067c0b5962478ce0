// SPDX-License-Identifier: Apache-2.0

/// A group of elements that share scales, with the memory layout that it has in a file.
///
/// The layout has no padding: `MemoryLayout<Self>.size` is `TensorType.blockByteCount`. Fields wider than a byte at an
/// odd place are kept as bytes, so that the layout holds.
package protocol QuantizedBlock: BitwiseCopyable, Sendable {
  /// The type whose blocks these are.
  static var tensorType: TensorType { get }

  /// Writes the block's `tensorType.blockLength` values, in order.
  func dequantize(into values: UnsafeMutablePointer<Float>)
}

extension QuantizedBlock {
  /// Dequantises consecutive blocks.
  ///
  /// - Shapes: `source`: (blockCount) blocks, any alignment; `values`: (blockCount · blockLength).
  static func dequantize(
    _ source: UnsafeRawPointer, blockCount: Int, into values: UnsafeMutablePointer<Float>
  ) {
    let length = tensorType.blockLength
    for index in 0..<blockCount {
      let block = source.loadUnaligned(fromByteOffset: index * MemoryLayout<Self>.size, as: Self.self)
      block.dequantize(into: values + index * length)
    }
  }
}

extension InlineArray where Element == UInt8 {
  /// The little-endian 32-bit number in the four bytes from `index`.
  @inline(__always)
  func word(at index: Int) -> UInt32 {
    UInt32(self[index]) | UInt32(self[index + 1]) << 8 | UInt32(self[index + 2]) << 16 | UInt32(self[index + 3]) << 24
  }
}
