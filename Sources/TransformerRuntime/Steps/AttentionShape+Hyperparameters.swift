// SPDX-License-Identifier: Apache-2.0
import Kernels

extension AttentionShape {
  /// The attention of one block; `window` nil sees every earlier token.
  init(_ h: Hyperparameters, block: Int, window: Int? = nil) {
    self.init(
      headCount: h.headCount, headCountKV: h.headCountKV[block], keyLength: h.headLength, valueLength: h.headLength,
      scale: h.scoreScale, window: window ?? 0, softCap: h.attentionLogitSoftcap ?? 0)
  }
}
