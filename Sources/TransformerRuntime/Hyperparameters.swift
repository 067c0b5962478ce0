// SPDX-License-Identifier: Apache-2.0

/// The shape of a model, read from the metadata of its file and checked.
///
/// Names follow the GGUF keys (`attention.head_count_kv` is `headCountKV`). Every count is within the limits of
/// ``HyperparameterReader``, so that products of two of them cannot overflow.
package struct Hyperparameters: Sendable {
  package var architecture: String
  package var vocabularySize: Int
  package var contextLength: Int
  package var embeddingLength: Int
  package var blockCount: Int

  /// Width of the feed-forward layer.
  package var feedForwardLength: Int
  package var headCount: Int
  /// Key and value heads, per block; 0 for a block without attention.
  package var headCountKV: [Int]
  /// Elements of one query, key or value head.
  package var headLength: Int
  package var normEpsilon: Float
  package var normKind = NormKind.rootMeanSquare

  package var rope: RopeParameters
  /// Positions that a local layer sees, itself included; nil when every layer sees everything.
  package var slidingWindow: Int?

  /// Experts of each mixture, and how many of them a token uses; 0 without mixtures. `feedForwardLength` is then that of
  /// one expert.
  package var expertCount = 0
  package var expertUsedCount = 0
  /// Multiplies the weights of a token's experts.
  package var expertWeightScale: Float = 1

  /// Taps of the short convolutions; 0 without them.
  package var convolutionLength = 0

  /// Replaces 1/√headLength in front of the attention scores.
  package var attentionScale: Float?
  /// How queries grow with their position; nil where they do not.
  var queryTemperature: QueryTemperature?
  package var embeddingScale: Float = 1
  package var residualScale: Float = 1
  /// Divides the logits.
  package var logitScale: Float = 1
  /// Logits become c·tanh(logits/c).
  package var finalLogitSoftcap: Float?
  package var attentionLogitSoftcap: Float?

  /// Elements of all query heads of a token.
  package var queryLength: Int { headCount * headLength }
  /// Elements of all key heads of a token in `block`.
  package func keyLength(_ block: Int) -> Int { headCountKV[block] * headLength }
  package var greatestKeyLength: Int { (headCountKV.max() ?? 0) * headLength }
  /// The factor in front of the attention scores.
  package var scoreScale: Float { attentionScale ?? 1 / Float(headLength).squareRoot() }
}

/// What a norm does to a row before its weights apply.
package enum NormKind: Sendable, BitwiseCopyable {
  /// x / √(mean(x²) + ε)
  case rootMeanSquare
  /// (x − mean(x)) / √(variance(x) + ε)
  case layer
}

/// How positions are turned into rotations.
package struct RopeParameters: Sendable, Equatable {
  /// Elements of a head that are rotated; the rest passes through.
  package var dimensionCount: Int
  package var base: Float = 10_000
  /// False in models that do without rotations.
  package var isUsed = true
  /// The base in layers with a sliding window, where it differs.
  package var slidingWindowBase: Float?
  package var scaling: Scaling = .none
  /// Multiplies cosine and sine, on top of what the scaling says.
  package var attentionFactor: Float?

  /// Context extension.
  package enum Scaling: Sendable, Equatable {
    case none
    case linear(factor: Float)
    case yarn(Yarn)
    case longrope(originalContextLength: Int)
  }

  /// Fast rotations stay as they are, slow ones are slowed down, those between are mixed.
  package struct Yarn: Sendable, Equatable {
    package var factor: Float
    package var originalContextLength: Int
    /// How much of the magnitude that the factor brings is taken back.
    package var logMultiplier: Float = 0
    /// Turns within the original context from which a rotation counts as fast, and below which as slow.
    package var fastTurns: Float = 32
    package var slowTurns: Float = 1
  }
}
