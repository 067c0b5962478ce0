// SPDX-License-Identifier: Apache-2.0
import Generation
import Testing

@testable import FoundationModels

struct GenerationOptionsTests {
  @Test func mapToTheSampler() {
    #expect(GenerationOptions().samplingOptions == SamplingOptions())
    #expect(GenerationOptions(sampling: .greedy).samplingOptions.greedy)
    let top = GenerationOptions(sampling: .random(top: 5, seed: 7), temperature: 1.5).samplingOptions
    #expect(top.topK == 5 && top.topP == 1 && top.minP == 0 && top.seed == 7 && top.temperature == 1.5)
    let threshold = GenerationOptions(sampling: .random(probabilityThreshold: 0.3)).samplingOptions
    #expect(threshold.topK == 0 && threshold.topP == 0.3 && threshold.seed == nil)
  }

  @Test func valuesOutOfRangeAreMovedIntoIt() {
    #expect(GenerationOptions(sampling: .random(top: -3)).samplingOptions.topK == 1)
    #expect(GenerationOptions(sampling: .random(probabilityThreshold: 7)).samplingOptions.topP == 1)
    #expect(GenerationOptions(sampling: .random(probabilityThreshold: .nan)).samplingOptions.topP == 1)
    #expect(GenerationOptions(temperature: -1).samplingOptions.temperature == 0)
    #expect(GenerationOptions(temperature: .infinity).samplingOptions.temperature == SamplingOptions().temperature)
  }

  @Test func compare() {
    #expect(GenerationOptions(sampling: .greedy) == GenerationOptions(sampling: .greedy))
    #expect(GenerationOptions.SamplingMode.random(top: 1) != .random(top: 2))
    #expect(GenerationOptions.SamplingMode.random(top: 1, seed: 1) != .random(top: 1))
  }
}
