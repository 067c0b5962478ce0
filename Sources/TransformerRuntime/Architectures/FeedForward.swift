// SPDX-License-Identifier: Apache-2.0

/// The second half of a block, for architectures that come with and without experts.
enum FeedForward {
  case dense(FeedForwardWeights)
  case mixture(MixtureWeights)

  init(_ h: Hyperparameters, _ tensors: TensorLoader, block: Int) throws(ModelError) {
    self =
      h.expertCount > 0
      ? .mixture(try MixtureWeights(h, tensors, block: block))
      : .dense(try FeedForwardWeights(h, tensors, block: block))
  }
}

extension TransformerSteps {
  /// residual += feed-forward of `normed`, with SwiGLU.
  func feedForward(_ w: FeedForward) {
    switch w {
    case .dense(let w):
      projectGated(normed, gate: w.gate, up: w.up, .silu)
      addToResidual(w.down, hidden)
    case .mixture(let w): mix(normed, w)
    }
  }
}
