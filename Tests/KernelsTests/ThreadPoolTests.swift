// SPDX-License-Identifier: Apache-2.0
import Kernels
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct ThreadPoolTests {
  @Test(arguments: [1, 2, 3, 8])
  func chunksCoverEveryItemOnce(threads: Int) {
    let pool = ThreadPool(threadCount: threads)
    #expect(pool.threadCount == threads)
    for total in [0, 1, 7, 1000] {
      // More loops than fit between two barriers.
      let hits = (0..<20).map { _ in Counters(total) }
      pool.run { worker in
        for counters in hits {
          worker.forEachChunk(of: total, grain: 3) { range in for item in range { counters.add(item) } }
        }
      }
      for counters in hits { #expect(counters.values == [Int](repeating: 1, count: total)) }
    }
  }

  @Test(arguments: [1, 2, 3, 8])
  func ownChunksCoverEveryItemOnce(threads: Int) {
    let pool = ThreadPool(threadCount: threads)
    for total in [0, 1, 7, 1000] {
      let hits = (0..<40).map { _ in Counters(total) }
      pool.run { worker in
        for (loop, counters) in hits.enumerated() {
          // Between barriers, and without; beside loops with one counter for all.
          if loop % 3 == 0 { worker.barrier() }
          let add = { (range: Range<Int>) in for item in range { counters.add(item) } }
          if loop % 2 == 0 {
            worker.forEachOwnChunk(of: total, grain: 3, add)
          } else {
            worker.forEachChunk(of: total, grain: 3, add)
          }
        }
      }
      for counters in hits { #expect(counters.values == [Int](repeating: 1, count: total)) }
    }
  }

  @Test func whoIsDoneTakesWhatOthersHaveLeft() {
    let pool = ThreadPool(threadCount: 2)
    let counters = Counters(100)
    let isDone = Atomic(false)
    pool.run { worker in
      if worker.index == 1 {
        // Comes only when all is done.
        while !isDone.load(ordering: .acquiring) { sched_yield() }
      }
      worker.forEachOwnChunk(of: 100, grain: 7) { range in for item in range { counters.add(item) } }
      isDone.store(true, ordering: .releasing)
    }
    #expect(counters.values == [Int](repeating: 1, count: 100))
  }

  @Test func barriersSeparateSteps() {
    let pool = ThreadPool(threadCount: 4)
    let steps = Counters(500)
    let failures = Atomic(0)
    pool.run { worker in
      for step in 0..<500 {
        steps.add(step)
        worker.barrier()
        if steps.values(at: step) != worker.count { failures.add(1, ordering: .relaxed) }
        worker.barrier()
      }
    }
    #expect(failures.load(ordering: .relaxed) == 0)
  }

  @Test func jobsFollowEachOtherAwakeAndAsleep() {
    let pool = ThreadPool(threadCount: 3)
    let count = Atomic(0)
    for job in 0..<200 {
      pool.run { _ in count.add(1, ordering: .relaxed) }
      if job % 50 == 0 {
        let end = monotonicNanoseconds() + 2_000_000
        while monotonicNanoseconds() < end {}
      }
    }
    #expect(count.load(ordering: .relaxed) == 600)
  }

  @Test(arguments: [1, 2])
  func readsMemory(threads: Int) {
    #expect(measureReadBandwidth(pool: ThreadPool(threadCount: threads), byteCount: 1 << 20, repetitions: 1) > 0)
  }

  @Test func callersTakeTurns() async {
    let pool = ThreadPool(threadCount: 2)
    let count = Counters(1)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<50 { pool.run { _ in count.add(0) } } }
      }
    }
    #expect(count.values == [400])
  }

  @Test func sharesCoverTheWhole() {
    let pool = ThreadPool(threadCount: 3)
    let counters = Counters(10)
    pool.run { worker in for item in worker.share(of: 10) { counters.add(item) } }
    #expect(counters.values == [Int](repeating: 1, count: 10))
  }
}

/// Counters that several threads add to.
private final class Counters: Sendable {
  private let counts: Mutex<[Int]>
  init(_ count: Int) { counts = Mutex([Int](repeating: 0, count: count)) }
  func add(_ index: Int) { counts.withLock { $0[index] += 1 } }
  func values(at index: Int) -> Int { counts.withLock { $0[index] } }
  var values: [Int] { counts.withLock { $0 } }
}
