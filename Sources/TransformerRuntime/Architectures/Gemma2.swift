// SPDX-License-Identifier: Apache-2.0
import Kernels

/// Gemma 2.
///
/// Norms before and after both parts of a block, GeGLU, soft caps on attention scores and logits; every other layer sees
/// a sliding window. Norm weights in the file already hold the 1 that the paper adds.
///
/// - Source: Gemma Team, Gemma 2: Improving Open Language Models at a Practical Size.
struct Gemma2: Architecture, @unchecked Sendable {
  /// The weights of one block.
  struct Block {
    let attentionNorm: Norm
    let attention: AttentionWeights
    let attentionPostNorm: Norm
    let feedForwardNorm: Norm
    let feedForward: FeedForwardWeights
    let feedForwardPostNorm: Norm
    let shape: AttentionShape
  }

  let embedding: Linear
  let blocks: UnsafeBufferPointer<Block>
  let output: OutputHead
  let rotary: RotaryFrequencies
  let embeddingScale: Float

  static func adjust(_ h: inout Hyperparameters, _ reader: HyperparameterReader) throws(ModelError) {
    try h.requireNormEpsilon(reader)
    try h.requireAttentionInEveryBlock(reader)
    h.embeddingScale = Float(h.embeddingLength).squareRoot()
    h.slidingWindow = h.slidingWindow ?? 4096
    h.attentionLogitSoftcap = h.attentionLogitSoftcap ?? 50
    h.finalLogitSoftcap = h.finalLogitSoftcap ?? 30
    // The 27B model alone scales by width/heads instead of the head length.
    if h.blockCount == 46 { h.attentionScale = 1 / (Float(h.embeddingLength) / Float(h.headCount)).squareRoot() }
  }

  init(_ h: Hyperparameters, _ tensors: TensorLoader) throws(ModelError) {
    embedding = try tensors.embedding(h)
    var blocks: [Block] = []
    for il in 0..<h.blockCount {
      blocks.append(
        Block(
          attentionNorm: try tensors.norm("blk.\(il).attn_norm", h),
          attention: try AttentionWeights(h, tensors, block: il),
          attentionPostNorm: try tensors.norm("blk.\(il).post_attention_norm", h),
          feedForwardNorm: try tensors.norm("blk.\(il).ffn_norm", h),
          feedForward: try FeedForwardWeights(h, tensors, block: il),
          feedForwardPostNorm: try tensors.norm("blk.\(il).post_ffw_norm", h),
          shape: AttentionShape(h, block: il, window: il % 2 == 0 ? h.slidingWindow : nil)))
    }
    self.blocks = tensors.storage.list(blocks)
    output = try OutputHead(h, tensors, embedding: embedding)
    rotary = RotaryFrequencies(h.rope)
    embeddingScale = h.embeddingScale
  }

  func frequencies(contextLength: Int) -> [RotaryFrequencies] { [rotary] }

  func evaluate<Steps: TransformerSteps>(_ s: Steps) {
    let rotation = Rotation(table: 0, style: .halves)
    s.embed(embedding, scale: embeddingScale)
    for (il, w) in blocks.enumerated() {
      s.normalize(s.residual, by: w.attentionNorm, into: s.normed)
      s.project(s.normed, (w.attention.query, s.query), (w.attention.key, s.key), (w.attention.value, s.value))
      s.rotate(by: rotation, w.shape)
      s.store(layer: il, w.shape)
      s.attend(layer: il, w.shape)
      s.addToResidual(w.attention.output, s.attended, normedBy: w.attentionPostNorm, scale: 1)

      s.normalize(s.residual, by: w.feedForwardNorm, into: s.normed)
      s.projectGated(s.normed, gate: w.feedForward.gate, up: w.feedForward.up, .gelu)
      s.addToResidual(w.feedForward.down, s.hidden, normedBy: w.feedForwardPostNorm, scale: 1)
    }
  }
}
