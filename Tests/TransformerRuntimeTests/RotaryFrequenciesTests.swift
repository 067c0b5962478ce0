// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import TransformerRuntime

@Suite struct RotaryFrequenciesTests {
  static func rope(_ scaling: RopeParameters.Scaling) -> RopeParameters {
    var rope = RopeParameters(dimensionCount: 8)
    rope.scaling = scaling
    return rope
  }

  static let plain = [1, 0.1, 0.01, 0.001]

  @Test(arguments: [
    (RopeParameters.Scaling.none, plain, Float(1)),
    (.linear(factor: 4), plain.map { $0 / 4 }, 1),
    (.longrope(originalContextLength: 64), plain, 1),
  ]) func anglesFollowTheFormula(scaling: RopeParameters.Scaling, angles: [Double], magnitude: Float) {
    let frequencies = RotaryFrequencies(Self.rope(scaling))
    for (found, expected) in zip(frequencies.angles, angles) { #expect(abs(found - expected) < 1e-15) }
    #expect(frequencies.magnitude == magnitude)
  }

  @Test func yarnKeepsFastAnglesAndDividesSlowOnes() {
    let scaling = RopeParameters.Scaling.yarn(.init(factor: 4, originalContextLength: 4096))
    let frequencies = RotaryFrequencies(Self.rope(scaling))
    #expect(frequencies.angles[0] == 1)
    #expect(abs(frequencies.angles[3] - 0.001 / 4) < 1e-15)
    #expect(abs(frequencies.magnitude - (1 + 0.1 * logf(4))) < 1e-6)
  }

  @Test func yarnMultiplierCancelsTheMagnitude() {
    let scaling = RopeParameters.Scaling.yarn(.init(factor: 16, originalContextLength: 4096, logMultiplier: 1))
    #expect(RotaryFrequencies(Self.rope(scaling)).magnitude == 1)
  }

  @Test func divisorsAndBaseApply() {
    let frequencies = RotaryFrequencies(Self.rope(.none), base: 1e8, divisors: [1, 2, 4, 8])
    for (i, found) in frequencies.angles.enumerated() {
      #expect(abs(found - pow(0.01, Double(i)) / pow(2, Double(i))) < 1e-12)
    }
  }

  @Test func unscaledLayersIgnoreScaling() {
    #expect(
      RotaryFrequencies(Self.rope(.linear(factor: 8)), scaled: false) == RotaryFrequencies(Self.rope(.none)))
  }
}
