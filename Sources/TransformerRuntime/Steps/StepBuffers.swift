// SPDX-License-Identifier: Apache-2.0

/// The intermediate values of a chunk of at most `rows` tokens.
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
    residual = take(h.embeddingLength)
    normed = take(h.embeddingLength)
    queryKeyValue = take(h.queryLength + 2 * h.greatestKeyLength)
    attended = take(h.queryLength)
    projected = take(h.embeddingLength)
    gateUp = take(2 * h.feedForwardLength)
    hidden = take(h.feedForwardLength)
    let channels = h.convolutionLength > 0 ? h.embeddingLength : 0
    convolution = take(3 * channels)
    mixed = take(channels)
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
    let channels = h.convolutionLength > 0 ? h.embeddingLength : 0
    let widths = [
      h.embeddingLength, h.embeddingLength, h.queryLength + 2 * h.greatestKeyLength, h.queryLength, h.embeddingLength,
      2 * h.feedForwardLength, h.feedForwardLength, 3 * channels, channels, h.expertCount, 2 * h.expertUsedCount,
    ]
    return widths.reduce(0) { $0 + padded($1) } * rows * MemoryLayout<Float>.size
  }

  /// Rows begin at whole cache lines.
  private static func padded(_ width: Int) -> Int { (width + 15) & ~15 }
}
