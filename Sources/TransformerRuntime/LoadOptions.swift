// SPDX-License-Identifier: Apache-2.0

/// How a model is loaded.
package struct LoadOptions: Sendable {
  /// Brings weights into the interleaved layout; false decodes from the mapping, for machines short of memory.
  package var repack = true
  /// Computes with plain loops over dequantised weights, on one thread, with keys and values in f32.
  package var useReferenceKernels = false

  package init(repack: Bool = true, useReferenceKernels: Bool = false) {
    self.repack = repack
    self.useReferenceKernels = useReferenceKernels
  }
}
