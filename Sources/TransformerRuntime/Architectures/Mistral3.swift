// SPDX-License-Identifier: Apache-2.0
import Kernels

/// Ministral 3 and Mistral Small 4, text only.
///
/// As Llama, with rotations scaled by YaRN whose magnitude is left alone, and queries that grow with their position. May be a
/// mixture of experts.
///
/// - Source: Mistral AI, Ministral 3; Peng et al., YaRN.
struct Mistral3: Architecture, @unchecked Sendable {
  /// The weights of one block.
  struct Block {
    let attentionNorm: Norm
    let attention: AttentionWeights
    let feedForwardNorm: Norm
    let feedForward: FeedForward
    let shape: AttentionShape
  }

  let embedding: Linear
  let blocks: UnsafeBufferPointer<Block>
  let output: OutputHead
  let rotary: RotaryFrequencies
  let temperature: QueryTemperature?

  static func adjust(_ h: inout Hyperparameters, _ reader: HyperparameterReader) throws(ModelError) {
    try h.requireNormEpsilon(reader)
    try h.requireAttentionInEveryBlock(reader)
    try h.readExperts(reader)
    h.slidingWindow = nil
    guard let scale = try reader.number("attention.temperature_scale", in: 0...1e3), scale != 0 else { return }
    guard case .yarn(let yarn) = h.rope.scaling else {
      throw ModelError(.missingKey, reader.key("rope.scaling.original_context_length"))
    }
    h.queryTemperature = QueryTemperature(scale: scale, length: yarn.originalContextLength)
  }

  init(_ h: Hyperparameters, _ tensors: TensorLoader) throws(ModelError) {
    embedding = try tensors.embedding(h)
    var blocks: [Block] = []
    for il in 0..<h.blockCount {
      blocks.append(
        Block(
          attentionNorm: try tensors.norm("blk.\(il).attn_norm", h),
          attention: try AttentionWeights(h, tensors, block: il),
          feedForwardNorm: try tensors.norm("blk.\(il).ffn_norm", h),
          feedForward: try FeedForward(h, tensors, block: il),
          shape: AttentionShape(h, block: il)))
    }
    self.blocks = tensors.storage.list(blocks)
    output = try OutputHead(h, tensors, embedding: embedding)
    let divisors = try tensors.divisors("rope_freqs.weight", count: h.rope.dimensionCount / 2)
    rotary = RotaryFrequencies(h.rope, divisors: divisors)
    temperature = h.queryTemperature
  }

  func frequencies(contextLength: Int) -> [RotaryFrequencies] { [rotary] }

  func evaluate<Steps: TransformerSteps>(_ s: Steps) {
    let rotation = Rotation(table: 0, style: .adjacent)
    s.embed(embedding, scale: 1)
    for (il, w) in blocks.enumerated() {
      s.normalize(s.residual, by: w.attentionNorm, into: s.normed)
      s.project(s.normed, (w.attention.query, s.query), (w.attention.key, s.key), (w.attention.value, s.value))
      s.rotate(by: rotation, w.shape)
      if let temperature {
        s.scaleQueries(by: temperature, w.shape)
      }
      s.store(layer: il, w.shape)
      s.attend(layer: il, w.shape)
      s.addToResidual(w.attention.output, s.attended)

      s.normalize(s.residual, by: w.feedForwardNorm, into: s.normed)
      s.feedForward(w.feedForward)
    }
  }
}
