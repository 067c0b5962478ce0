// SPDX-License-Identifier: Apache-2.0
import Generation

/// How a model chooses its words, and how many.
public struct GenerationOptions: Sendable, Equatable {
  /// How the next token is picked from the model's distribution.
  public struct SamplingMode: Sendable, Equatable {
    enum Rule: Sendable, Equatable {
      case greedy
      case top(Int, seed: UInt64?)
      case probability(Double, seed: UInt64?)
    }

    let rule: Rule

    /// Always the most likely token: the same prompt in the same state gives the same answer.
    public static var greedy: SamplingMode { SamplingMode(rule: .greedy) }

    /// A random one of the most likely tokens.
    ///
    /// - Parameters:
    ///   - k: How many tokens to pick from.
    ///   - seed: Makes the choice repeatable.
    public static func random(top k: Int, seed: UInt64? = nil) -> SamplingMode {
      SamplingMode(rule: .top(k, seed: seed))
    }

    /// A random one of the most likely tokens whose probabilities reach a sum.
    ///
    /// - Parameters:
    ///   - probabilityThreshold: The sum, from 0 to 1.
    ///   - seed: Makes the choice repeatable.
    public static func random(probabilityThreshold: Double, seed: UInt64? = nil) -> SamplingMode {
      SamplingMode(rule: .probability(probabilityThreshold, seed: seed))
    }
  }

  /// How the next token is picked; nil leaves it to the model.
  public var sampling: SamplingMode?

  /// How far the choice may stray from the most likely words: 0 not at all, 1 as the model was trained, 2 very far.
  public var temperature: Double?

  /// The greatest number of tokens of the answer. Text is cut there; a generable value still ends complete.
  public var maximumResponseTokens: Int?

  /// Makes options.
  public init(sampling: SamplingMode? = nil, temperature: Double? = nil, maximumResponseTokens: Int? = nil) {
    self.sampling = sampling
    self.temperature = temperature
    self.maximumResponseTokens = maximumResponseTokens
  }
}

extension GenerationOptions {
  /// The options in the sampler's words; values out of range are moved into it.
  var samplingOptions: SamplingOptions {
    var options = SamplingOptions()
    if let temperature, temperature.isFinite { options.temperature = min(max(0, temperature), 100) }
    switch sampling?.rule {
    case .greedy: options.greedy = true
    case .top(let k, let seed):
      options.topK = max(1, k)
      options.topP = 1
      options.minP = 0
      options.seed = seed
    case .probability(let threshold, let seed):
      options.topK = 0
      options.topP = threshold.isFinite ? min(max(0, threshold), 1) : 1
      options.minP = 0
      options.seed = seed
    case nil: break
    }
    return options
  }
}
