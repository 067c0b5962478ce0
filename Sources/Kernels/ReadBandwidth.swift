// SPDX-License-Identifier: Apache-2.0

/// Bytes per second at which the pool's workers read memory that no cache holds: the limit of decoding.
///
/// - Parameter byteCount: memory to read; several times the last-level cache.
/// - Returns: the best of `repetitions` passes; 0 when the memory cannot be had.
/// - Complexity: O(byteCount · repetitions); takes and returns `byteCount` bytes.
package func measureReadBandwidth(pool: ThreadPool, byteCount: Int = 512 << 20, repetitions: Int = 5) -> Double {
  let count = byteCount / 65536
  let arena = WeightArena()
  guard count > 0, let memory = arena.allocate(byteCount: count * 65536) else { return 0 }
  let words = memory.assumingMemoryBound(to: SIMD16<UInt32>.self)
  pool.run { worker in
    for index in worker.share(of: count * 1024) { words[index] = SIMD16(repeating: UInt32(truncatingIfNeeded: index)) }
  }
  let sums = UnsafeMutablePointer<UInt32>.allocate(capacity: 32 * pool.threadCount)
  defer { sums.deallocate() }
  var best = 0.0
  for _ in 0..<repetitions {
    let start = monotonicNanoseconds()
    pool.run { worker in
      // The sum is kept, so that no read can be left out.
      var total = (SIMD16<UInt32>.zero, SIMD16<UInt32>.zero, SIMD16<UInt32>.zero, SIMD16<UInt32>.zero)
      worker.forEachChunk(of: count, grain: 4) { range in
        for index in stride(from: 1024 &* range.lowerBound, to: 1024 &* range.upperBound, by: 4) {
          total.0 &+= words[index]
          total.1 &+= words[index &+ 1]
          total.2 &+= words[index &+ 2]
          total.3 &+= words[index &+ 3]
        }
      }
      sums[32 &* worker.index] = (total.0 &+ total.1 &+ total.2 &+ total.3).wrappedSum()
    }
    let seconds = Double(monotonicNanoseconds() - start) * 1e-9
    best = max(best, Double(count * 65536) / seconds)
  }
  return best
}
