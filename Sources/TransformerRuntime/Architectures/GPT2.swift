// SPDX-License-Identifier: Apache-2.0
import Kernels

/// GPT-2.
///
/// LayerNorm with bias before attention and feed-forward, learned positions instead of rotations, query, key and value in
/// one matrix, a feed-forward layer without gate, biases everywhere.
///
/// - Source: Radford et al., Language Models are Unsupervised Multitask Learners.
struct GPT2: Architecture, @unchecked Sendable {
  /// The weights of one block.
  struct Block {
    let attentionNorm: Norm
    let queryKeyValue: Linear
    let attentionOutput: Linear
    let feedForwardNorm: Norm
    let up: Linear
    let down: Linear
    let shape: AttentionShape
  }

  let embedding: Linear
  /// One row for each position of the longest context.
  let positions: Linear
  let blocks: UnsafeBufferPointer<Block>
  let output: OutputHead

  static func adjust(_ h: inout Hyperparameters, _ reader: HyperparameterReader) throws(ModelError) {
    h.normEpsilon = try reader.requiredNumber("attention.layer_norm_epsilon", in: 0...1)
    h.normKind = .layer
    try h.requireAttentionInEveryBlock(reader)
    try h.requireEqualBlocks(reader)
  }

  init(_ h: Hyperparameters, _ tensors: TensorLoader) throws(ModelError) {
    embedding = try tensors.embedding(h)
    positions = try tensors.linear(
      "position_embd", rows: h.contextLength, columns: h.embeddingLength, isLookedUp: true)
    var blocks: [Block] = []
    for il in 0..<h.blockCount {
      let (width, inner) = (h.embeddingLength, h.feedForwardLength)
      blocks.append(
        Block(
          attentionNorm: try tensors.norm("blk.\(il).attn_norm", h),
          queryKeyValue: try tensors.linear(
            "blk.\(il).attn_qkv", rows: h.queryLength + 2 * h.keyLength(il), columns: width),
          attentionOutput: try tensors.linear("blk.\(il).attn_output", rows: width, columns: h.queryLength),
          feedForwardNorm: try tensors.norm("blk.\(il).ffn_norm", h),
          up: try tensors.linear("blk.\(il).ffn_up", rows: inner, columns: width),
          down: try tensors.linear("blk.\(il).ffn_down", rows: width, columns: inner),
          shape: AttentionShape(h, block: il)))
    }
    self.blocks = tensors.storage.list(blocks)
    output = try OutputHead(h, tensors, embedding: embedding)
  }

  func frequencies(contextLength: Int) -> [RotaryFrequencies] { [] }

  func evaluate<Steps: TransformerSteps>(_ s: Steps) {
    s.embed(embedding, scale: 1)
    s.addPositions(positions)
    for (il, w) in blocks.enumerated() {
      s.normalize(s.residual, by: w.attentionNorm, into: s.normed)
      s.project(s.normed, (w.queryKeyValue, s.queryKeyValue))
      s.store(layer: il, w.shape)
      s.attend(layer: il, w.shape)
      s.addToResidual(w.attentionOutput, s.attended)

      s.normalize(s.residual, by: w.feedForwardNorm, into: s.normed)
      s.project(s.normed, (w.up, s.up))
      s.activateUngated(.gelu)
      s.addToResidual(w.down, s.hidden)
    }
  }
}
