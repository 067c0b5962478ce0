// SPDX-License-Identifier: Apache-2.0
import AllocationCounter
import Synchronization
import Testing

@testable import Generation

/// What a token of an answer costs in heap allocations, from the choice of one to the event of the next.
@Suite(.enabled(if: allocation_counter_works())) struct AnswerAllocationTests {
  /// What is counted, without locks and closures of its own.
  private final class Meter: Sendable {
    let pieces = Atomic(0)
    let allocations = Atomic(0)

    func take() {
      switch pieces.wrappingAdd(1, ordering: .relaxed).newValue {
      case 20: allocation_counter_start()
      case 60: allocations.store(allocation_counter_stop(), ordering: .relaxed)
      default: break
      }
    }
  }

  /// About one for each piece of text: what is left are lists that double their memory as they grow, and characters that come in
  /// several tokens, or never become whole, as many of this model's do. Drawn tokens make more of these than greedy ones.
  @Test(arguments: [nil, 1, 2] as [UInt64?]) func aTokenOfAnAnswerAllocatesNothing(seed: UInt64?) async throws {
    let context = try await TinyChat.load(contextLength: 0).makeContext()
    var request = TinyChat.request("again and again", maximumTokens: 120, seed: seed)
    request.ignoresEnd = true
    let meter = Meter()
    let result = try await context.generate(request) { event in
      // Events come on the compute thread, which with one thread does all of the work.
      if case .text = event { meter.take() }
    }
    #expect(result.statistics.generatedTokens == 120)
    try #require(meter.pieces.load(ordering: .relaxed) >= 60)
    #expect(meter.allocations.load(ordering: .relaxed) < (seed == nil ? 40 : 80))
  }
}
