// SPDX-License-Identifier: Apache-2.0

/// What a layer's attention looks like.
package struct AttentionShape: Sendable {
  package var headCount: Int
  package var headCountKV: Int
  package var keyLength: Int
  package var valueLength: Int
  /// Factor of the scores, usually 1/√keyLength.
  package var scale: Float
  /// Key j is visible from i when i − j < window; 0 for no window.
  package var window: Int
  /// s = cap · tanh(s / cap); 0 for none.
  package var softCap: Float

  package init(
    headCount: Int, headCountKV: Int, keyLength: Int, valueLength: Int, scale: Float, window: Int = 0,
    softCap: Float = 0
  ) {
    self.headCount = headCount
    self.headCountKV = headCountKV
    self.keyLength = keyLength
    self.valueLength = valueLength
    self.scale = scale
    self.window = window
    self.softCap = softCap
  }

  /// Query heads that share a KV head.
  package var groupSize: Int { headCount / headCountKV }

  /// The KV heads that are a worker's own where there is one token.
  package func ownHeads(of worker: Worker) -> Range<Int> { worker.share(of: headCountKV) }

  /// Whether each worker attends over its own heads alone, so that it may begin when it has stored them: where one token
  /// sees no more than one block of 128 positions, and the heads that share keys fit one tile.
  package func isAttendedByOwners(position: Int, tokens: Int) -> Bool {
    tokens == 1 && groupSize <= TileSplit.widest && firstVisible(position) / 128 == position / 128
  }

  /// The first position that a token at `position` sees.
  func firstVisible(_ position: Int) -> Int { window > 0 ? max(0, position &- window &+ 1) : 0 }
}
