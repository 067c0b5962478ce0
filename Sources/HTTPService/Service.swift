// SPDX-License-Identifier: Apache-2.0
import CMicroHTTPD
import Synchronization

/// What libmicrohttpd calls: takes requests apart, has them handled, sends the responses.
final class Service: Sendable {
  let limits: HTTPLimits
  private let handler: HTTPServer.Handler
  private let streams = Mutex<[ObjectIdentifier: EventStream]>([:])
  private let handling = Atomic(0)
  private let isStopping = Atomic(false)

  init(limits: HTTPLimits, handler: @escaping HTTPServer.Handler) {
    self.limits = limits
    self.handler = handler
  }

  /// Connections that wait for a handler or for events.
  var suspendedCount: Int { handling.load(ordering: .acquiring) + streams.withLock { $0.count } }

  /// Ends all event streams.
  func stop() {
    isStopping.store(true, ordering: .releasing)
    for stream in streams.withLock({ Array($0.values) }) { stream.finish() }
  }

  // MARK: Called by the library, on its thread

  static let accept: MHD_AccessHandlerCallback = { context, pointer, url, method, _, data, size, slot in
    guard let context, let pointer, let url, let method, let size, let slot else { return cmicrohttpd_no }
    let service = Unmanaged<Service>.fromOpaque(context).takeUnretainedValue()
    let connection = Connection(pointer: pointer)
    guard let known = slot.pointee else {
      // The first call: the headers alone have come. `completed` gives the exchange back.
      slot.pointee = Unmanaged.passRetained(Exchange()).toOpaque()
      return service.isTooLarge(connection) ? service.send(Service.tooLarge, connection, nil) : cmicrohttpd_yes
    }
    let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
    if size.pointee > 0, let data {
      data.withMemoryRebound(to: UInt8.self, capacity: size.pointee) {
        exchange.receive(UnsafeBufferPointer(start: $0, count: size.pointee), limit: service.limits.bodyBytes)
      }
      size.pointee = 0
      return cmicrohttpd_yes
    }
    return service.proceed(exchange, connection, String(cString: method), String(cString: url))
  }

  static let completed: MHD_RequestCompletedCallback = { context, _, slot, _ in
    guard let context, let known = slot?.pointee else { return }
    slot?.pointee = nil
    let exchange = Unmanaged<Exchange>.fromOpaque(known).takeRetainedValue()
    Unmanaged<Service>.fromOpaque(context).takeUnretainedValue().complete(exchange)
  }

  private func complete(_ exchange: Exchange) {
    guard let stream = exchange.stream.withLock({ $0 }) else { return }
    streams.withLock { $0[ObjectIdentifier(stream)] = nil }
    stream.close()
  }

  /// The whole request is there, or the handler has answered it.
  private func proceed(_ exchange: Exchange, _ connection: Connection, _ method: String, _ path: String) -> MHD_Result {
    let stage = exchange.stage.withLock { stage -> Exchange.Stage in
      let now = stage
      switch now {
      case .receiving: stage = .handling
      case .answering, .refusing: stage = .done
      case .handling, .done: break
      }
      return now
    }
    switch stage {
    case .receiving(let body):
      let request = request(connection, method, path, body)
      connection.suspend()
      handling.add(1, ordering: .acquiringAndReleasing)
      Task { [self] in
        let response = await handler(request)
        exchange.stage.withLock { $0 = .answering(response) }
        connection.resume()
        handling.subtract(1, ordering: .acquiringAndReleasing)
      }
      return cmicrohttpd_yes
    case .refusing: return send(Self.tooLarge, connection, exchange)
    case .answering(let response): return send(response, connection, exchange)
    case .handling: return cmicrohttpd_yes
    case .done: return cmicrohttpd_no
    }
  }

  // MARK: The request

  private static let tooLarge = HTTPResponse(status: 413, "The request is too large.\n")

  /// Whether the headers announce a body beyond the limit.
  private func isTooLarge(_ connection: Connection) -> Bool {
    let header = MHD_lookup_connection_value(connection.pointer, cmicrohttpd_headers, "Content-Length")
    guard let header, let length = Int(String(cString: header)) else { return false }
    return length > limits.bodyBytes
  }

  private func request(_ connection: Connection, _ method: String, _ path: String, _ body: [UInt8]) -> HTTPRequest {
    HTTPRequest(
      method: method, path: path, headers: values(connection, cmicrohttpd_headers, lowercased: true),
      query: values(connection, cmicrohttpd_arguments, lowercased: false), body: body)
  }

  private func values(_ connection: Connection, _ kind: MHD_ValueKind, lowercased: Bool) -> [String: String] {
    final class Values {
      var found: [String: String] = [:]
      let lowercased: Bool
      init(lowercased: Bool) { self.lowercased = lowercased }
    }
    let values = Values(lowercased: lowercased)
    MHD_get_connection_values(
      connection.pointer, kind,
      { context, _, key, value in
        guard let context, let key else { return cmicrohttpd_yes }
        let values = Unmanaged<Values>.fromOpaque(context).takeUnretainedValue()
        let name = String(cString: key)
        values.found[values.lowercased ? name.lowercased() : name] = value.map { String(cString: $0) } ?? ""
        return cmicrohttpd_yes
      }, Unmanaged.passUnretained(values).toOpaque())
    return values.found
  }

  // MARK: The response

  private func send(_ response: HTTPResponse, _ connection: Connection, _ exchange: Exchange?) -> MHD_Result {
    let made: OpaquePointer?
    switch response.body {
    case .bytes(var bytes):
      made = bytes.withUnsafeMutableBytes {
        MHD_create_response_from_buffer($0.count, $0.baseAddress, cmicrohttpd_copy)
      }
    case .events(let stream): made = eventResponse(stream, connection, exchange)
    }
    guard let made else { return cmicrohttpd_no }
    defer { MHD_destroy_response(made) }
    for header in response.headers { MHD_add_response_header(made, header.name, header.value) }
    return MHD_queue_response(connection.pointer, UInt32(response.status), made)
  }

  /// What the library's reading callback needs.
  private final class EventSource {
    let stream: EventStream
    let connection: Connection
    init(_ stream: EventStream, _ connection: Connection) {
      self.stream = stream
      self.connection = connection
    }
  }

  private func eventResponse(
    _ stream: EventStream, _ connection: Connection, _ exchange: Exchange?
  ) -> OpaquePointer? {
    exchange?.stream.withLock { $0 = stream }
    streams.withLock { $0[ObjectIdentifier(stream)] = stream }
    stream.open(limits)
    if isStopping.load(ordering: .acquiring) { stream.finish() }
    let source = Unmanaged.passRetained(EventSource(stream, connection))
    let response = MHD_create_response_from_callback(
      UInt64.max, 4096,
      { context, _, buffer, size in
        guard let context, let buffer else { return -1 }
        let source = Unmanaged<EventSource>.fromOpaque(context).takeUnretainedValue()
        let target = UnsafeMutableRawBufferPointer(start: buffer, count: size)
        // MHD_CONTENT_READER_END_OF_STREAM is -1.
        return source.stream.read(into: target, for: source.connection) ?? -1
      }, source.toOpaque(),
      { context in
        guard let context else { return }
        Unmanaged<EventSource>.fromOpaque(context).release()
      })
    if response == nil { source.release() }
    return response
  }
}
