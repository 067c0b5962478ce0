// SPDX-License-Identifier: Apache-2.0
import AllocationCounter
import ConstrainedDecoding
import Testing
import TransformerRuntime

@testable import Generation

/// A greedy choice on a decoded token's logits.
@Suite(.enabled(if: allocation_counter_works())) struct SamplerAllocationTests {
  @Test func aGreedyTokenAllocatesNothing() async throws {
    let model = try await TinyChat.load()
    let context = try InferenceContext(model: model.transformer, contextLength: 128)
    var sampler = Sampler(.greedy, seed: 0)
    let ends = model.tokenizer.endOfGeneration.sorted()
    try context.append([5, 6, 7])
    func decode(_ count: Int) throws {
      for _ in 0..<count {
        sampler.penalise(context.logits, after: [])
        Sampler.joinEnds(ends, context.logits)
        let token = sampler.choose(context.logits, .checked, allows: { _ in true }, mask: { nil })
        try context.append(token ?? 0)
      }
    }
    try decode(2)
    allocation_counter_start()
    try decode(32)
    #expect(allocation_counter_stop() == 0)
  }
}
