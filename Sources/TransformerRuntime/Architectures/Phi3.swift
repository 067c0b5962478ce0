// SPDX-License-Identifier: Apache-2.0
import Kernels

/// Phi-3, Phi-3.5 and Phi-4, dense.
///
/// As Llama with query, key and value in one matrix, gate and up in another, and rotary pairs in halves that may cover
/// only the first part of a head. Files of long-context models hold two lists of divisors of the rotary frequencies: the
/// short list serves contexts within the original length, the long one larger contexts.
///
/// - Source: Abdin et al., Phi-3 Technical Report; Ding et al., LongRoPE.
struct Phi3: Architecture, @unchecked Sendable {
  /// The weights of one block.
  struct Block {
    let attentionNorm: Norm
    let queryKeyValue: Linear
    let attentionOutput: Linear
    let feedForwardNorm: Norm
    let gateUp: Linear
    let down: Linear
    let shape: AttentionShape
  }

  let embedding: Linear
  let blocks: UnsafeBufferPointer<Block>
  let output: OutputHead
  let rope: RopeParameters
  let longDivisors: [Float]?
  let shortDivisors: [Float]?

  static func adjust(_ h: inout Hyperparameters, _ reader: HyperparameterReader) throws(ModelError) {
    try h.requireNormEpsilon(reader)
    try h.requireAttentionInEveryBlock(reader)
    try h.requireEqualBlocks(reader)
    // The window of these models is not applied by other engines either.
    h.slidingWindow = nil
  }

  init(_ h: Hyperparameters, _ tensors: TensorLoader) throws(ModelError) {
    embedding = try tensors.embedding(h)
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
          gateUp: try tensors.linear("blk.\(il).ffn_up", rows: 2 * inner, columns: width),
          down: try tensors.linear("blk.\(il).ffn_down", rows: width, columns: inner),
          shape: AttentionShape(h, block: il)))
    }
    self.blocks = tensors.storage.list(blocks)
    output = try OutputHead(h, tensors, embedding: embedding)
    rope = h.rope
    longDivisors = try tensors.divisors("rope_factors_long.weight", count: h.rope.dimensionCount / 2)
    shortDivisors = try tensors.divisors("rope_factors_short.weight", count: h.rope.dimensionCount / 2)
  }

  func frequencies(contextLength: Int) -> [RotaryFrequencies] {
    var divisors = shortDivisors
    if case .longrope(let original) = rope.scaling, contextLength > original { divisors = longDivisors }
    return [RotaryFrequencies(rope, divisors: divisors)]
  }

  func evaluate<Steps: TransformerSteps>(_ s: Steps) {
    let rotation = Rotation(table: 0, style: .halves)
    s.embed(embedding, scale: 1)
    for (il, w) in blocks.enumerated() {
      s.normalize(s.residual, by: w.attentionNorm, into: s.normed)
      s.project(s.normed, (w.queryKeyValue, s.queryKeyValue))
      s.rotate(by: rotation, w.shape)
      s.store(layer: il, w.shape)
      s.attend(layer: il, w.shape)
      s.addToResidual(w.attentionOutput, s.attended)

      s.normalize(s.residual, by: w.feedForwardNorm, into: s.normed)
      s.project(s.normed, (w.gateUp, s.gateUp))
      s.activate(.silu)
      s.addToResidual(w.down, s.hidden)
    }
  }
}
