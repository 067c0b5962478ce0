// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import Testing

@testable import Generation

@Suite struct SamplerTests {
  private func options(_ change: (inout SamplingOptions) -> Void) -> SamplingOptions {
    var options = SamplingOptions()
    options.temperature = 1
    options.topK = 0
    options.topP = 1
    options.minP = 0
    change(&options)
    return options
  }

  /// How often each token comes in `count` draws.
  private func frequencies(
    _ logits: [Float], _ options: SamplingOptions, mask: TokenMask? = nil, count: Int = 20_000
  ) -> [Double] {
    var sampler = Sampler(options, seed: 1)
    var logits = logits
    var seen = [Int](repeating: 0, count: logits.count)
    for _ in 0..<count {
      let token = logits.withUnsafeMutableBufferPointer { sampler.sample($0, mask: mask) }
      if let token { seen[Int(token)] += 1 }
    }
    return seen.map { Double($0) / Double(count) }
  }

  struct Filter: Sendable, CustomTestStringConvertible {
    let name: String, change: @Sendable (inout SamplingOptions) -> Void, expected: [Double]
    var testDescription: String { name }
  }

  /// For the probabilities 0.5, 0.25, 0.125, 0.125.
  static let filters = [
    Filter(name: "none", change: { _ in }, expected: [0.5, 0.25, 0.125, 0.125]),
    Filter(name: "top-k 2", change: { $0.topK = 2 }, expected: [2.0 / 3, 1.0 / 3, 0, 0]),
    Filter(name: "top-k 9 keeps all", change: { $0.topK = 9 }, expected: [0.5, 0.25, 0.125, 0.125]),
    Filter(name: "top-p 0.6", change: { $0.topP = 0.6 }, expected: [2.0 / 3, 1.0 / 3, 0, 0]),
    Filter(name: "top-p 0.4", change: { $0.topP = 0.4 }, expected: [1, 0, 0, 0]),
    Filter(name: "min-p 0.4", change: { $0.minP = 0.4 }, expected: [2.0 / 3, 1.0 / 3, 0, 0]),
    Filter(
      name: "temperature 0.5", change: { $0.temperature = 0.5 }, expected: [16.0 / 22, 4.0 / 22, 1.0 / 22, 1.0 / 22]),
    Filter(name: "temperature 0", change: { $0.temperature = 0 }, expected: [1, 0, 0, 0]),
    Filter(name: "greedy", change: { $0.greedy = true }, expected: [1, 0, 0, 0]),
    Filter(
      name: "top-k 3 and top-p 0.7",
      change: {
        $0.topK = 3; $0.topP = 0.7
      }, expected: [2.0 / 3, 1.0 / 3, 0, 0]),
  ]

  /// 20,000 draws: five standard deviations of a frequency are at most 0.018.
  @Test(arguments: filters) func drawsFromTheFilteredDistribution(_ filter: Filter) {
    let found = frequencies([3, 2, 1, 1].map { Float($0) * 0.693147 }, options(filter.change))
    for (a, b) in zip(found, filter.expected) { #expect(abs(a - b) < 0.018, "\(found)") }
  }

  @Test func greedyTakesTheLowestOfEqualTokens() {
    for size in [1, 3, 16, 17, 40] {
      for best in 0..<size {
        var logits = [Float](repeating: -1, count: size)
        logits[best] = 2
        logits[size - 1] = 2
        let found = logits.withUnsafeMutableBufferPointer { Sampler.best($0, mask: nil) }
        #expect(found == Int32(best))
      }
    }
  }

  @Test func numbersThatAreNoneGiveNoToken() {
    var logits = [Float](repeating: .nan, count: 20)
    #expect(logits.withUnsafeMutableBufferPointer { Sampler.best($0, mask: nil) } == nil)
    var sampler = Sampler(options { _ in }, seed: 1)
    #expect(logits.withUnsafeMutableBufferPointer { sampler.sample($0) } == nil)
  }

  @Test func penaltyLowersWhatTheWindowHolds() {
    var sampler = Sampler(
      options {
        $0.repetitionPenalty = 2; $0.repetitionWindow = 4
      }, seed: 1)
    // A token counts once, those that are none do not count, and the next step begins anew.
    for _ in 0..<2 {
      var logits: [Float] = [4, 4, -4, 4]
      logits.withUnsafeMutableBufferPointer { sampler.penalise($0, after: [0, 1, 2, 1, 99]) }
      #expect(logits == [4, 2, -8, 4])
    }
  }

  @Test(arguments: [0, 40]) func sameSeedGivesSameTokens(topK: Int) {
    var a = Sampler(options { $0.topK = topK }, seed: 9), b = Sampler(options { $0.topK = topK }, seed: 9)
    var logits = (0..<300).map { Float($0 % 17) }
    logits.withUnsafeMutableBufferPointer { logits in
      for _ in 0..<100 { #expect(a.sample(logits) == b.sample(logits)) }
    }
  }
}
