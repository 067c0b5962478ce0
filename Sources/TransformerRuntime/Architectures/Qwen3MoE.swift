// SPDX-License-Identifier: Apache-2.0
import Kernels

/// Qwen3 with a mixture of experts in every block, such as Qwen3-30B-A3B.
///
/// As Qwen3: norms on each query and key head, rotary pairs in halves.
///
/// - Source: Yang et al., Qwen3 Technical Report.
struct Qwen3MoE: Architecture, @unchecked Sendable {
  /// The weights of one block.
  struct Block {
    let attentionNorm: Norm
    let attention: AttentionWeights
    let queryNorm: Norm
    let keyNorm: Norm
    let feedForwardNorm: Norm
    let mixture: MixtureWeights
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
    guard h.expertCount > 0 else { throw ModelError(.missingKey, reader.key("expert_count")) }
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
          queryNorm: try tensors.norm("blk.\(il).attn_q_norm", count: h.headLength, epsilon: h.normEpsilon),
          keyNorm: try tensors.norm("blk.\(il).attn_k_norm", count: h.headLength, epsilon: h.normEpsilon),
          feedForwardNorm: try tensors.norm("blk.\(il).ffn_norm", h),
          mixture: try MixtureWeights(h, tensors, block: il),
          shape: AttentionShape(h, block: il)))
    }
    self.blocks = tensors.storage.list(blocks)
    output = try OutputHead(h, tensors, embedding: embedding)
    rotary = RotaryFrequencies(h.rope)
  }

  func frequencies(contextLength: Int) -> [RotaryFrequencies] { [rotary] }

  func evaluate<Steps: TransformerSteps>(_ s: Steps) {
    let rotation = Rotation(table: 0, style: .halves)
    s.embed(embedding, scale: 1)
    for (il, w) in blocks.enumerated() {
      s.normalize(s.residual, by: w.attentionNorm, into: s.normed)
      s.project(s.normed, (w.attention.query, s.query), (w.attention.key, s.key), (w.attention.value, s.value))
      s.normalizeHeads(query: w.queryNorm, key: w.keyNorm, w.shape)
      s.rotate(by: rotation, w.shape)
      s.store(layer: il, w.shape)
      s.attend(layer: il, w.shape)
      s.addToResidual(w.attention.output, s.attended)

      s.normalize(s.residual, by: w.feedForwardNorm, into: s.normed)
      s.mix(s.normed, w.mixture)
    }
  }
}
