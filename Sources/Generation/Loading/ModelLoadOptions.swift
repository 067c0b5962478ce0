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
  /// Whether the file is mapped; without it its bytes are copied, for files that may change while they are used.
  package var maps = true
  /// Whether every weight is looked at before the model is used.
  package var checksTensors = false
  /// The path of a low-rank adapter (LoRA) in GGUF that is added to the weights.
  package var adapter: String?
  /// What the model's contexts keep keys and values as.
  package var cacheType = CacheType.f16
  /// Runs the readable float reference instead of the kernels, to check them.
  package var usesReference = false

  package init() {}
}

/// What a caller hears while a model loads.
package struct LoadProgress: Sendable, Hashable {
  /// What is being done; each stage goes from 0 to 1.
  package enum Stage: Sendable, Hashable {
    /// Copying the file, where it is not mapped.
    case reading
    case checking
    /// Bringing the weights into the layout of their kernels.
    case preparing
  }

  package var stage = Stage.preparing
  /// From 0 to 1.
  package var fraction: Double
}
