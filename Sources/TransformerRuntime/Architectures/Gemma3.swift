// SPDX-License-Identifier: Apache-2.0
import Kernels

/// Gemma 3, text only.
///
/// Norms before and after both parts of a block, norms on each query and key head, GeGLU. Five of six layers see a
/// sliding window and rotate with a base of their own. Norm weights in the file already hold the 1 that the paper adds.
///
/// - Source: Gemma Team, Gemma 3 Technical Report.
struct Gemma3: Architecture, @unchecked Sendable {
  /// The weights of one block.
  struct Block {
    let attentionNorm: Norm
    let attention: AttentionWeights
    let queryNorm: Norm
    let keyNorm: Norm
    let attentionPostNorm: Norm
    let feedForwardNorm: Norm
    let feedForward: FeedForwardWeights
    let feedForwardPostNorm: Norm
    let shape: AttentionShape
    let rotation: Rotation
  }

  let embedding: Linear
  let blocks: UnsafeBufferPointer<Block>
  let output: OutputHead
  /// Of global and of local layers.
  let rotary: [RotaryFrequencies]
  let embeddingScale: Float

  static func adjust(_ h: inout Hyperparameters, _ reader: HyperparameterReader) throws(ModelError) {
    try h.requireNormEpsilon(reader)
    try h.requireAttentionInEveryBlock(reader)
    h.embeddingScale = Float(h.embeddingLength).squareRoot()
    // The 27B model alone scales by width/heads instead of the head length.
    if h.blockCount == 62, h.attentionScale == nil {
      h.attentionScale = 1 / (Float(h.embeddingLength) / Float(h.headCount)).squareRoot()
    }
  }

  init(_ h: Hyperparameters, _ tensors: TensorLoader) throws(ModelError) {
    embedding = try tensors.embedding(h)
    var blocks: [Block] = []
    for il in 0..<h.blockCount {
      let isLocal = h.slidingWindow != nil && il % 6 < 5
      blocks.append(
        Block(
          attentionNorm: try tensors.norm("blk.\(il).attn_norm", h),
          attention: try AttentionWeights(h, tensors, block: il),
          queryNorm: try tensors.norm("blk.\(il).attn_q_norm", count: h.headLength, epsilon: h.normEpsilon),
          keyNorm: try tensors.norm("blk.\(il).attn_k_norm", count: h.headLength, epsilon: h.normEpsilon),
          attentionPostNorm: try tensors.norm("blk.\(il).post_attention_norm", h),
          feedForwardNorm: try tensors.norm("blk.\(il).ffn_norm", h),
          feedForward: try FeedForwardWeights(h, tensors, block: il),
          feedForwardPostNorm: try tensors.norm("blk.\(il).post_ffw_norm", h),
          shape: AttentionShape(h, block: il, window: isLocal ? h.slidingWindow : nil),
          rotation: Rotation(table: isLocal ? 1 : 0, style: .halves)))
    }
    self.blocks = tensors.storage.list(blocks)
    output = try OutputHead(h, tensors, embedding: embedding)
    let local = RotaryFrequencies(h.rope, base: h.rope.slidingWindowBase ?? 10_000, scaled: false)
    rotary = [RotaryFrequencies(h.rope), local]
    embeddingScale = h.embeddingScale
  }

  func frequencies(contextLength: Int) -> [RotaryFrequencies] { rotary }

  func evaluate<Steps: TransformerSteps>(_ s: Steps) {
    s.embed(embedding, scale: embeddingScale)
    for (il, w) in blocks.enumerated() {
      s.normalize(s.residual, by: w.attentionNorm, into: s.normed)
      s.project(s.normed, (w.attention.query, s.query), (w.attention.key, s.key), (w.attention.value, s.value))
      s.normalizeHeads(query: w.queryNorm, key: w.keyNorm, w.shape)
      s.rotate(by: w.rotation, w.shape)
      s.store(layer: il, w.shape)
      s.attend(layer: il, w.shape)
      s.addToResidual(w.attention.output, s.attended, normedBy: w.attentionPostNorm, scale: 1)

      s.normalize(s.residual, by: w.feedForwardNorm, into: s.normed)
      s.projectGated(s.normed, gate: w.feedForward.gate, up: w.feedForward.up, .gelu)
      s.addToResidual(w.feedForward.down, s.hidden, normedBy: w.feedForwardPostNorm, scale: 1)
    }
  }
}
