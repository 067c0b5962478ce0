// SPDX-License-Identifier: Apache-2.0
import KernelBodies
import Synchronization

/// What a worker keeps between operations; padded so that workers do not share a cache line.
struct WorkerLocal {
  /// Loops since the last barrier.
  var loopIndex = 0
  /// Which counters these loops use.
  var bank = 0
  var trail = WeightTrail()
  let tileScratch: UnsafeMutableRawPointer
  private var memory: UnsafeMutableRawPointer?
  private var capacity = 0
  private var padding: (Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int) = (
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  )

  init() { tileScratch = .allocate(byteCount: TileArguments.scratchByteCount, alignment: 64) }

  /// Clears the counters of the loops before a barrier that has been passed, those of `worker`; the first worker clears
  /// the shared ones as well.
  @inline(__always)
  mutating func endLoops(_ worker: Int, _ shared: SharedCounters) {
    for loop in 0..<loopIndex {
      shared.ownLoop(loop, bank: bank, worker: worker).pointee.store(0, ordering: .relaxed)
      if worker == 0 { shared.loop(loop, bank: bank).pointee.store(0, ordering: .relaxed) }
    }
    loopIndex = 0
    bank ^= 1
  }

  mutating func scratch(byteCount: Int) -> UnsafeMutableRawPointer {
    if let memory, capacity >= byteCount { return memory }
    memory?.deallocate()
    let bytes = (byteCount + 4095) & ~4095
    let fresh = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    memory = fresh
    capacity = bytes
    return fresh
  }

  mutating func release() {
    memory?.deallocate()
    tileScratch.deallocate()
    trail.deallocate()
    memory = nil
    capacity = 0
  }
}
