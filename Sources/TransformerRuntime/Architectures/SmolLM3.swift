// SPDX-License-Identifier: Apache-2.0
import Kernels

/// SmolLM3.
///
/// As Llama, but every fourth block does not rotate: it has no notion of position but the causal mask.
///
/// - Source: Bakouch et al., SmolLM3; Yang et al., RoPE to NoPE and Back Again.
struct SmolLM3: Architecture, @unchecked Sendable {
  /// The weights of one block.
  struct Block {
    let attentionNorm: Norm
    let attention: AttentionWeights
    let feedForwardNorm: Norm
    let feedForward: FeedForwardWeights
    let shape: AttentionShape
  }

  let embedding: Linear
  let blocks: UnsafeBufferPointer<Block>
  let output: OutputHead
  let rotary: RotaryFrequencies

  static func adjust(_ h: inout Hyperparameters, _ reader: HyperparameterReader) throws(ModelError) {
    try h.requireNormEpsilon(reader)
    try h.requireAttentionInEveryBlock(reader)
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
          feedForward: try FeedForwardWeights(h, tensors, block: il),
          shape: AttentionShape(h, block: il)))
    }
    self.blocks = tensors.storage.list(blocks)
    output = try OutputHead(h, tensors, embedding: embedding)
    rotary = RotaryFrequencies(h.rope)
  }

  func frequencies(contextLength: Int) -> [RotaryFrequencies] { [rotary] }

  func evaluate<Steps: TransformerSteps>(_ s: Steps) {
    let rotation = Rotation(table: 0, style: .adjacent)
    s.embed(embedding, scale: 1)
    for (il, w) in blocks.enumerated() {
      s.normalize(s.residual, by: w.attentionNorm, into: s.normed)
      s.project(s.normed, (w.attention.query, s.query), (w.attention.key, s.key), (w.attention.value, s.value))
      if (il + 1) % 4 != 0 {
        s.rotate(by: rotation, w.shape)
      }
      s.store(layer: il, w.shape)
      s.attend(layer: il, w.shape)
      s.addToResidual(w.attention.output, s.attended)

      s.normalize(s.residual, by: w.feedForwardNorm, into: s.normed)
      s.projectGated(s.normed, gate: w.feedForward.gate, up: w.feedForward.up, .silu)
      s.addToResidual(w.feedForward.down, s.hidden)
    }
  }
}
