// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The process that takes spoilt input, case after case, until one breaks it.
///
/// It tells of each case before it begins, so that the last one told of is the one that broke it: `at INDEX`. What a case did
/// that none may is told as `found INDEX WHAT`, and the end of the batch as `end NEXT`.
struct MutationWorker {
  let kind: any MutationKind.Type
  let corpus: MutationCorpus
  let seed: UInt64
  let range: Range<Int>

  /// - Throws: `SuiteError` where there is no corpus.
  func run() throws { try run(kind) }

  private func run<Kind: MutationKind>(_ type: Kind.Type) throws {
    // SAFETY: made here, used by the one thread that is waited for.
    nonisolated(unsafe) let kind = try Kind(corpus)
    var data = rlimit(rlim_cur: rlim_t(MutationLimits.data), rlim_max: rlim_t(MutationLimits.data))
    setrlimit(__rlimit_resource_t(2), &data)  // RLIMIT_DATA
    let (seed, range) = (seed, range)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      Self.run(kind, seed, range)
      done.signal()
    }
    thread.stackSize = MutationLimits.stack
    thread.start()
    done.wait()
  }

  private static func run(_ kind: some MutationKind, _ seed: UInt64, _ range: Range<Int>) {
    let start = ResourceMeter.seconds
    var index = range.lowerBound
    while index < range.upperBound, ResourceMeter.seconds - start < MutationLimits.batchSeconds {
      tell("at \(index)")
      if let what = judge(kind, seed, index) { tell("found \(index) \(what)") }
      index += 1
    }
    tell("end \(index)")
  }

  /// What the case did that none may.
  private static func judge<Kind: MutationKind>(_ kind: Kind, _ seed: UInt64, _ index: Int) -> String? {
    var random = MutationRandom(seed: seed, index: index)
    let input = kind.input(&random)
    let limit = kind.byteCount(input) + MutationLimits.memory
    let memory = ResourceMeter.startPeak()
    let start = ResourceMeter.seconds
    // A case that goes on is ended by a signal, as one that crashes.
    setAlarm(seconds: MutationLimits.stop)
    defer { setAlarm(seconds: 0) }
    do {
      try kind.run(input)
    } catch {
      return "\(error)".split(separator: "\n").joined(separator: " ")
    }
    let seconds = ResourceMeter.seconds - start
    let growth = ResourceMeter.peak - memory
    if seconds > MutationLimits.seconds { return "takes \(Int(seconds * 1000)) ms" }
    return growth > limit ? "takes \(growth >> 20) MB of memory" : nil
  }

  private static func setAlarm(seconds: Int) {
    var timer = itimerval()
    timer.it_value.tv_sec = seconds
    setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
  }

  private static func tell(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }
}
