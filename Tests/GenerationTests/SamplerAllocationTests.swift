// SPDX-License-Identifier: Apache-2.0
import AllocationCounter
import ConstrainedDecoding
import Testing
import TransformerRuntime

@testable import Generation

/// The choice of a token on a decoded token's logits.
@Suite(.enabled(if: allocation_counter_works())) struct SamplerAllocationTests {
  /// The defaults, and each filter with another one out of the way.
  static let settings: [(name: String, change: @Sendable (inout SamplingOptions) -> Void)] = [
    ("greedy", { $0.greedy = true }), ("default", { _ in }),
    ("penalty", { $0.repetitionPenalty = 1.3 }), ("top-p alone", { $0.topK = 0 }),
    (
      "no filter",
      {
        $0.topK = 0; $0.topP = 1; $0.minP = 0
      }
    ),
  ]

  @Test(arguments: settings.indices) func aTokenAllocatesNothing(setting: Int) async throws {
    var options = SamplingOptions()
    Self.settings[setting].change(&options)
    let model = try await TinyChat.load()
    let context = try InferenceContext(model: model.transformer, contextLength: 128)
    var sampler = Sampler(options, seed: 0)
    let text = (0..<40).map { Int32($0 % 7) }
    let ends = model.tokenizer.endOfGeneration.sorted()
    try context.append([5, 6, 7])
    func decode(_ count: Int) throws {
      for _ in 0..<count {
        sampler.penalise(context.logits, after: text)
        Sampler.joinEnds(ends, context.logits)
        let token = sampler.choose(context.logits, .checked, allows: { _ in true }, mask: { _ in nil })
        try context.append(token ?? 0)
      }
    }
    try decode(2)
    allocation_counter_start()
    try decode(32)
    #expect(allocation_counter_stop() == 0, "\(Self.settings[setting].name)")
  }
}
