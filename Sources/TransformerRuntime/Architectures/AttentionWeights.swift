// SPDX-License-Identifier: Apache-2.0

/// The four projections of an attention layer, stored apart.
struct AttentionWeights {
  let query: Linear
  let key: Linear
  let value: Linear
  let output: Linear

  init(_ h: Hyperparameters, _ tensors: TensorLoader, block: Int) throws(ModelError) {
    let prefix = "blk.\(block)"
    let (width, keyLength) = (h.embeddingLength, h.keyLength(block))
    query = try tensors.linear("\(prefix).attn_q", rows: h.queryLength, columns: width)
    key = try tensors.linear("\(prefix).attn_k", rows: keyLength, columns: width)
    value = try tensors.linear("\(prefix).attn_v", rows: keyLength, columns: width)
    output = try tensors.linear("\(prefix).attn_output", rows: width, columns: h.queryLength)
  }
}
