// SPDX-License-Identifier: Apache-2.0
import Foundation
import Kernels
import Testing
import Tokenization
import TransformerRuntime

@testable import Generation

@Suite struct PerplexityTests {
  @Test func scoresAreMeanAndError() {
    var score = PerplexityScore()
    #expect(score.count == 0 && score.mean == 0 && score.standardError == 0 && score.perplexity == 1)
    score.add(2)
    #expect(score.mean == 2 && score.standardErrorOfMean == 0)
    for loss in [1.0, 3] { score.add(loss) }
    // Mean 2, mean square 14/3: variance 2/3, divided by n − 1.
    #expect(score.count == 3 && score.mean == 2 && abs(score.standardErrorOfMean - (1 / 3.0).squareRoot()) < 1e-12)
    #expect(abs(score.perplexity - exp(2)) < 1e-12)
    #expect(abs(score.standardError - exp(2) * (1 / 3.0).squareRoot()) < 1e-12)
  }

  @Test func equalTokensHaveNoError() {
    var score = PerplexityScore()
    for _ in 0..<1000 { score.add(0.1) }
    #expect(score.standardError < 1e-6)
  }

  @Test func lossIsTheNegativeLogarithmOfTheProbability() {
    let logits: [Float] = [0, Float(log(2.0)), Float(log(5.0))]
    for (token, part) in [(0, 1.0), (1, 2), (2, 5)] {
      let loss = logits.withUnsafeBufferPointer { PerplexityMeter.loss($0, token) }
      #expect(abs(loss + log(part / 8)) < 1e-6)
    }
  }

  @Test(arguments: [4, 5, 64, 200, 300], CacheType.allCases)
  func lossesAreThoseOfTheTokensOneByOne(_ length: Int, type: CacheType) async throws {
    let model = try await TinyChat.load(contextLength: 0)
    guard length <= model.contextLength else { return }
    let text = PerplexityText(
      String(repeating: "The sea was calm; 27 ships lay there. ", count: 30), model.tokenizer, windowLength: length)
    let meter = try PerplexityMeter(model.transformer, windowLength: length, cacheType: type)
    for window in 0..<min(2, text.windowCount) {
      let tokens = text.window(window)
      let losses = try meter.losses(of: tokens)
      let context = try InferenceContext(model: model.transformer, contextLength: length, cacheType: type)
      var expected: [Double] = []
      for (index, token) in tokens.dropLast().enumerated() {
        try context.append(token)
        guard index >= length / 2 else { continue }
        let exponentials = context.logits.map { exp(Double($0)) }
        expected.append(-log(exponentials[Int(tokens[index + 1])] / exponentials.reduce(0, +)))
      }
      #expect(losses.count == length - 1 - length / 2)
      #expect(zip(losses, expected).allSatisfy { abs($0 - $1) < 1e-5 })
    }
  }

  @Test func aTextIsCutIntoWholeWindows() async throws {
    let model = try await TinyChat.load()
    let text = String(repeating: "a", count: 50)
    let tokens = model.tokenizer.encode(text, parsingSpecialTokens: false, addingSpecials: true)
    let windows = PerplexityText(text, model.tokenizer, windowLength: 16)
    #expect(windows.tokenCount == tokens.count && windows.windowCount == tokens.count / 16)
    for index in 0..<windows.windowCount {
      let window = windows.window(index)
      #expect(window.dropFirst() == tokens[index * 16 + 1..<index * 16 + 16])
      let first = model.tokenizer.addsBeginningOfSequence ? model.tokenizer.beginningOfSequence : tokens[index * 16]
      #expect(window[0] == first)
    }
    #expect(PerplexityText("a", model.tokenizer, windowLength: 16).windowCount == 0)
  }

  @Test func measuringCanBeCancelled() async throws {
    let model = try await TinyChat.load()
    let meter = try PerplexityMeter(model.transformer, windowLength: 16)
    #expect(throws: ModelError(.cancelled)) {
      try meter.losses(of: [TokenID](repeating: 5, count: 16), shouldContinue: { false })
    }
  }
}
