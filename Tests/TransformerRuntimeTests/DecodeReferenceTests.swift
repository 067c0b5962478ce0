// SPDX-License-Identifier: Apache-2.0
import AllocationCounter
import Kernels
import Synchronization
import Testing

@testable import TransformerRuntime

/// What a decoded token costs in references counted.
@Suite(.enabled(if: reference_counter_works())) struct DecodeReferenceTests {
  /// Sums the retains and releases of the calling thread and the workers of a pool while `body` runs, with those of the
  /// counting itself.
  private func counting(_ pool: ThreadPool, _ body: () throws -> Void) rethrows -> Int {
    let sum = Mutex(0)
    pool.run { _ in reference_counter_start() }
    defer { pool.run { _ in _ = reference_counter_stop() } }
    try body()
    let own = reference_counter_stop()
    pool.run { worker in
      let count = worker.index == 0 ? own : reference_counter_stop()
      sum.withLock { $0 += count }
    }
    return sum.withLock { $0 }
  }

  private final class Thing: Sendable { let value = 1 }

  /// The counter counts: otherwise zero would mean nothing.
  @Test func whatIsRetainedIsCounted() {
    let pool = ThreadPool(threadCount: 2)
    let kept = Mutex<[Thing]>([])
    func count(_ number: Int) -> Int {
      counting(pool) {
        let thing = Thing()
        pool.run { _ in kept.withLock { for _ in 0..<number { $0.append(thing) } } }
        kept.withLock { $0.removeAll() }
      }
    }
    // Either worker retains as often.
    #expect(count(40) - count(20) >= 40)
  }

  /// Between two runs of different length, so that beginning and ending count for nothing.
  @Test(
    arguments: [
      "llama", "llama-untied-bias", "qwen2", "gemma3-swa8", "gemma3-noswa-softcap", "gpt2", "lfm2", "phi3",
    ],
    [(1, CacheType.f16), (2, .f16), (2, .q8_0)])
  func aDecodedTokenCountsNoReferences(_ name: String, _ setting: (threads: Int, type: CacheType)) throws {
    let model = try TinyModel.load(name, threads: setting.threads)
    let context = try InferenceContext(model: model, contextLength: 256, cacheType: setting.type)
    func count(_ number: Int) throws -> Int {
      try counting(model.pool) { for token in 0..<Int32(number) { try context.append(token % 32) } }
    }
    // Within the first block of attention and beyond it.
    for start in [24, 144] {
      while context.position < start { try context.append(TinyModel.tokens) }
      _ = try count(2)
      let short = try count(16)
      let long = try count(48)
      #expect(long == short, "from position \(start)")
    }
  }
}
