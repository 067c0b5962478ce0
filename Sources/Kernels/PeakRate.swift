// SPDX-License-Identifier: Apache-2.0
import KernelBodies

/// What the arithmetic of a pool's workers can do at most.
package enum PeakRate: Sendable, Hashable {
  /// Unsigned times signed bytes with integer sums, as in products of quantised weights.
  case bytes
  /// Fused multiplications and additions of floats.
  case floats

  /// Multiplications and additions per second of all workers together, from registers and the first-level cache; the
  /// best of `repetitions`.
  package func measure(pool: ThreadPool, repetitions: Int = 9) -> Double {
    let memory = ZeroedMemory(byteCount: 4096)
    defer { withExtendedLifetime(memory) {} }
    let source = memory.address
    // Small numbers whatever they are read as, so that no float overflows.
    for index in 0..<1024 { source.storeBytes(of: 0x3A81_0181, toByteOffset: 4 * index, as: UInt32.self) }
    let sinks = UnsafeMutablePointer<Float>.allocate(capacity: 128 * pool.threadCount)
    defer { sinks.deallocate() }
    let operations = UnsafeMutablePointer<Double>.allocate(capacity: pool.threadCount)
    operations.initialize(repeating: 0, count: pool.threadCount)
    defer { operations.deallocate() }
    let rounds = pool.instructionSet == .portable ? 20 : 2000
    var best = 0.0
    for _ in 0..<repetitions {
      let start = monotonicNanoseconds()
      pool.run { worker in
        let kernel = self == .bytes ? worker.table.pointee.bytesPeak : worker.table.pointee.floatsPeak
        operations[worker.index] = kernel(source, rounds, sinks + 128 &* worker.index)
      }
      let seconds = Double(monotonicNanoseconds() - start) * 1e-9
      best = max(best, (0..<pool.threadCount).reduce(0) { $0 + operations[$1] } / seconds)
    }
    return best
  }
}
