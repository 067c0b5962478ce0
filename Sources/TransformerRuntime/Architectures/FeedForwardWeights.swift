// SPDX-License-Identifier: Apache-2.0

/// The three matrices of a gated feed-forward layer: down · (activation(gate·x) ⊙ up·x).
struct FeedForwardWeights {
  let gate: Linear
  let up: Linear
  let down: Linear

  init(_ h: Hyperparameters, _ tensors: TensorLoader, block: Int) throws(ModelError) {
    let prefix = "blk.\(block)"
    let (width, inner) = (h.embeddingLength, h.feedForwardLength)
    gate = try tensors.linear("\(prefix).ffn_gate", rows: inner, columns: width)
    up = try tensors.linear("\(prefix).ffn_up", rows: inner, columns: width)
    down = try tensors.linear("\(prefix).ffn_down", rows: width, columns: inner)
  }
}
