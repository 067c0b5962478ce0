// SPDX-License-Identifier: Apache-2.0
import AllocationCounter
import Kernels
import Synchronization
import Testing

@testable import TransformerRuntime

/// What a decoded token costs in heap allocations.
@Suite(.enabled(if: allocation_counter_works())) struct DecodeAllocationTests {
  /// Sums what the calling thread and the workers of a pool count while `body` runs.
  private func counting(_ pool: ThreadPool, _ body: () throws -> Void) rethrows -> Int {
    let sum = Mutex(0)
    pool.run { _ in allocation_counter_start() }
    defer { pool.run { _ in _ = allocation_counter_stop() } }
    try body()
    let own = allocation_counter_stop()
    pool.run { worker in
      let count = worker.index == 0 ? own : allocation_counter_stop()
      sum.withLock { $0 += count }
    }
    return sum.withLock { $0 }
  }

  private final class Thing { var value = 1 }

  /// The counter counts: otherwise zero would mean nothing.
  @Test func whatIsAllocatedIsCounted() {
    let pool = ThreadPool(threadCount: 2)
    let kept = Mutex<[Thing]>([])
    let count = counting(pool) {
      kept.withLock { $0.append(Thing()) }
      pool.run { _ in kept.withLock { $0.append(contentsOf: (0..<10).map { _ in Thing() }) } }
    }
    #expect(count >= 21)
  }

  @Test(
    arguments: ["llama", "qwen2", "gemma3-swa8", "gemma3-noswa-softcap", "gpt2", "lfm2", "phi3"],
    [(1, CacheType.f16), (2, .f16), (2, .q8_0)])
  func aDecodedTokenAllocatesNothing(_ name: String, _ setting: (threads: Int, type: CacheType)) throws {
    let model = try TinyModel.load(name, threads: setting.threads)
    let context = try InferenceContext(model: model, contextLength: 128, cacheType: setting.type)
    try context.append(TinyModel.tokens)
    var token = Int32(7)
    func decode(_ count: Int) throws {
      for _ in 0..<count {
        try context.append(token)
        var best = 0
        for index in 0..<context.logits.count where context.logits[index] > context.logits[best] { best = index }
        token = Int32(best)
      }
    }
    try decode(2)
    let count = try counting(model.pool) { try decode(32) }
    #expect(count == 0)
  }
}
