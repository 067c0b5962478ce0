// SPDX-License-Identifier: Apache-2.0

/// Says how much to draft, by what became of the drafts before.
///
/// A pass over a drafted token more costs a part of a pass (`cost`) and saves a whole one if the token is taken. Where drafts
/// lose on the average none are made for a while, and each time for longer, so that a text that repeats nothing is written
/// at the speed that it has without drafts.
struct DraftPace {
  /// Taken from `kernel-bench`, whose products of eight columns take some twice the time of one; not measured of whole passes.
  static let cost = 0.15
  static let shortestPause = 8
  static let longestPause = 256
  /// The weight of the latest draft in the average.
  private static let weight = 0.25

  /// Most tokens of a draft.
  let most: Int
  /// Passes saved by a draft less what it cost, on the average.
  private var gain = 0.5
  private var pause = shortestPause
  /// Tokens that still come without a draft.
  private var rest = 0

  init(most: Int) { self.most = most }

  /// Tokens to draft now, 0 in a pause; called before each token.
  mutating func next() -> Int {
    if rest == 0 { return most }
    rest -= 1
    return 0
  }

  /// Of `drafted` tokens the model took the first `accepted`.
  mutating func settle(drafted: Int, accepted: Int) {
    gain += Self.weight * (Double(accepted) - Self.cost * Double(drafted) - gain)
    if gain > 0 {
      if accepted == drafted { pause = Self.shortestPause }
      return
    }
    rest = pause
    pause = min(2 * pause, Self.longestPause)
    // One draft that is taken shows that the text has changed.
    gain = 0
  }
}
