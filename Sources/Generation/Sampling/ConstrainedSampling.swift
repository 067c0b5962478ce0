// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding

/// When the grammar has its say: before the filters (top-k, top-p, min-p) or after them.
///
/// Let p be the model's probabilities, A the set of allowed tokens and F the filters. Without filters both give
/// p(x) / p(A): a draw that is refused and drawn again from A adds p(not A) · p(x) / p(A) to p(x). With filters they differ
/// where F cuts into A on account of tokens outside it.
package enum ConstrainedSampling: Sendable, Hashable {
  /// Draws from F(p) and checks that token; where it is refused, draws from F(p restricted to A). The probability of x in A
  /// is F(p)(x) + F(p)(not A) · F(p|A)(x): what the filters keep beside refused tokens counts more than in `exact`.
  /// Where the grammar leaves only few tokens, it restricts first all the same, since then only their logits are computed.
  ///
  /// Most tokens pass, and the check of one costs a small part of what the set of all allowed tokens costs.
  case checked
  /// Always draws from F(p restricted to A).
  case exact
}

extension Sampler {
  /// The next token under a grammar; nil when nothing is allowed or the logits are not numbers.
  ///
  /// - Parameters:
  ///   - logits: (vocabularySize), penalised.
  ///   - allows: whether one token may come.
  ///   - avoids: whether a token that may come is taken only where others are no better; it is tried for a few.
  ///   - mask: all tokens that may come, after one that was chosen was refused; nil for all. Asked for when needed.
  mutating func choose(
    _ logits: UnsafeMutableBufferPointer<Float>, _ mode: ConstrainedSampling, allows: (Int32) -> Bool,
    avoids: (Int32) -> Bool = { _ in false }, mask: (_ refused: Int32?) -> TokenMask?
  ) -> Int32? {
    var (refused, second): (Int32?, Int32?)
    switch mode {
    case .exact: break
    case .checked:
      guard let first = sample(logits) else { return nil }
      if allows(first) {
        if !avoids(first) { return first }
        second = first
      }
      refused = first
    }
    while true {
      guard var allowed = mask(refused) else { return second ?? sample(logits) }
      var avoided = 0
      // A text of very many readings may drop some on the way, and with them a token that each reading by itself allows.
      while let token = sample(logits, mask: allowed) {
        if allows(token) {
          if avoided == 8 || !avoids(token) { return token }
          second = second ?? token
          avoided += 1
        }
        allowed[Int(token)] = false
      }
      // What follows from the refused token is a preference.
      if refused == nil || second != nil { return second }
      refused = nil
    }
  }
}
