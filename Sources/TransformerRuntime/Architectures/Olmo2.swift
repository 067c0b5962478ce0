// SPDX-License-Identifier: Apache-2.0
import Kernels

/// OLMo 2 and OLMo 3.
///
/// Norms only after attention and feed-forward, and over the whole query and key before they are split into heads; pairs
/// in halves. OLMo 3 gives three of four layers a sliding window and plain rotations, while the others are scaled.
///
/// - Source: OLMo Team, 2 OLMo 2 Furious; OLMo 3.
struct Olmo2: Architecture, @unchecked Sendable {
  /// The weights of one block.
  struct Block {
    let attention: AttentionWeights
    let queryNorm: Norm
    let keyNorm: Norm
    let attentionPostNorm: Norm
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

  static func adjust(_ h: inout Hyperparameters, _ reader: HyperparameterReader) throws(ModelError) {
    try h.requireNormEpsilon(reader)
    try h.requireAttentionInEveryBlock(reader)
    try h.requireEqualBlocks(reader)
  }

  init(_ h: Hyperparameters, _ tensors: TensorLoader) throws(ModelError) {
    embedding = try tensors.embedding(h)
    var blocks: [Block] = []
    for il in 0..<h.blockCount {
      let isLocal = h.slidingWindow != nil && il % 4 < 3
      blocks.append(
        Block(
          attention: try AttentionWeights(h, tensors, block: il),
          queryNorm: try tensors.norm("blk.\(il).attn_q_norm", count: h.queryLength, epsilon: h.normEpsilon),
          keyNorm: try tensors.norm("blk.\(il).attn_k_norm", count: h.keyLength(il), epsilon: h.normEpsilon),
          attentionPostNorm: try tensors.norm("blk.\(il).post_attention_norm", h),
          feedForward: try FeedForwardWeights(h, tensors, block: il),
          feedForwardPostNorm: try tensors.norm("blk.\(il).post_ffw_norm", h),
          shape: AttentionShape(h, block: il, window: isLocal ? h.slidingWindow : nil),
          rotation: Rotation(table: isLocal ? 1 : 0, style: .halves)))
    }
    self.blocks = tensors.storage.list(blocks)
    guard tensors.has("output.weight") else { throw ModelError(.missingTensor, "output.weight") }
    output = try OutputHead(h, tensors, embedding: embedding)
    let local = RotaryFrequencies(h.rope, base: h.rope.slidingWindowBase, scaled: false)
    rotary = [RotaryFrequencies(h.rope), local]
  }

  func frequencies(contextLength: Int) -> [RotaryFrequencies] { rotary }

  func evaluate<Steps: TransformerSteps>(_ s: Steps) {
    s.embed(embedding, scale: 1)
    for (il, w) in blocks.enumerated() {
      s.normalize(s.residual, by: nil, into: s.normed)
      s.project(s.normed, (w.attention.query, s.query), (w.attention.key, s.key), (w.attention.value, s.value))
      s.normalizeHeads(query: w.queryNorm, key: w.keyNorm, w.shape)
      s.rotate(by: w.rotation, w.shape)
      s.store(layer: il, w.shape)
      s.attend(layer: il, w.shape)
      s.addToResidual(w.attention.output, s.attended, normedBy: w.attentionPostNorm, scale: 1)

      s.normalize(s.residual, by: nil, into: s.normed)
      s.projectGated(s.normed, gate: w.feedForward.gate, up: w.feedForward.up, .silu)
      s.addToResidual(w.feedForward.down, s.hidden, normedBy: w.feedForwardPostNorm, scale: 1)
    }
  }
}
