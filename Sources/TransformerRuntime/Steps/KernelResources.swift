// SPDX-License-Identifier: Apache-2.0
import Kernels

/// What the workers of a forward pass read and write: plain pointers, captured once when a context is made, so that a
/// pass counts no references.
struct KernelResources {
  var buffers: StepBuffers
  /// One row for each worker, for steps on a single token that every worker does for itself.
  var ownNormed: UnsafePointer<Activation>
  /// One for each block.
  var caches: UnsafePointer<CacheView>
  var rotations: UnsafeBufferPointer<Unmanaged<RopeTable>>
  var scratch: Unmanaged<AttentionScratch>
  /// One for each product of a step, for values between the two factors of an adapter's change; nil without an adapter.
  var low: UnsafePointer<Activation>?
  /// Inputs of one expert; nil without mixtures.
  var expertInput: Activation?
  /// Nil without short convolutions.
  var products: ConvolutionHistory?
}

/// What one run of the workers is to do.
struct KernelJob {
  /// The chunk; nil computes logits of a row of the chunk before.
  var tokens: UnsafePointer<Int32>?
  var count = 0
  /// Position of the chunk's first token.
  var position = 0
  /// The token whose logits are wanted, as a number of tokens before the chunk's last.
  var back = 0
  /// How many tokens' logits are wanted, up to that one.
  var rows = 1
  /// Where logits go, (rows, vocabularySize); nil computes none.
  var logits: UnsafeMutableBufferPointer<Float>?
  /// The tokens whose logits are wanted; nil for all.
  var chosen: UnsafeBufferPointer<Int32>?
}
