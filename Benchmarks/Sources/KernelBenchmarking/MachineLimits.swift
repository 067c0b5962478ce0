// SPDX-License-Identifier: Apache-2.0
import Kernels

/// Measures the limits that kernels are compared with. Memory is measured anew each time, since a shared machine's
/// bandwidth moves; arithmetic once for each instruction set.
final class MachineLimits {
  private struct Key: Hashable {
    let instructionSet: InstructionSet
    let rate: PeakRate
  }

  private let memory: ReadBandwidth
  private var peaks: [Key: Double] = [:]

  /// Nil when the system has no memory left.
  init?(pool: ThreadPool) {
    guard let memory = ReadBandwidth(pool: pool) else { return nil }
    self.memory = memory
  }

  /// GB/s at which all workers read memory.
  func readBandwidth() -> Double { memory.measure() }

  /// GB/s at which `threads` workers read data that fits the caches, `byteCount` bytes in all.
  func cacheBandwidth(byteCount: Int, threads: Int) -> BenchmarkLimit {
    .bandwidth(memory.measureCached(byteCount: byteCount, threads: threads))
  }

  func arithmetic(_ rate: PeakRate, _ context: BenchmarkContext) -> BenchmarkLimit {
    let key = Key(instructionSet: context.pool.instructionSet, rate: rate)
    let value = peaks[key] ?? rate.measure(pool: context.pool) * 1e-9
    peaks[key] = value
    return .arithmetic(value)
  }
}
