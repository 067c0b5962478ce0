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
  /// The rows with their 8-bit form, for those that matrices are multiplied with.
  var buffer: ActivationView?

  init(_ floats: UnsafeMutablePointer<Float>, width: Int, stride: Int? = nil) {
    self.floats = floats
    self.width = width
    self.stride = stride ?? width
  }

  init(_ buffer: ActivationBuffer) {
    self.init(buffer.floats, width: buffer.columns)
    self.buffer = buffer.view
  }

  @inline(__always)
  func row(_ r: Int) -> UnsafeMutablePointer<Float> { floats + r * stride }
}

extension Activation {
  /// The first row becomes norm(x), or x without a norm, 8-bit form included, all by this worker.
  ///
  /// - Precondition: the rows are those of a buffer.
  func normalizeAlone(_ x: UnsafePointer<Float>, by norm: Norm?, _ worker: Worker) {
    guard let buffer else { return }
    if let norm, norm.kind == .rootMeanSquare {
      rmsNorm(
        x, stride: width, weight: norm.weight, epsilon: norm.epsilon, tokens: 1, into: buffer, worker: worker.alone)
    } else if let norm {
      ReferenceSteps.normalize(x, by: norm, into: floats)
      buffer.quantize(rows: 1, worker: worker.alone)
    } else {
      load(x, stride: width, tokens: 1, into: buffer, worker: worker.alone)
    }
  }
}
