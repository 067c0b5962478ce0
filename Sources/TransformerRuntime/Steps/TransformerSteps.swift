// SPDX-License-Identifier: Apache-2.0
import Kernels

/// The steps of which a forward pass is composed.
///
/// An architecture is written once over these; ``KernelSteps`` runs them on all workers at the same time,
/// ``ReferenceSteps`` as plain loops. Every step works on all tokens of the current chunk. The views below are the
/// intermediate values of a block; a step may overwrite any of them except `residual`, which blocks add to.
///
/// Steps order themselves: a step sees everything that earlier steps wrote. An architecture places no barriers.
protocol TransformerSteps {
  /// The stream of the model's width that blocks add to.
  var residual: Activation { get }
  /// Input of a block's projections.
  var normed: Activation { get }
  var query: Activation { get }
  var key: Activation { get }
  var value: Activation { get }
  /// Query, key and value side by side in one row.
  var queryKeyValue: Activation { get }
  /// Output of the attention, all heads.
  var attended: Activation { get }
  var gate: Activation { get }
  var up: Activation { get }
  /// Gate and up side by side in one row.
  var gateUp: Activation { get }
  /// Activated feed-forward values.
  var hidden: Activation { get }

  /// B, C and X of a short convolution, side by side in one row.
  var convolution: Activation { get }
  /// Output of a short convolution.
  var mixed: Activation { get }

  /// residual = scale · embedding row of each token.
  func embed(_ table: Linear, scale: Float)

  /// residual += row of each token's position.
  func addPositions(_ table: Linear)

  /// y = norm(x), row by row; without a norm, y = x.
  func normalize(_ x: Activation, by norm: Norm?, into y: Activation)

  /// Norms query and key in place, each run of as many elements as the norm has: a head, or the whole row.
  func normalizeHeads(query: Norm, key: Norm, _ shape: AttentionShape)

  /// y = W·x + b.
  func project(_ x: Activation, _ a: Product)

  /// Several projections of the same rows.
  func project(_ x: Activation, _ a: Product, _ b: Product)
  func project(_ x: Activation, _ a: Product, _ b: Product, _ c: Product)

  /// Rotates each head of query and key by its token's position, in place.
  func rotate(by rotation: Rotation, _ shape: AttentionShape)

  /// Appends `key` and `value` of the chunk to the cache of `layer`.
  func store(layer: Int, _ shape: AttentionShape)

  /// attended = attention of `query` over the cache of `layer`, this chunk included.
  func attend(layer: Int, _ shape: AttentionShape)

  /// hidden = activation(gate) · up.
  func activate(_ activation: GatedActivation)

  /// gate = W·x + b, up = V·x + c, hidden = activation(gate) · up.
  func projectGated(_ x: Activation, gate: Linear, up: Linear, _ activation: GatedActivation)

  /// hidden = activation(up)
  func activateUngated(_ activation: GatedActivation)

  /// residual += mixture of experts of x.
  func mix(_ x: Activation, _ w: MixtureWeights)

  /// Multiplies each query by the factor of its token's position, in place; between `rotate` and `store`.
  func scaleQueries(by temperature: QueryTemperature, _ shape: AttentionShape)

  /// mixed = C ⊙ conv(B ⊙ X), over this and the tokens before.
  func convolve(layer: Int, _ taps: ConvolutionTaps)

  /// residual += scale · (W·x + b), with a norm on the product if there is one after the block.
  func addToResidual(_ w: Linear, _ x: Activation, normedBy norm: Norm?, scale: Float)
}

extension TransformerSteps {
  func projectGated(_ x: Activation, gate: Linear, up: Linear, _ activation: GatedActivation) {
    project(x, (gate, self.gate), (up, self.up))
    activate(activation)
  }

  /// residual += W·x + b
  func addToResidual(_ w: Linear, _ x: Activation) { addToResidual(w, x, normedBy: nil, scale: 1) }
}

/// A matrix and where its product goes.
typealias Product = (w: Linear, y: Activation)

/// The function on the gate of a feed-forward layer.
enum GatedActivation {
  /// x·σ(x): SwiGLU.
  case silu
  /// The tanh form of GELU: GeGLU.
  case gelu
}

/// Which of the model's rotations a layer uses, and on which pairs.
struct Rotation {
  /// Index into the architecture's list of frequencies.
  var table: Int
  var style: RopeStyle
}
