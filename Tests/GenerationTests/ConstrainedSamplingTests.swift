// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import Foundation
import Testing

@testable import Generation

/// Draws under a grammar on a vocabulary of six tokens, against probabilities worked out by hand.
@Suite struct ConstrainedSamplingTests {
  static let probabilities = [0.4, 0.25, 0.15, 0.1, 0.06, 0.04]
  static let allowed: Set<Int> = [1, 3, 5]

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let change: @Sendable (inout SamplingOptions) -> Void
    /// What the filters keep of all tokens, and of the allowed ones; weights, not normalised.
    let ofAll: [Int: Double]
    let ofAllowed: [Int: Double]
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "no filter", change: { _ in }, ofAll: [0: 0.4, 1: 0.25, 2: 0.15, 3: 0.1, 4: 0.06, 5: 0.04],
      ofAllowed: [1: 0.25, 3: 0.1, 5: 0.04]),
    Case(
      name: "top-k 2", change: { $0.topK = 2 }, ofAll: [0: 0.4, 1: 0.25], ofAllowed: [1: 0.25, 3: 0.1]),
    Case(
      name: "top-p 0.7", change: { $0.topP = 0.7 }, ofAll: [0: 0.4, 1: 0.25, 2: 0.15],
      ofAllowed: [1: 0.25, 3: 0.1]),
    Case(
      name: "min-p 0.3", change: { $0.minP = 0.3 }, ofAll: [0: 0.4, 1: 0.25, 2: 0.15], ofAllowed: [1: 0.25, 3: 0.1]),
    Case(
      name: "temperature 2", change: { $0.temperature = 2 },
      ofAll: Dictionary(uniqueKeysWithValues: probabilities.enumerated().map { ($0, $1.squareRoot()) }),
      ofAllowed: [1: 0.5, 3: 0.1.squareRoot(), 5: 0.2]),
    Case(
      name: "top-k 3 at temperature 0.5",
      change: {
        $0.topK = 3
        $0.temperature = 0.5
      }, ofAll: [0: 0.16, 1: 0.0625, 2: 0.0225], ofAllowed: [1: 0.0625, 3: 0.01, 5: 0.0016]),
  ]

  private static func normalized(_ weights: [Int: Double]) -> [Int: Double] {
    let total = weights.values.reduce(0, +)
    return weights.mapValues { $0 / total }
  }

  /// P(x) = F(p)(x) + F(p)(not A) · F(p|A)(x) for a draw that is checked; F(p|A)(x) for an exact one.
  private static func expected(_ example: Case, _ mode: ConstrainedSampling) -> [Int: Double] {
    let exact = normalized(example.ofAllowed)
    guard mode == .checked else { return exact }
    let first = normalized(example.ofAll)
    let refused = first.reduce(0) { allowed.contains($1.key) ? $0 : $0 + $1.value }
    var result: [Int: Double] = [:]
    for token in allowed {
      let sum = first[token, default: 0] + refused * exact[token, default: 0]
      if sum > 0 { result[token] = sum }
    }
    return result
  }

  private static func sampler(_ change: (inout SamplingOptions) -> Void, seed: UInt64) -> Sampler {
    var options = SamplingOptions()
    options.temperature = 1
    options.topK = 0
    options.topP = 1
    options.minP = 0
    change(&options)
    return Sampler(options, seed: seed)
  }

  private static let mask: TokenMask = {
    var mask = TokenMask(count: probabilities.count)
    for token in allowed { mask[token] = true }
    return mask
  }()

  /// At most two degrees of freedom: chance alone exceeds 13.8 once in a thousand; seeds are fixed.
  @Test(arguments: cases, [ConstrainedSampling.checked, .exact])
  func drawsHaveTheProbabilitiesOfTheirMode(_ example: Case, mode: ConstrainedSampling) {
    var sampler = Self.sampler(example.change, seed: 7)
    var logits = Self.probabilities.map { Float(log($0)) }
    let count = 40_000
    var seen: [Int: Int] = [:]
    for _ in 0..<count {
      let token = logits.withUnsafeMutableBufferPointer { logits in
        sampler.choose(logits, mode, allows: { Self.allowed.contains(Int($0)) }, mask: { _ in Self.mask })
      }
      seen[Int(token ?? -1), default: 0] += 1
    }
    let expected = Self.expected(example, mode)
    #expect(Set(seen.keys).isSubset(of: expected.keys))
    let statistic = expected.reduce(0.0) { sum, entry in
      let wanted = entry.value * Double(count)
      let difference = Double(seen[entry.key, default: 0]) - wanted
      return sum + difference * difference / wanted
    }
    #expect(statistic < 13.8, "\(seen) for \(expected)")
  }

  @Test func theModesDifferWhereTopKCutsAmongAllowedTokens() throws {
    let topK = try #require(Self.cases.first { $0.name == "top-k 2" })
    let checked = Self.expected(topK, .checked), exact = Self.expected(topK, .exact)
    let (first, second) = (try #require(checked[1]), try #require(exact[1]))
    #expect(abs(first - 0.824) < 0.001 && abs(second - 0.714) < 0.001)
    let plain = Self.cases[0]
    for (token, value) in Self.expected(plain, .checked) {
      #expect(abs(value - Self.expected(plain, .exact)[token, default: 0]) < 1e-12)
    }
  }

  @Test(arguments: [ConstrainedSampling.checked, .exact]) func greedyTakesTheBestAllowed(mode: ConstrainedSampling) {
    var sampler = Self.sampler({ $0.greedy = true }, seed: 1)
    var logits = Self.probabilities.map { Float(log($0)) }
    let token = logits.withUnsafeMutableBufferPointer { logits in
      sampler.choose(logits, mode, allows: { Self.allowed.contains(Int($0)) }, mask: { _ in Self.mask })
    }
    #expect(token == 1)
  }

  /// What is avoided gives way to what else is allowed, and comes where there is nothing else.
  @Test(
    arguments: [
      ([1], 3), ([0, 1, 3], 5), ([1, 3, 5], 1), ([], 1),
    ] as [([Int], Int32)]) func theAvoidedComesLast(avoided: [Int], expected: Int32)
  {
    for mode in [ConstrainedSampling.checked, .exact] {
      var sampler = Self.sampler({ $0.greedy = true }, seed: 1)
      var logits = Self.probabilities.map { Float(log($0)) }
      let token = logits.withUnsafeMutableBufferPointer { logits in
        sampler.choose(
          logits, mode, allows: { Self.allowed.contains(Int($0)) }, avoids: { avoided.contains(Int($0)) },
          mask: { _ in Self.mask })
      }
      #expect(token == expected)
    }
  }

  /// A mask that the refused token has narrowed to nothing is asked for again without it.
  @Test func whatFollowsFromARefusalIsAPreference() {
    var sampler = Self.sampler({ $0.greedy = true }, seed: 1)
    var logits = Self.probabilities.map { Float(log($0)) }
    var asked: [Int32?] = []
    let token = logits.withUnsafeMutableBufferPointer { logits in
      sampler.choose(
        logits, .checked, allows: { Self.allowed.contains(Int($0)) },
        mask: { refused in
          asked.append(refused)
          return refused == nil ? Self.mask : TokenMask(count: 6)
        })
    }
    #expect(token == 1 && asked == [0, nil])
  }

  @Test func nothingAllowedIsNoToken() {
    for mode in [ConstrainedSampling.checked, .exact] {
      var sampler = Self.sampler({ _ in }, seed: 1)
      var logits: [Float] = [0, 0, 0]
      let token = logits.withUnsafeMutableBufferPointer {
        sampler.choose($0, mode, allows: { _ in false }, mask: { _ in TokenMask(count: 3) })
      }
      #expect(token == nil)
    }
  }

  // MARK: Ends of generation

  @Test func endsCountTogether() {
    // 0.4 against 0.25 + 0.2: neither end alone is the likeliest, both together are.
    var logits: [Float] = [0.4, 0.25, 0.15, 0.2].map { Float(log($0)) }
    logits.withUnsafeMutableBufferPointer { logits in
      #expect(Sampler.best(logits, mask: nil) == 0)
      Sampler.joinEnds([1, 3, 99], logits)
      #expect(Sampler.best(logits, mask: nil) == 1)
      #expect(abs(exp(logits[1]) - 0.45) < 1e-6 && logits[3] == -.infinity)
      // Top-k sees one token: with two kept, the end and the best other one.
      var sampler = Self.sampler({ $0.topK = 2 }, seed: 3)
      var seen: [Int32: Int] = [:]
      for _ in 0..<20_000 { seen[sampler.sample(logits) ?? -1, default: 0] += 1 }
      #expect(Set(seen.keys) == [0, 1])
      #expect(abs(Double(seen[1, default: 0]) / 20_000 - 0.45 / 0.85) < 0.018)
    }
  }

  @Test(arguments: [[], [2], [-1, 50]]) func fewerThanTwoEndsChangeNothing(_ ends: [Int32]) {
    var logits: [Float] = [1, 2, 3]
    logits.withUnsafeMutableBufferPointer { Sampler.joinEnds(ends, $0) }
    #expect(logits == [1, 2, 3])
  }
}
