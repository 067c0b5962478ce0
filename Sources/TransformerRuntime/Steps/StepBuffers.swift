// SPDX-License-Identifier: Apache-2.0

/// The intermediate values of a chunk of at most `rows` tokens.
///
/// A block mixes its tokens first (by attention, or by a convolution), then each for itself: what the first half projects to
/// is used no more when the second projects, and both stand in the same memory.
struct StepBuffers {
  let residual: Activation
  var normed: Activation
  let queryKeyValue: Activation
  let query: Activation
  let key: Activation
  let value: Activation
  var attended: Activation
  let projected: Activation
  let gateUp: Activation
  let gate: Activation
  let up: Activation
  var hidden: Activation
  let convolution: Activation
  var mixed: Activation
  /// Scores of the experts.
  let router: Activation
  /// A token's experts and their weights, as `MixtureWeights.choose` writes them.
  let choices: Activation

  /// Lays the values out in memory of at least ``byteCount(_:rows:)`` bytes.
  init(_ h: Hyperparameters, rows: Int, in memory: UnsafeMutableRawPointer) {
    var next = memory.assumingMemoryBound(to: Float.self)
    func take(_ width: Int) -> Activation {
      defer { next += Self.padded(width) * rows }
      return Activation(next, width: width, stride: Self.padded(width))
    }
    let projections = next
    let widths = Self.projectionWidths(h)
    func share(_ width: Int) -> Activation {
      Activation(projections, width: width, stride: Self.padded(width))
    }
    queryKeyValue = share(widths.attention)
    convolution = share(widths.convolution)
    gateUp = share(widths.feedForward)
    next += rows * max(Self.padded(widths.attention), Self.padded(widths.convolution), Self.padded(widths.feedForward))
    residual = take(h.embeddingLength)
    normed = take(h.embeddingLength)
    attended = take(h.queryLength)
    projected = take(h.embeddingLength)
    hidden = take(h.feedForwardLength)
    mixed = take(widths.convolution / 3)
    router = take(h.expertCount)
    choices = take(2 * h.expertUsedCount)

    func part(_ whole: Activation, at offset: Int, width: Int) -> Activation {
      Activation(whole.floats + offset, width: width, stride: whole.stride)
    }
    query = part(queryKeyValue, at: 0, width: h.queryLength)
    key = part(queryKeyValue, at: h.queryLength, width: h.greatestKeyLength)
    value = part(queryKeyValue, at: h.queryLength + h.greatestKeyLength, width: h.greatestKeyLength)
    gate = part(gateUp, at: 0, width: h.feedForwardLength)
    up = part(gateUp, at: h.feedForwardLength, width: h.feedForwardLength)
  }

  static func byteCount(_ h: Hyperparameters, rows: Int) -> Int {
    let shared = projectionWidths(h)
    let widths = [
      max(shared.attention, shared.convolution, shared.feedForward), h.embeddingLength, h.embeddingLength,
      h.queryLength,
      h.embeddingLength, h.feedForwardLength, shared.convolution / 3, h.expertCount, 2 * h.expertUsedCount,
    ]
    return widths.reduce(0) { $0 + padded($1) } * rows * MemoryLayout<Float>.size
  }

  /// Widths of what a block projects its input to: for attention, for a convolution, and in its feed-forward layer.
  private static func projectionWidths(
    _ h: Hyperparameters
  ) -> (attention: Int, convolution: Int, feedForward: Int) {
    (
      attention: h.queryLength + 2 * h.greatestKeyLength,
      convolution: h.convolutionLength > 0 ? 3 * h.embeddingLength : 0, feedForward: 2 * h.feedForwardLength
    )
  }

  /// Rows begin at whole cache lines.
  private static func padded(_ width: Int) -> Int { (width + 15) & ~15 }
}
