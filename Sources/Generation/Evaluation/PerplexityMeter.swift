// SPDX-License-Identifier: Apache-2.0
import Foundation
import Kernels
import Tokenization
import TransformerRuntime

/// Scores windows of a text with a context of its own.
package final class PerplexityMeter {
  /// Rows of logits that are computed together.
  private static let rowLimit = 64

  private let context: InferenceContext
  private let rows: UnsafeMutableBufferPointer<Float>

  /// - Throws: `ModelError` where the model takes no window of this length, or there is no memory.
  package init(_ model: TransformerModel, windowLength: Int, cacheType: CacheType = .f16) throws(ModelError) {
    context = try InferenceContext(model: model, contextLength: windowLength, cacheType: cacheType)
    rows = .allocate(capacity: Self.rowLimit * context.logits.count)
    rows.initialize(repeating: 0)
  }

  deinit { rows.deallocate() }

  /// −log p of each token of the window's second half, given those before it: the tokens behind position n/2.
  ///
  /// - Parameter shouldContinue: asked before each pass.
  /// - Throws: `ModelError`; `cancelled` when `shouldContinue` said no.
  package func losses(of window: [TokenID], shouldContinue: () -> Bool = { true }) throws(ModelError) -> [Double] {
    context.truncate(to: 0)
    // Position j predicts the token at j + 1.
    let scored = window.count / 2..<window.count - 1
    var losses: [Double] = []
    losses.reserveCapacity(scored.count)
    var start = 0
    while start < window.count {
      let end = min(start + InferenceContext.chunkLength, window.count)
      try context.append(Array(window[start..<end]), wantsLogits: false, shouldContinue: shouldContinue)
      let part = scored.clamped(to: start..<end)
      var first = part.lowerBound
      while first < part.upperBound {
        let count = min(Self.rowLimit, part.upperBound - first)
        context.computeLogits(count: count, back: end - first - count, into: rows)
        let length = context.logits.count
        for row in 0..<count {
          let logits = UnsafeBufferPointer(rebasing: rows[row * length..<(row + 1) * length])
          losses.append(Self.loss(logits, Int(window[first + row + 1])))
        }
        first += count
      }
      start = end
    }
    return losses
  }

  /// log Σ exp(logit) − logit of the token.
  static func loss(_ logits: UnsafeBufferPointer<Float>, _ token: Int) -> Double {
    let top = logits.max() ?? 0
    var sum = 0.0
    for logit in logits { sum += Double(expf(logit - top)) }
    return Double(top) + log(sum) - Double(logits[token])
  }
}
