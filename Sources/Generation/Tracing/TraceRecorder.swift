// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import Synchronization

/// Records what the engine does and when, as Instruments does for Apple's framework.
///
/// Give it to requests and sessions, then write ``json()``, which Perfetto and chrome://tracing open.
package final class TraceRecorder: Sendable {
  /// The rows of the picture, in their order from the top.
  package enum Track: Int, CaseIterable, Sendable {
    case loading = 1
    case prompt, generation, masks, tools

    var title: String {
      switch self {
      case .loading: "asset loading"
      case .prompt: "prompt processing"
      case .generation: "generation"
      case .masks: "masks"
      case .tools: "tool calls"
      }
    }
  }

  /// What happened, from when to when.
  struct Event: Sendable {
    /// How the format names it: a span on a track, a span among others at the same time, a value that changes.
    enum Kind: Sendable { case span, concurrent(Int), counter }

    var kind: Kind
    var track: Track
    var name: String
    /// From the recorder's start.
    var start: Duration
    var length: Duration
    var arguments: JSONObject
  }

  /// Later events are left out: a trace of hours would fill the memory.
  package static let capacity = 1_000_000

  private struct State {
    var events: [Event] = []
    var dropped = 0
    var concurrent = 0
  }

  private let origin = ContinuousClock.now
  private let state = Mutex(State())

  package init() {}

  /// The time for ``span(_:_:since:_:)``.
  package var now: ContinuousClock.Instant { .now }

  /// Events left out because there were too many.
  package var droppedCount: Int { state.withLock { $0.dropped } }

  /// Something that began at `start` and ends now, on its track alone.
  package func span(
    _ track: Track, _ name: String, since start: ContinuousClock.Instant, _ arguments: JSONObject = [:]
  ) {
    add(.span, track, name, start, .now, arguments)
  }

  /// As ``span(_:_:since:_:)``, for things that may overlap.
  package func concurrentSpan(
    _ track: Track, _ name: String, since start: ContinuousClock.Instant, _ arguments: JSONObject = [:]
  ) {
    let number = state.withLock { state in
      state.concurrent += 1
      return state.concurrent
    }
    add(.concurrent(number), track, name, start, .now, arguments)
  }

  /// A value that changes, drawn as a curve.
  package func count(_ track: Track, _ name: String, _ value: Int) {
    let now = ContinuousClock.now
    add(.counter, track, name, now, now, ["value": .number(JSONNumber(value))])
  }

  private func add(
    _ kind: Event.Kind, _ track: Track, _ name: String, _ start: ContinuousClock.Instant,
    _ end: ContinuousClock.Instant, _ arguments: JSONObject
  ) {
    let event = Event(
      kind: kind, track: track, name: name, start: start - origin, length: end - start, arguments: arguments)
    state.withLock { state in
      if state.events.count < Self.capacity { state.events.append(event) } else { state.dropped += 1 }
    }
  }

  /// What has been recorded, in the Trace Event Format.
  package func json() -> JSONValue {
    let (events, dropped) = state.withLock { ($0.events, $0.dropped) }
    return TraceWriter.json(events, dropped: dropped)
  }
}
