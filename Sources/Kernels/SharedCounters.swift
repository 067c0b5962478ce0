// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The atomics of a pool, each kind on a cache line of its own.
///
/// Counters of loops come in two banks, used in turn from barrier to barrier: whoever has passed a barrier clears its own
/// counters of the loops before it, while the loops after it use the other bank. So no worker has to wait for that.
struct SharedCounters: @unchecked Sendable {
  /// Dynamic loops between two barriers; one more makes a barrier by itself.
  static let loopCount = 8
  private static let (lineLength, firstLoop) = (128, 512)

  private let memory: UnsafeMutableRawPointer
  var generation: UnsafeMutablePointer<Atomic<Int>> { counter(at: 0) }
  var sleepers: UnsafeMutablePointer<Atomic<Int>> { counter(at: 128) }
  var arrived: UnsafeMutablePointer<Atomic<Int>> { counter(at: 256) }
  var phase: UnsafeMutablePointer<Atomic<Int>> { counter(at: 384) }

  init(workerCount: Int) {
    let byteCount = Self.firstLoop + 2 * (workerCount + 1) * Self.lineLength
    memory = .allocate(byteCount: byteCount, alignment: Self.lineLength)
    for offset in stride(from: 0, to: byteCount, by: 8) {
      (memory + offset).initializeMemory(as: Int.self, repeating: 0, count: 1)
    }
  }

  func deallocate() { memory.deallocate() }

  /// The counter that all workers of a loop share.
  @inline(__always) func loop(_ index: Int, bank: Int) -> UnsafeMutablePointer<Atomic<Int>> {
    counter(at: Self.firstLoop &+ Self.lineLength &* bank &+ 8 &* index)
  }

  /// The counter of one worker's part of a loop.
  @inline(__always) func ownLoop(_ index: Int, bank: Int, worker: Int) -> UnsafeMutablePointer<Atomic<Int>> {
    counter(at: Self.firstLoop &+ Self.lineLength &* (2 &* (worker &+ 1) &+ bank) &+ 8 &* index)
  }

  @inline(__always) private func counter(at offset: Int) -> UnsafeMutablePointer<Atomic<Int>> {
    (memory + offset).assumingMemoryBound(to: Atomic<Int>.self)
  }
}
