// SPDX-License-Identifier: Apache-2.0
import CIntrinsics
import KernelBodies
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One thread's view of a running job. All workers of a job call the same operations in the same order.
package struct Worker {
  /// 0 for the thread that called `run`.
  package let index: Int
  /// Workers of the job.
  package let count: Int
  let shared: SharedCounters
  let local: UnsafeMutablePointer<WorkerLocal>
  let table: UnsafePointer<KernelTable>

  /// This worker as the only one, for operations without barriers that it does for itself.
  package var alone: Worker { Worker(index: 0, count: 1, shared: shared, local: local, table: table) }

  /// Waits until every worker is here. What each wrote before is visible to all after.
  package func barrier() {
    local.pointee.loopIndex = 0
    if count == 1 {
      shared.resetLoops()
      return
    }
    let phase = shared.phase.pointee.load(ordering: .relaxed)
    let arrived = shared.arrived.pointee.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
    if arrived == count {
      shared.resetLoops()
      shared.arrived.pointee.store(0, ordering: .relaxed)
      shared.phase.pointee.store(phase &+ 1, ordering: .releasing)
      return
    }
    var spins = 0
    while shared.phase.pointee.load(ordering: .acquiring) == phase {
      spins &+= 1
      // A few microseconds cover workers that all run. Where another process has taken a processor, spinning longer
      // would only keep the missing worker from the one that is left.
      if spins > 256, spins & 31 == 0 { sched_yield() } else { spin_loop_hint() }
    }
  }

  /// Hands out 0..<`total` in runs of `grain` to whichever worker is free; every worker calls this, none waits at the end.
  @inline(__always)
  package func forEachChunk(of total: Int, grain: Int, _ body: (Range<Int>) -> Void) {
    if count == 1 {
      if total > 0 { body(0..<total) }
      return
    }
    let counter = nextLoop()
    while true {
      let start = counter.pointee.wrappingAdd(grain, ordering: .relaxed).oldValue
      if start >= total { return }
      body(start..<min(total, start &+ grain))
    }
  }

  /// This worker's share of 0..<`total` when it is cut into equal contiguous parts.
  package func share(of total: Int) -> Range<Int> {
    (total &* index / count)..<(total &* (index &+ 1) / count)
  }

  /// `TileArguments.scratchByteCount` bytes of this worker alone, aligned to 64.
  var tileScratch: UnsafeMutableRawPointer { local.pointee.tileScratch }

  /// Memory of this worker alone, kept from call to call; aligned to 64 bytes, contents undefined.
  func scratch(byteCount: Int) -> UnsafeMutableRawPointer { local.pointee.scratch(byteCount: byteCount) }

  private func nextLoop() -> UnsafeMutablePointer<Atomic<Int>> {
    if local.pointee.loopIndex == SharedCounters.loopCount { barrier() }
    defer { local.pointee.loopIndex &+= 1 }
    return shared.loop(local.pointee.loopIndex)
  }
}

/// The atomics of a pool, each kind on a cache line of its own.
struct SharedCounters: @unchecked Sendable {
  /// Dynamic loops between two barriers; one more makes a barrier by itself.
  static let loopCount = 8

  let memory: UnsafeMutableRawPointer
  var generation: UnsafeMutablePointer<Atomic<Int>> { memory.assumingMemoryBound(to: Atomic<Int>.self) }
  var sleepers: UnsafeMutablePointer<Atomic<Int>> { (memory + 128).assumingMemoryBound(to: Atomic<Int>.self) }
  var arrived: UnsafeMutablePointer<Atomic<Int>> { (memory + 256).assumingMemoryBound(to: Atomic<Int>.self) }
  var phase: UnsafeMutablePointer<Atomic<Int>> { (memory + 384).assumingMemoryBound(to: Atomic<Int>.self) }

  init() {
    memory = .allocate(byteCount: 640, alignment: 128)
    for offset in stride(from: 0, to: 640, by: 8) {
      (memory + offset).initializeMemory(as: Int.self, repeating: 0, count: 1)
    }
  }

  func deallocate() { memory.deallocate() }

  @inline(__always) func loop(_ index: Int) -> UnsafeMutablePointer<Atomic<Int>> {
    (memory + (512 &+ 8 &* index)).assumingMemoryBound(to: Atomic<Int>.self)
  }

  func resetLoops() {
    for index in 0..<Self.loopCount { loop(index).pointee.store(0, ordering: .relaxed) }
  }
}

/// What a worker keeps between operations; padded so that workers do not share a cache line.
struct WorkerLocal {
  var loopIndex = 0
  let tileScratch: UnsafeMutableRawPointer
  private var memory: UnsafeMutableRawPointer?
  private var capacity = 0
  private var padding: (Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int) = (
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  )

  init() { tileScratch = .allocate(byteCount: TileArguments.scratchByteCount, alignment: 64) }

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
    memory = nil
    capacity = 0
  }
}
