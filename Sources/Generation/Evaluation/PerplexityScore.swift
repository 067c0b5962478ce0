// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Sums over the tokens of a text that have been scored.
///
///     PPL = exp(mean nll),  its standard error = PPL · √((mean nll² − (mean nll)²) / (n − 1))
///
/// nll is −log p(token | those before it in the window), in nats.
/// - Source: the perplexity tool of llama.cpp.
package struct PerplexityScore: Sendable, Equatable {
  package private(set) var count = 0
  private var sum = 0.0
  private var squares = 0.0

  package init() {}

  package mutating func add(_ loss: Double) {
    count += 1
    sum += loss
    squares += loss * loss
  }

  /// Nats a token; 0 of no tokens.
  package var mean: Double { count == 0 ? 0 : sum / Double(count) }

  /// Of the mean; 0 of fewer than two tokens.
  package var standardErrorOfMean: Double {
    guard count > 1 else { return 0 }
    let variance = squares / Double(count) - mean * mean
    return variance > 0 ? (variance / Double(count - 1)).squareRoot() : 0
  }

  package var perplexity: Double { exp(mean) }
  package var standardError: Double { standardErrorOfMean * perplexity }
}
