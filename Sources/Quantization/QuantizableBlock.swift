// SPDX-License-Identifier: Apache-2.0

/// A block that can be made of floats.
package protocol QuantizableBlock: QuantizedBlock {
  /// The block nearest to the values, as far as the type's method finds it. Values that are not finite give some block.
  ///
  /// - Shapes: `values`: (tensorType.blockLength).
  init(quantizing values: UnsafePointer<Float>)
}

extension QuantizableBlock {
  /// Quantises consecutive blocks.
  ///
  /// - Shapes: `values`: (blockCount · blockLength); `target`: (blockCount) blocks, any alignment.
  static func quantize(_ values: UnsafePointer<Float>, blockCount: Int, into target: UnsafeMutableRawPointer) {
    let length = tensorType.blockLength
    for index in 0..<blockCount {
      let block = Self(quantizing: values + index * length)
      withUnsafeBytes(of: block) { bytes in
        (target + index * bytes.count).copyMemory(from: bytes.baseAddress!, byteCount: bytes.count)
      }
    }
  }
}

/// A code from 0 to `limit`, for a value that may be anything: what is not a number becomes 0.
@inline(__always)
func code(_ value: Double, limit: Double) -> UInt8 { value >= limit ? UInt8(limit) : value > 0 ? UInt8(value) : 0 }

/// 1/x, and 0 for 0.
@inline(__always)
func inverse(_ x: Float) -> Float { x == 0 ? 0 : 1 / x }

/// The value of greatest magnitude, sign included; the first of several.
@inline(__always)
func extreme(_ values: UnsafePointer<Float>, _ count: Int) -> Float {
  var found: Float = 0
  for j in 0..<count where abs(values[j]) > abs(found) { found = values[j] }
  return found
}
