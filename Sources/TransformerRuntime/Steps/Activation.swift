// SPDX-License-Identifier: Apache-2.0
import Kernels

/// A view of the rows of one intermediate value, one row for each token of a chunk.
///
/// - Shapes: row r begins at `floats + r · stride` and holds `width` elements. Views may share a buffer: the query, key
///   and value views are parts of one row, so that a fused projection writes all three.
struct Activation {
  var floats: UnsafeMutablePointer<Float>
  var width: Int
  var stride: Int
  /// The buffer that owns the rows and their 8-bit form, for those that matrices are multiplied with.
  var buffer: Unmanaged<ActivationBuffer>?

  init(_ floats: UnsafeMutablePointer<Float>, width: Int, stride: Int? = nil) {
    self.floats = floats
    self.width = width
    self.stride = stride ?? width
  }

  init(_ buffer: ActivationBuffer) {
    self.init(buffer.floats, width: buffer.columns)
    self.buffer = Unmanaged.passUnretained(buffer)
  }

  @inline(__always)
  func row(_ r: Int) -> UnsafeMutablePointer<Float> { floats + r * stride }
}
