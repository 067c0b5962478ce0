// SPDX-License-Identifier: Apache-2.0

/// Where the inputs of short convolutions are kept for every position, so that a context can be cut anywhere.
///
/// - Shapes: (blocks, positions, channels).
struct ConvolutionHistory {
  let start: UnsafeMutablePointer<Float>
  let contextLength: Int
  let channels: Int

  @inline(__always)
  func row(_ layer: Int, _ position: Int) -> UnsafeMutablePointer<Float> {
    start + (layer * contextLength + position) * channels
  }
}
