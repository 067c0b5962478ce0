// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A program that is started, waited for, and ended when its work is no longer wanted.
struct ChildProcess {
  enum Outcome: Equatable {
    case exited(Int32)
    case killed(signal: Int32)
    /// Ended from here: the task was cancelled, or the caller asked for it.
    case givenUp
  }

  private let process = Process()

  init(_ executable: String, arguments: [String], environment: [String: String]) {
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.environment = environment
  }

  /// Collects what the program says on standard output and standard error together, instead of passing it on.
  func collectOutput(in pipe: Pipe) {
    process.standardOutput = pipe
    process.standardError = pipe
  }

  /// Starts the program and waits for its end.
  ///
  /// - Throws: `CommandError` when it cannot be started.
  func run(until isUnwanted: @escaping @Sendable () -> Bool = { false }) async throws -> Outcome {
    do {
      try process.run()
    } catch {
      throw CommandError(.failure, "cannot start '\(process.executableURL?.path ?? "")': \(error.localizedDescription)")
    }
    var isGivenUp = false
    while process.isRunning {
      if !isGivenUp, Task.isCancelled || isUnwanted() {
        isGivenUp = true
        process.terminate()
      }
      // Not Task.sleep: that returns at once in a cancelled task.
      await withCheckedContinuation { done in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { done.resume() }
      }
    }
    process.waitUntilExit()
    if isGivenUp { return .givenUp }
    return process.terminationReason == .exit
      ? .exited(process.terminationStatus) : .killed(signal: process.terminationStatus)
  }
}
