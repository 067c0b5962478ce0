// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Glibc
import Synchronization

/// Ctrl-C: stops what is running, or ends the process when nothing can be stopped.
///
/// Unchecked, since the signal source is set up once and then only kept alive.
final class Interrupts: @unchecked Sendable {
  static let shared = Interrupts()

  private struct State {
    var stop: (@Sendable () -> Void)?
    var wasInterrupted = false
  }

  private let state = Mutex(State())
  // Queue of its own: the main one does not run while the process waits for an answer.
  private let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: DispatchQueue(label: "interrupts"))

  /// Takes SIGINT over from the system.
  func install() {
    signal(SIGINT, SIG_IGN)
    source.setEventHandler { [self] in handle() }
    source.resume()
  }

  private func handle() {
    let stop = state.withLock { state in
      defer {
        state.stop = nil
        state.wasInterrupted = true
      }
      return state.stop
    }
    guard let stop else {
      if OutputStream.error.isTerminal { OutputStream.error.writeIgnoringErrors("\r\u{1B}[K") }
      exit(ExitCode.interrupted.rawValue)
    }
    stop()
  }

  /// Runs `work` as a task that the first Ctrl-C cancels; a second one ends the process.
  ///
  /// - Returns: the outcome, and whether Ctrl-C came.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value
  ) async -> (value: Value, wasInterrupted: Bool) {
    let task = Task { await work() }
    state.withLock {
      $0.stop = { task.cancel() }
      $0.wasInterrupted = false
    }
    let value = await task.value
    let wasInterrupted = state.withLock { state in
      state.stop = nil
      return state.wasInterrupted
    }
    return (value, wasInterrupted)
  }
}
