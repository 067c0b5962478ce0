// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// One request's hold on its session: there is at most one at a time.
final class RequestTicket: Sendable {
  private struct State {
    var isAbandoned = false
    var task: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// Whether nobody waits for the answer any more; the session is then free, though the model may still finish a token.
  var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

  /// The work of a streamed request.
  var task: Task<Void, Never>? { state.withLock { $0.task } }

  func setTask(_ task: Task<Void, Never>) { state.withLock { $0.task = task } }

  /// Gives up the answer and stops the model.
  func abandon() {
    let task = state.withLock { state in
      state.isAbandoned = true
      return state.task
    }
    task?.cancel()
  }
}
