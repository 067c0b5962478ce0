// SPDX-License-Identifier: Apache-2.0
import Kernels

/// Granite 3, dense.
///
/// As Llama with four scales: of the embedding, of what each block adds to the residual, of the attention scores, and of
/// the logits.
///
/// - Source: Granite Team, Granite 3.0 Language Models; Yang et al., Tensor Programs V (muP).
struct Granite: Architecture, @unchecked Sendable {
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
  let rotates: Bool
  let embeddingScale: Float
  let residualScale: Float

  static func adjust(_ h: inout Hyperparameters, _ reader: HyperparameterReader) throws(ModelError) {
    try h.requireNormEpsilon(reader)
    try h.requireAttentionInEveryBlock(reader)
    let scales: ClosedRange<Float> = 1e-6...1e6
    h.embeddingScale = try reader.number("embedding_scale", in: scales) ?? 1
    h.residualScale = try reader.number("residual_scale", in: scales) ?? 1
    h.logitScale = try reader.number("logit_scale", in: scales) ?? 1
    h.rope.isUsed = try reader.bool("rope.scaling.finetuned") ?? true
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
    rotates = h.rope.isUsed
    embeddingScale = h.embeddingScale
    residualScale = h.residualScale
  }

  func frequencies(contextLength: Int) -> [RotaryFrequencies] { [rotary] }

  func evaluate<Steps: TransformerSteps>(_ s: Steps) {
    let rotation = Rotation(table: 0, style: .adjacent)
    s.embed(embedding, scale: embeddingScale)
    for (il, w) in blocks.enumerated() {
      s.normalize(s.residual, by: w.attentionNorm, into: s.normed)
      s.project(s.normed, (w.attention.query, s.query), (w.attention.key, s.key), (w.attention.value, s.value))
      if rotates {
        s.rotate(by: rotation, w.shape)
      }
      s.store(layer: il, w.shape)
      s.attend(layer: il, w.shape)
      s.addToResidual(w.attention.output, s.attended, normedBy: nil, scale: residualScale)

      s.normalize(s.residual, by: w.feedForwardNorm, into: s.normed)
      s.projectGated(s.normed, gate: w.feedForward.gate, up: w.feedForward.up, .silu)
      s.addToResidual(w.feedForward.down, s.hidden, normedBy: nil, scale: residualScale)
    }
  }
}
