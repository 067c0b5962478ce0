// SPDX-License-Identifier: Apache-2.0
import Kernels

/// How a model is loaded.
package struct ModelLoadOptions: Sendable, Hashable {
  /// Worker threads; nil takes one for each core that the process may use.
  package var threads: Int?
  /// Tokens of prompt and answer together; nil takes 4,096 or the model's own limit if that is less, 0 the model's limit.
  package var contextLength: Int?
  /// Whether weights are interleaved for speed; without it they stay in the file's mapping.
  package var repack = true
  /// The path of a low-rank adapter (LoRA) in GGUF that is added to the weights.
  package var adapter: String?
  /// What the model's contexts keep keys and values as.
  package var cacheType = CacheType.f16
  /// Runs the readable float reference instead of the kernels; for tests.
  package var usesReference = false

  package init() {}
}

/// What a caller hears while a model loads.
package struct LoadProgress: Sendable, Hashable {
  /// From 0 to 1.
  package var fraction: Double
}
