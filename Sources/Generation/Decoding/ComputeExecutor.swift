// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// A serial executor on one thread of its own, so that minutes of computing never occupy Swift's shared threads.
///
/// All contexts of a model share one: they take turns between tokens, and the model's thread pool has a single caller.
final class ComputeExecutor: SerialExecutor {
  /// The jobs that wait, shared with the thread.
  private final class Queue: @unchecked Sendable {
    // Guarded by `condition`.
    private var jobs: [UnownedJob] = []
    private var head = 0
    private var closed = false
    private let condition = NSCondition()
    /// Jobs that nobody has taken yet; read without the lock.
    let count = Atomic(0)

    func append(_ job: UnownedJob) {
      condition.lock()
      jobs.append(job)
      count.wrappingAdd(1, ordering: .relaxed)
      condition.signal()
      condition.unlock()
    }

    /// The next job; waits for one, and returns nil when the queue is closed.
    func next() -> UnownedJob? {
      condition.lock()
      defer { condition.unlock() }
      while head == jobs.count {
        if closed { return nil }
        condition.wait()
      }
      let job = jobs[head]
      head += 1
      count.wrappingAdd(-1, ordering: .relaxed)
      if head == jobs.count {
        jobs.removeAll(keepingCapacity: true)
        head = 0
      }
      return job
    }

    func close() {
      condition.lock()
      closed = true
      condition.signal()
      condition.unlock()
    }
  }

  private let queue = Queue()

  init() {
    let queue = queue
    let executor = Unmanaged.passUnretained(self)
    // SAFETY: the thread touches `executor` only while it runs a job, and a job's actor keeps the executor alive.
    let address = UInt(bitPattern: executor.toOpaque())
    let thread = Thread {
      while let job = queue.next() {
        let executor = Unmanaged<ComputeExecutor>.fromOpaque(UnsafeRawPointer(bitPattern: address)!)
        job.runSynchronously(on: executor._withUnsafeGuaranteedRef { $0.asUnownedSerialExecutor() })
      }
    }
    thread.name = "infer-compute"
    thread.stackSize = 8 << 20
    thread.start()
  }

  deinit { queue.close() }

  /// Whether something waits for its turn, such as another context's next token.
  var hasWaitingJobs: Bool { queue.count.load(ordering: .relaxed) > 0 }

  func enqueue(_ job: consuming ExecutorJob) { queue.append(UnownedJob(job)) }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
