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
  ///
  /// While it waits, a worker asks for the weights that it is likely to read next (`WeightTrail`).
  package func barrier() {
    if count == 1 { return }
    let phase = shared.phase.pointee.load(ordering: .relaxed)
    let arrived = shared.arrived.pointee.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
    if arrived == count {
      shared.arrived.pointee.store(0, ordering: .relaxed)
      shared.phase.pointee.store(phase &+ 1, ordering: .releasing)
    } else {
      wait(for: phase)
    }
    local.pointee.endLoops(index, shared)
  }

  private func wait(for phase: Int) {
    var spins = 0
    while shared.phase.pointee.load(ordering: .acquiring) == phase {
      if local.pointee.trail.askForMore() { continue }
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
    let counter = shared.loop(nextLoop(), bank: local.pointee.bank)
    while true {
      let start = counter.pointee.wrappingAdd(grain, ordering: .relaxed).oldValue
      if start >= total { return }
      body(start..<min(total, start &+ grain))
    }
  }

  /// As `forEachChunk`, but each worker takes the runs of its own contiguous part first, and then what others have left of
  /// theirs: what lies side by side in memory is read by one of them, and nobody waits for a counter.
  @inline(__always)
  package func forEachOwnChunk(of total: Int, grain: Int, _ body: (Range<Int>) -> Void) {
    if count == 1 {
      if total > 0 { body(0..<total) }
      return
    }
    let loop = nextLoop()
    for step in 0..<count {
      let owner = index &+ step < count ? index &+ step : index &+ step &- count
      let part = share(of: total, worker: owner)
      let counter = shared.ownLoop(loop, bank: local.pointee.bank, worker: owner)
      // What another has finished is only looked at: its counter stays where it is.
      while step == 0 || counter.pointee.load(ordering: .relaxed) < part.count {
        let start = part.lowerBound &+ counter.pointee.wrappingAdd(grain, ordering: .relaxed).oldValue
        if start >= part.upperBound { break }
        body(start..<min(part.upperBound, start &+ grain))
      }
    }
  }

  /// This worker's share of 0..<`total` when it is cut into equal contiguous parts.
  package func share(of total: Int) -> Range<Int> { share(of: total, worker: index) }

  @inline(__always) private func share(of total: Int, worker: Int) -> Range<Int> {
    (total &* worker / count)..<(total &* (worker &+ 1) / count)
  }

  /// `TileArguments.scratchByteCount` bytes of this worker alone, aligned to 64.
  var tileScratch: UnsafeMutableRawPointer { local.pointee.tileScratch }

  /// Memory of this worker alone, kept from call to call; aligned to 64 bytes, contents undefined.
  func scratch(byteCount: Int) -> UnsafeMutableRawPointer { local.pointee.scratch(byteCount: byteCount) }

  /// The number of the loop that begins, of those since the last barrier.
  private func nextLoop() -> Int {
    if local.pointee.loopIndex == SharedCounters.loopCount { barrier() }
    defer { local.pointee.loopIndex &+= 1 }
    return local.pointee.loopIndex
  }
}
