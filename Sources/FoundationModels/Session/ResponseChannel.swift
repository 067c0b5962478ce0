// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import Synchronization

/// An answer so far.
enum ResponseUpdate: Sendable {
  case text(String)
  case value(JSONValue, isComplete: Bool)
  case content(GeneratedContent)
}

/// Carries an answer from the task that generates it to those who read it.
///
/// Updates that are not read in time are merged: each holds all of the answer so far, so that only the newest counts.
final class ResponseChannel: Sendable {
  private static let capacity = 256

  private struct State {
    var updates: [ResponseUpdate] = []
    var result: Result<SessionOutcome, any Error>?
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextWaiter = 0
    var readers = 0
    var isAbandoned = false
  }

  private let state: Mutex<State>
  private let onAbandon: @Sendable () -> Void
  /// Identifies the answer, the same in all its snapshots.
  let id = GenerationID()

  /// Makes a channel for an answer that is to come.
  ///
  /// - Parameter onAbandon: Called once when nobody reads any more.
  init(onAbandon: @escaping @Sendable () -> Void) {
    state = Mutex(State())
    self.onAbandon = onAbandon
  }

  /// Makes the channel of a request that could not start.
  init(failed error: any Error) {
    state = Mutex(State(result: .failure(error)))
    onAbandon = {}
  }

  /// Makes the channel of an answer that is there.
  init(finished content: GeneratedContent, entries: ArraySlice<Transcript.Entry>) {
    let outcome = SessionOutcome(content: content, entries: entries)
    state = Mutex(State(updates: [.content(content)], result: .success(outcome)))
    onAbandon = {}
  }

  // MARK: Writing

  func send(_ update: ResponseUpdate) {
    wake { state in
      guard state.result == nil, !state.isAbandoned else { return }
      if state.updates.count == Self.capacity { state.updates.removeLast() }
      state.updates.append(update)
    }
  }

  func finish(_ result: Result<SessionOutcome, any Error>) {
    wake { state in
      guard state.result == nil else { return }
      if case .success(let outcome) = result { state.updates.append(.content(outcome.content)) }
      state.result = result
    }
  }

  private func wake(_ change: (inout State) -> Void) {
    let waiting = state.withLock { state in
      change(&state)
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in waiting { continuation.resume() }
  }

  // MARK: Reading

  /// The next update, or nil after the last.
  ///
  /// - Throws: What the request threw; `CancellationError` when the reading task is cancelled, which ends the request.
  func next() async throws -> ResponseUpdate? {
    while true {
      let ready: Result<ResponseUpdate?, any Error>? = state.withLock { state in
        if !state.updates.isEmpty { return .success(state.updates.removeFirst()) }
        return state.result?.map { _ in nil }
      }
      if let ready { return try ready.get() }
      if Task.isCancelled {
        abandon()
        throw CancellationError()
      }
      await waitForChange()
    }
  }

  /// The outcome; call it after `next()` has returned nil.
  func outcome() throws -> SessionOutcome {
    guard let result = state.withLock({ $0.result }) else { throw CancellationError() }
    return try result.get()
  }

  private func waitForChange() async {
    let waiter = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if !state.updates.isEmpty || state.result != nil || Task.isCancelled { return true }
          state.waiting[waiter] = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: waiter) }?.resume()
    }
  }

  // MARK: Readers

  func addReader() { state.withLock { $0.readers += 1 } }

  /// One loop over the stream has ended, by itself or not.
  func removeReader() {
    let isLast = state.withLock { state in
      state.readers -= 1
      return state.readers == 0
    }
    if isLast { abandon() }
  }

  /// The stream itself was dropped.
  func dropped() {
    if state.withLock({ $0.readers == 0 }) { abandon() }
  }

  private func abandon() {
    let isFirst = state.withLock { state in
      guard state.result == nil, !state.isAbandoned else { return false }
      state.isAbandoned = true
      return true
    }
    if isFirst { onAbandon() }
  }
}
