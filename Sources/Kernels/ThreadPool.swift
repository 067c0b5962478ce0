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

/// Threads that run the same function at the same time: one job per forward pass, barriers between its steps.
///
/// Idle threads spin for half a millisecond, which covers the time between two tokens, and then sleep.
/// The thread that calls `run` is worker 0. Calls of `run` from several threads take turns.
package final class ThreadPool: @unchecked Sendable {
  package let threadCount: Int
  package let instructionSet: InstructionSet

  private let state: PoolState
  private var threads: [pthread_t] = []
  private var turn = pthread_mutex_t()

  /// Starts `threadCount − 1` threads; at least one thread there always is.
  package init(threadCount: Int, instructionSet: InstructionSet = .active) {
    let wanted = max(1, min(threadCount, 256))
    self.instructionSet = instructionSet
    var started: [pthread_t] = []
    state = PoolState(capacity: wanted, kernels: instructionSet.kernels)
    pthread_mutex_init(&turn, nil)
    for index in 1..<max(1, wanted) {
      let start = Unmanaged.passRetained(WorkerStart(state: state, index: index))
      #if canImport(Darwin)
        var thread: pthread_t? = nil
      #else
        var thread = pthread_t()
      #endif
      let result = pthread_create(&thread, nil, workerMain, start.toOpaque())
      guard result == 0 else {
        start.release()
        break
      }
      #if canImport(Darwin)
        started.append(thread!)
      #else
        started.append(thread)
      #endif
    }
    threads = started
    self.threadCount = started.count + 1
    state.start(workerCount: started.count + 1)
  }

  deinit {
    state.stop()
    for thread in threads { pthread_join(thread, nil) }
    pthread_mutex_destroy(&turn)
  }

  /// Runs `body` once on every worker at the same time and returns when all are done.
  ///
  /// Must not be called from inside a job. Allocates the job; see `StoredJob`.
  package func run(_ body: (Worker) -> Void) {
    withoutActuallyEscaping(body) { run(StoredJob($0)) }
  }

  /// As `run`, for a job that is kept from call to call: allocates nothing and counts no references.
  package func run(_ job: StoredJob) {
    pthread_mutex_lock(&turn)
    defer { pthread_mutex_unlock(&turn) }
    let worker = state.worker(0)
    if threadCount == 1 {
      job.body(worker)
      worker.barrier()
      return
    }
    state.publish(job)
    job.body(worker)
    worker.barrier()
    state.clear()
  }

  /// Processors that are switched on.
  package static var availableProcessorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

/// What a worker thread starts from.
private final class WorkerStart {
  let state: PoolState
  let index: Int
  init(state: PoolState, index: Int) {
    self.state = state
    self.index = index
  }
}

#if canImport(Darwin)
  private func workerMain(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    let start = Unmanaged<WorkerStart>.fromOpaque(argument).takeRetainedValue()
    start.state.serve(start.index)
    return nil
  }
#else
  private func workerMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let start = Unmanaged<WorkerStart>.fromOpaque(argument).takeRetainedValue()
    start.state.serve(start.index)
    return nil
  }
#endif

/// What the threads of a pool share.
final class PoolState: @unchecked Sendable {
  let shared: SharedCounters
  let locals: UnsafeMutablePointer<WorkerLocal>
  let kernels: UnsafePointer<KernelTable>
  private let capacity: Int
  private var workerCount = 1
  /// Held by the caller of `run`, who waits for all workers before it lets it go.
  private var job: Unmanaged<StoredJob>?
  private var mutex = pthread_mutex_t()
  private var condition = pthread_cond_t()

  init(capacity: Int, kernels: UnsafePointer<KernelTable>) {
    self.capacity = capacity
    self.kernels = kernels
    shared = SharedCounters(workerCount: capacity)
    locals = .allocate(capacity: capacity)
    for index in 0..<capacity { (locals + index).initialize(to: WorkerLocal()) }
    pthread_mutex_init(&mutex, nil)
    pthread_cond_init(&condition, nil)
  }

  deinit {
    for index in 0..<capacity { locals[index].release() }
    locals.deallocate()
    shared.deallocate()
    pthread_mutex_destroy(&mutex)
    pthread_cond_destroy(&condition)
  }

  func start(workerCount: Int) { self.workerCount = workerCount }

  /// A worker's view of the job that begins.
  func worker(_ index: Int) -> Worker {
    locals[index].trail.startJob()
    return Worker(index: index, count: workerCount, shared: shared, local: locals + index, table: kernels)
  }

  func publish(_ job: StoredJob) {
    self.job = .passUnretained(job)
    wake()
  }

  func clear() { job = nil }

  func stop() {
    job = nil
    wake()
  }

  private func wake() {
    shared.generation.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
    if shared.sleepers.pointee.load(ordering: .sequentiallyConsistent) > 0 {
      pthread_mutex_lock(&mutex)
      pthread_cond_broadcast(&condition)
      pthread_mutex_unlock(&mutex)
    }
  }

  /// A worker thread's life: wait for a job, run it, until the pool stops.
  func serve(_ index: Int) {
    var seen = 0
    while true {
      seen = waitForJob(after: seen)
      let worker = worker(index)
      guard perform(worker) else { return }
      worker.barrier()
    }
  }

  /// Runs the job; false when there is none, which ends the thread.
  private func perform(_ worker: Worker) -> Bool {
    guard let job else { return false }
    job._withUnsafeGuaranteedRef { $0.body(worker) }
    return true
  }

  /// Spins, then sleeps, until a job later than `seen` is there; returns its number.
  private func waitForJob(after seen: Int) -> Int {
    let deadline = monotonicNanoseconds() + 500_000
    repeat {
      for _ in 0..<64 {
        let generation = shared.generation.pointee.load(ordering: .acquiring)
        if generation != seen { return generation }
        spin_loop_hint()
      }
    } while monotonicNanoseconds() < deadline
    pthread_mutex_lock(&mutex)
    defer { pthread_mutex_unlock(&mutex) }
    shared.sleepers.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
    defer { shared.sleepers.pointee.wrappingAdd(-1, ordering: .sequentiallyConsistent) }
    while true {
      let generation = shared.generation.pointee.load(ordering: .sequentiallyConsistent)
      if generation != seen { return generation }
      pthread_cond_wait(&condition, &mutex)
    }
  }
}

/// Nanoseconds of a clock that only goes forward.
package func monotonicNanoseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
}
