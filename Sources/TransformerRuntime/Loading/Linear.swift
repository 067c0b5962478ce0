// SPDX-License-Identifier: Apache-2.0
import Kernels

/// A weight matrix with its bias, as a forward pass holds it: pointers into the model's storage, so that using it costs
/// no reference counting.
///
/// Holds the matrix in kernel layout or, for the reference path, as floats.
struct Linear {
  var rows: Int
  var columns: Int
  var matrix: MatrixView?
  /// (rows, columns), dequantised.
  var reference: UnsafePointer<Float>?
  /// (rows)
  var bias: UnsafePointer<Float>?
  /// What an adapter adds.
  var change: UnsafePointer<LowRank>?
}

/// A norm's weights.
struct Norm {
  var kind: NormKind
  /// (count)
  var weight: UnsafePointer<Float>
  var bias: UnsafePointer<Float>?
  var count: Int
  var epsilon: Float
}

/// The weights of a short convolution that works on each channel by itself.
///
/// - Shapes: (channels, length), the tap of the oldest position first.
struct ConvolutionTaps {
  var weights: UnsafePointer<Float>
  var length: Int
}
