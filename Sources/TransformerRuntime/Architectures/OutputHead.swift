// SPDX-License-Identifier: Apache-2.0
import Glibc

/// From the last residual row to logits: norm, projection to the vocabulary, scale and soft cap.
struct OutputHead {
  let norm: Norm
  let projection: Linear
  /// Divides the logits.
  let scale: Float
  let softcap: Float?

  /// - Parameter embedding: serves as the projection of a file that has no `output.weight`.
  init(_ h: Hyperparameters, _ tensors: TensorLoader, embedding: Linear, norm name: String = "output_norm")
    throws(ModelError)
  {
    norm = try tensors.norm(name, h)
    projection =
      tensors.has("output.weight")
      ? try tensors.linear("output", rows: h.vocabularySize, columns: h.embeddingLength) : embedding
    scale = h.logitScale
    softcap = h.finalLogitSoftcap
  }
}

extension OutputHead {
  /// Whether raw logits are not yet what the model means.
  var changesLogits: Bool { scale != 1 || softcap != nil }

  /// Scales and caps raw logits in place.
  @inline(__always)
  func finish(_ logits: UnsafeMutableBufferPointer<Float>) {
    if scale != 1 { for i in logits.indices { logits[i] /= scale } }
    if let softcap { for i in logits.indices { logits[i] = softcap * tanhf(logits[i] / softcap) } }
  }
}
