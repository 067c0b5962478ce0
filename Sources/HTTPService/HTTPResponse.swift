// SPDX-License-Identifier: Apache-2.0

/// What a request is answered with.
public struct HTTPResponse: Sendable {
  public enum Body: Sendable {
    case bytes([UInt8])
    /// Server-sent events, for as long as the stream is open.
    case events(EventStream)
  }

  public var status: Int
  public var headers: [(name: String, value: String)]
  public var body: Body

  public init(status: Int = 200, headers: [(name: String, value: String)] = [], body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Text or bytes of a media type.
  public init(status: Int = 200, type: String, _ bytes: [UInt8]) {
    self.init(status: status, headers: [("Content-Type", type)], body: .bytes(bytes))
  }

  public init(status: Int = 200, type: String = "text/plain; charset=utf-8", _ text: String) {
    self.init(status: status, type: type, Array(text.utf8))
  }

  /// A stream of server-sent events.
  public static func events(_ stream: EventStream) -> HTTPResponse {
    HTTPResponse(
      headers: [("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no")],
      body: .events(stream))
  }
}
