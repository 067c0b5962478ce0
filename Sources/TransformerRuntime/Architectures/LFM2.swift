// SPDX-License-Identifier: Apache-2.0
import Kernels

/// LFM2.
///
/// Most blocks mix tokens by a short gated convolution, y = out(C ⊙ conv(B ⊙ X)) with (B, C, X) = in(x), the others by
/// grouped-query attention with a norm on each head; a block with 0 key heads is of the first kind.
///
/// - Source: Liquid AI, LFM2 Technical Report.
struct LFM2: Architecture, @unchecked Sendable {
  /// The weights of one block.
  struct Block {
    let norm: Norm
    let mixer: Mixer
    let feedForwardNorm: Norm
    let feedForward: FeedForwardWeights
  }

  /// How a block mixes tokens.
  enum Mixer {
    case convolution(input: Linear, taps: ConvolutionTaps, output: Linear)
    case attention(AttentionWeights, queryNorm: Norm, keyNorm: Norm, AttentionShape)
  }

  let embedding: Linear
  let blocks: UnsafeBufferPointer<Block>
  let output: OutputHead
  let rotary: RotaryFrequencies

  static func adjust(_ h: inout Hyperparameters, _ reader: HyperparameterReader) throws(ModelError) {
    try h.requireNormEpsilon(reader)
    h.convolutionLength = try reader.requiredInteger("shortconv.l_cache", in: 1...64)
    h.slidingWindow = nil
    let counts = h.headCountKV.filter { $0 > 0 }
    guard let first = counts.first, counts.allSatisfy({ $0 == first }) else {
      let kind = ModelError.Kind.unsupportedValue(found: "\(h.headCountKV)", supported: "one count beside 0")
      throw ModelError(kind, reader.key("attention.head_count_kv"))
    }
  }

  init(_ h: Hyperparameters, _ tensors: TensorLoader) throws(ModelError) {
    embedding = try tensors.embedding(h)
    var blocks: [Block] = []
    for il in 0..<h.blockCount {
      blocks.append(
        Block(
          norm: try tensors.norm("blk.\(il).attn_norm", h),
          mixer: h.headCountKV[il] == 0
            ? try Self.convolution(h, tensors, block: il)
            : .attention(
              try AttentionWeights(h, tensors, block: il),
              queryNorm: try tensors.norm("blk.\(il).attn_q_norm", count: h.headLength, epsilon: h.normEpsilon),
              keyNorm: try tensors.norm("blk.\(il).attn_k_norm", count: h.headLength, epsilon: h.normEpsilon),
              AttentionShape(h, block: il)),
          feedForwardNorm: try tensors.norm("blk.\(il).ffn_norm", h),
          feedForward: try FeedForwardWeights(h, tensors, block: il)))
    }
    self.blocks = tensors.storage.list(blocks)
    output = try OutputHead(h, tensors, embedding: embedding, norm: "token_embd_norm")
    rotary = RotaryFrequencies(h.rope)
  }

  private static func convolution(
    _ h: Hyperparameters, _ tensors: TensorLoader, block il: Int
  ) throws(ModelError) -> Mixer {
    let width = h.embeddingLength
    return .convolution(
      input: try tensors.linear("blk.\(il).shortconv.in_proj", rows: 3 * width, columns: width),
      taps: ConvolutionTaps(
        weights: try tensors.table("blk.\(il).shortconv.conv.weight", rows: width, columns: h.convolutionLength),
        length: h.convolutionLength),
      output: try tensors.linear("blk.\(il).shortconv.out_proj", rows: width, columns: width))
  }

  func frequencies(contextLength: Int) -> [RotaryFrequencies] { [rotary] }

  func evaluate<Steps: TransformerSteps>(_ s: Steps) {
    let rotation = Rotation(table: 0, style: .halves)
    s.embed(embedding, scale: 1)
    for (il, w) in blocks.enumerated() {
      s.normalize(s.residual, by: w.norm, into: s.normed)
      switch w.mixer {
      case .convolution(let input, let taps, let output):
        s.project(s.normed, (input, s.convolution))
        s.convolve(layer: il, taps)
        s.addToResidual(output, s.mixed)
      case .attention(let attention, let queryNorm, let keyNorm, let shape):
        s.project(s.normed, (attention.query, s.query), (attention.key, s.key), (attention.value, s.value))
        s.normalizeHeads(query: queryNorm, key: keyNorm, shape)
        s.rotate(by: rotation, shape)
        s.store(layer: il, shape)
        s.attend(layer: il, shape)
        s.addToResidual(attention.output, s.attended)
      }

      s.normalize(s.residual, by: w.feedForwardNorm, into: s.normed)
      s.projectGated(s.normed, gate: w.feedForward.gate, up: w.feedForward.up, .silu)
      s.addToResidual(w.feedForward.down, s.hidden)
    }
  }
}
