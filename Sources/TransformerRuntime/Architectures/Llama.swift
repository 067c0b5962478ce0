// SPDX-License-Identifier: Apache-2.0
import Kernels

/// Llama 2 and 3, SmolLM2, TinyLlama, Mistral 7B, Mixtral and their fine-tunes.
///
/// Pre-norm blocks with grouped-query attention and SwiGLU; rotary pairs are adjacent, because converters permute the
/// rows of the query and key projections. Biases are optional; the feed-forward layer may be a mixture of experts.
///
/// - Source: Touvron et al., LLaMA; Grattafiori et al., The Llama 3 Herd of Models.
struct Llama: Architecture, @unchecked Sendable {
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

  static func adjust(_ h: inout Hyperparameters, _ reader: HyperparameterReader) throws(ModelError) {
    try h.requireNormEpsilon(reader)
    try h.requireAttentionInEveryBlock(reader)
    try h.readExperts(reader)
    guard h.rope.dimensionCount == h.headLength else {
      let kind = ModelError.Kind.invalidValue(
        found: "\(h.rope.dimensionCount)", expected: "the head length \(h.headLength)")
      throw ModelError(kind, reader.key("rope.dimension_count"))
    }
    // Window attention of early Mistral files is not applied by other engines either.
    h.slidingWindow = nil
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
  }

  func frequencies(contextLength: Int) -> [RotaryFrequencies] { [rotary] }

  func evaluate<Steps: TransformerSteps>(_ s: Steps) {
    let rotation = Rotation(table: 0, style: .adjacent)
    s.embed(embedding, scale: 1)
    for (il, w) in blocks.enumerated() {
      s.normalize(s.residual, by: w.attentionNorm, into: s.normed)
      s.project(s.normed, (w.attention.query, s.query), (w.attention.key, s.key), (w.attention.value, s.value))
      s.rotate(by: rotation, w.shape)
      s.store(layer: il, w.shape)
      s.attend(layer: il, w.shape)
      s.addToResidual(w.attention.output, s.attended)

      s.normalize(s.residual, by: w.feedForwardNorm, into: s.normed)
      s.feedForward(w.feedForward)
    }
  }
}
