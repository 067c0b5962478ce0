// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// Writes events in the Trace Event Format: JSON that Perfetto and chrome://tracing open.
///
/// - Source: Duca and Sinclair, Trace Event Format.
enum TraceWriter {
  private static let process = 1

  static func json(_ events: [TraceRecorder.Event], dropped: Int) -> JSONValue {
    var list: [JSONValue] = [metadata("process_name", ["name": "infer"], thread: 0)]
    for track in TraceRecorder.Track.allCases {
      list.append(metadata("thread_name", ["name": .string(track.title)], thread: track.rawValue))
      list.append(metadata("thread_sort_index", ["sort_index": number(track.rawValue)], thread: track.rawValue))
    }
    for event in events { list += json(event) }
    var other: JSONObject = ["engine": "infer"]
    if dropped > 0 { other["dropped_events"] = number(dropped) }
    return ["traceEvents": .array(list), "displayTimeUnit": "ms", "otherData": .object(other)]
  }

  private static func metadata(_ name: String, _ arguments: JSONObject, thread: Int) -> JSONValue {
    [
      "name": .string(name), "ph": "M", "pid": number(process), "tid": number(thread), "args": .object(arguments),
    ]
  }

  private static func json(_ event: TraceRecorder.Event) -> [JSONValue] {
    var object: JSONObject = [
      "name": .string(event.name), "cat": .string(event.track.title), "ph": "X", "ts": microseconds(event.start),
      "pid": number(process), "tid": number(event.track.rawValue),
    ]
    switch event.kind {
    case .span:
      object["dur"] = microseconds(event.length)
      object["args"] = .object(event.arguments)
      return [.object(object)]
    case .counter:
      object["ph"] = "C"
      object["args"] = .object(event.arguments)
      return [.object(object)]
    case .concurrent(let number):
      object["ph"] = "b"
      object["id"] = .string("\(number)")
      var end = object
      object["args"] = .object(event.arguments)
      end["ph"] = "e"
      end["ts"] = microseconds(event.start + event.length)
      return [.object(object), .object(end)]
    }
  }

  private static func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

  /// With three decimals, as the format wants times.
  private static func microseconds(_ duration: Duration) -> JSONValue {
    let (seconds, attoseconds) = duration.components
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    return .number(JSONNumber(Double(nanoseconds) / 1000))
  }
}
