// SPDX-License-Identifier: Apache-2.0
import Kernels

/// Measures how fast the machine reads memory: the ceiling of every kernel that reads each weight once.
///
/// A shared machine's ceiling moves, so it is measured again beside each kernel that is compared with it.
final class ReadBandwidth {
  /// Bytes read in one run: far beyond any cache.
  private static let byteCount = 512 << 20

  private let pool: ThreadPool
  private let arena = WeightArena()
  private let source: UnsafeRawPointer
  /// One sum for each worker, on cache lines of their own.
  private let sums: UnsafeMutablePointer<UInt64>

  /// Nil when the system has no memory left.
  init?(pool: ThreadPool) {
    self.pool = pool
    // The memory that weights lie in, with large pages where the system has them.
    guard let buffer = arena.allocate(byteCount: Self.byteCount) else { return nil }
    // Written first: pages never touched all read from one page of zeros.
    buffer.initializeMemory(as: UInt8.self, repeating: 1, count: Self.byteCount)
    source = UnsafeRawPointer(buffer)
    sums = .allocate(capacity: pool.threadCount * 16)
    sums.initialize(repeating: 0, count: pool.threadCount * 16)
  }

  deinit { sums.deallocate() }

  /// GB/s of all workers of the pool together; the best of several runs, since disturbance only ever slows it.
  func measure() -> Double {
    let part = Self.byteCount / pool.threadCount / 1024 * 1024
    let times = Stopwatch.times(runs: 5) {
      pool.run { worker in sums[worker.index * 16] &+= Self.sum(source + worker.index * part, byteCount: part) }
    }
    precondition((0..<pool.threadCount).contains { sums[$0 * 16] != 0 }, "the reads must not be optimised away")
    return Double(part * pool.threadCount) / (times.min() ?? 1) * 1e-9
  }

  /// As `measure`, of the same small memory again and again, each worker its part.
  func measureCached(byteCount: Int, threads: Int) -> Double {
    let part = max(128, min(byteCount, Self.byteCount) / threads / 128 * 128)
    let repetitions = max(1, (4 << 20) / part)
    let times = Stopwatch.times(runs: 9) {
      pool.run { worker in
        guard worker.index < threads else { return }
        for _ in 0..<repetitions {
          sums[worker.index * 16] &+= Self.sum(source + worker.index * part, byteCount: part)
        }
      }
    }
    return Double(part * threads * repetitions) / (times.min() ?? 1) * 1e-9
  }

  /// Sum of the 64-bit words, with enough independent additions that only the loads count.
  @inline(never)
  private static func sum(_ source: UnsafeRawPointer, byteCount: Int) -> UInt64 {
    var totals = (SIMD8<UInt64>.zero, SIMD8<UInt64>.zero)
    var offset = 0
    while offset < byteCount {
      totals.0 &+= source.load(fromByteOffset: offset, as: SIMD8<UInt64>.self)
      totals.1 &+= source.load(fromByteOffset: offset + 64, as: SIMD8<UInt64>.self)
      offset += 128
    }
    return (totals.0 &+ totals.1).wrappedSum()
  }
}
