// SPDX-License-Identifier: Apache-2.0
import CMicroHTTPD
import Synchronization

/// A channel of server-sent events to one reader.
///
/// Events may be sent before the response has begun and from any thread. When the reader goes away, which a ping finds out
/// where no event does, `onClose` is called once.
public final class EventStream: Sendable {
  private struct State {
    var buffer: [UInt8] = []
    var isFinished = false
    var isClosed = false
    /// Set while the connection waits for events. MHD's own pointers; used under the lock alone.
    var suspended: Connection?
    var onClose: (@Sendable () -> Void)?
    var capacity = HTTPLimits().eventBytes
  }

  private let state = Mutex(State())
  private let pings = Mutex<Task<Void, Never>?>(nil)

  public init() {}

  /// What is done when the reader has gone away before `finish`; at once where that has happened already.
  public func onClose(_ work: @escaping @Sendable () -> Void) {
    let isGone = state.withLock { state in
      if state.isClosed, !state.isFinished { return true }
      state.onClose = work
      return false
    }
    if isGone { work() }
  }

  /// Sends an event. Line ends in the data become several `data` lines, which a reader joins again.
  ///
  /// - Parameter name: without line ends.
  public func send(_ name: String, _ data: String) {
    var text = "event: \(name)\n"
    for line in data.split(separator: "\n", omittingEmptySubsequences: false) { text += "data: \(line)\n" }
    append(text + "\n")
  }

  /// Ends the stream when all events have been read.
  public func finish() {
    state.withLock { state in
      state.isFinished = true
      Self.wake(&state)
    }
    stopPings()
  }

  /// A comment, which readers pass over.
  func ping() { append(":\n\n") }

  private func append(_ text: String) {
    let overflow = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isFinished, !state.isClosed else { return nil }
      guard state.buffer.count + text.utf8.count <= state.capacity else {
        // A reader that takes nothing is as good as gone.
        state.isClosed = true
        state.buffer = []
        Self.wake(&state)
        defer { state.onClose = nil }
        return state.onClose
      }
      state.buffer += Array(text.utf8)
      Self.wake(&state)
      return nil
    }
    overflow?()
  }

  private static func wake(_ state: inout State) {
    guard let connection = state.suspended else { return }
    state.suspended = nil
    connection.resume()
  }

  // MARK: The server's side

  /// The connection that reads from now on.
  func open(_ limits: HTTPLimits) {
    state.withLock { $0.capacity = limits.eventBytes }
    let task = Task { [weak self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: limits.pingInterval)
        guard !Task.isCancelled, let self else { return }
        self.ping()
      }
    }
    pings.withLock { $0 = task }
  }

  /// Takes bytes for the connection.
  ///
  /// - Returns: how many; 0 where there are none yet, and the connection is then suspended; nil at the end.
  func read(into target: UnsafeMutableRawBufferPointer, for connection: Connection) -> Int? {
    state.withLock { state in
      if state.isClosed { return nil }
      if state.buffer.isEmpty {
        if state.isFinished { return nil }
        connection.suspend()
        state.suspended = connection
        return 0
      }
      let count = min(target.count, state.buffer.count)
      state.buffer.withUnsafeBytes { target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      state.buffer.removeFirst(count)
      return count
    }
  }

  /// The connection is gone.
  func close() {
    stopPings()
    let work = state.withLock { state -> (@Sendable () -> Void)? in
      state.suspended = nil
      defer {
        state.isClosed = true
        state.onClose = nil
        state.buffer = []
      }
      return state.isFinished || state.isClosed ? nil : state.onClose
    }
    work?()
  }

  private func stopPings() {
    pings.withLock { task in
      task?.cancel()
      task = nil
    }
  }
}
