// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Synchronization
import Testing

@testable import HTTPService

@Suite("The HTTP server")
struct HTTPServerTests {
  /// Runs with a server on a free port.
  private func withServer(
    _ limits: HTTPLimits = HTTPLimits(), _ handler: @escaping HTTPServer.Handler,
    _ work: (RawClient) async throws -> Void
  ) async throws {
    let server = try HTTPServer(port: 0, limits: limits, handler: handler)
    do {
      try await work(RawClient(port: server.port))
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  private static let echo: HTTPServer.Handler = { request in
    HTTPResponse(
      """
      \(request.method) \(request.path) \(request.query.sorted { $0.key < $1.key }) \(request.headers["x-test"] ?? "-") \
      \(request.mediaType ?? "-") \(request.body.count)
      """)
  }

  @Test(arguments: [
    (
      "GET /a%20b?x=1&y=%C3%A9 HTTP/1.1\r\nX-Test: t\r\n", "",
      #"GET /a b [(key: "x", value: "1"), (key: "y", value: "é")] t - 0"#
    ),
    (
      "POST /p HTTP/1.1\r\nContent-Type: Application/JSON; charset=utf-8\r\nContent-Length: 5\r\n", "hello",
      "POST /p [] - application/json 5"
    ),
    ("POST /p HTTP/1.1\r\nTransfer-Encoding: chunked\r\n", "5\r\nhello\r\n3\r\nabc\r\n0\r\n\r\n", "POST /p [] - - 8"),
    ("DELETE /x HTTP/1.1\r\n", "", "DELETE /x [] - - 0"),
  ])
  func requestsAreRead(head: String, body: String, answer: String) async throws {
    try await withServer(HTTPLimits(), Self.echo) { client in
      let text = try await client.exchange(head + "Host: h\r\nConnection: close\r\n\r\n" + body)
      #expect(text.hasPrefix("HTTP/1.1 200 "))
      #expect(text.hasSuffix("\r\n\r\n" + answer), "\(text)")
    }
  }

  @Test func bodiesBeyondTheLimitAreRefused() async throws {
    var limits = HTTPLimits()
    limits.bodyBytes = 1000
    try await withServer(limits, Self.echo) { client in
      let announced = try await client.exchange("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1001\r\n\r\n")
      #expect(announced.hasPrefix("HTTP/1.1 413 "))
      let huge = try await client.exchange("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999\r\n\r\n")
      #expect(huge.hasPrefix("HTTP/1.1 4"), "\(huge)")
      let chunk = "100\r\n" + String(repeating: "x", count: 256) + "\r\n"
      let chunked = try await client.exchange(
        "POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
          + String(repeating: chunk, count: 8) + "0\r\n\r\n")
      #expect(chunked.hasPrefix("HTTP/1.1 413 "), "\(chunked)")
      let fits = try await client.exchange(
        "POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 1000\r\n\r\n"
          + String(repeating: "x", count: 1000))
      #expect(fits.hasSuffix(" 1000"))
    }
  }

  @Test func headersBeyondTheLimitAreRefused() async throws {
    var limits = HTTPLimits()
    limits.headerBytes = 4096
    try await withServer(limits, Self.echo) { client in
      let text = try await client.exchange(
        "GET / HTTP/1.1\r\nHost: h\r\nX-Big: \(String(repeating: "x", count: 20_000))\r\n\r\n")
      #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 4"), "\(text.prefix(100))")
    }
  }

  @Test(arguments: [
    "\r\n\r\n", "GET\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
    "GET /%zz HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
  ])
  func whatIsNoRequestHarmsNothing(text: String) async throws {
    try await withServer(HTTPLimits(), Self.echo) { client in
      _ = try? await client.exchange(text)
      let next = try await client.exchange("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      #expect(next.hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test func requestsAreHandledAtOnce() async throws {
    // Each waits for the others: none would be answered one after the other.
    let arrived = Atomic(0)
    try await withServer(
      HTTPLimits(),
      { _ in
        arrived.add(1, ordering: .relaxed)
        while arrived.load(ordering: .relaxed) < 8 { try? await Task.sleep(for: .milliseconds(1)) }
        return HTTPResponse("ok")
      }
    ) { client in
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<8 {
          group.addTask {
            try await client.exchange("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
          }
        }
        for try await text in group { #expect(text.hasSuffix("ok")) }
      }
    }
  }

  @Test func eventsArriveAsTheyAreSent() async throws {
    let stream = EventStream()
    try await withServer(HTTPLimits(), { _ in .events(stream) }) { client in
      let connection = try client.open("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      defer { connection.close() }
      _ = try await connection.read(until: "text/event-stream")
      for number in 1...50 {
        stream.send("count", "\(number)\nmore")
        _ = try await connection.read(until: "event: count\ndata: \(number)\ndata: more\n\n")
      }
      stream.finish()
      _ = try await connection.read(until: "0\r\n\r\n")
    }
  }

  @Test func aReaderThatGoesAwayIsNoticed() async throws {
    var limits = HTTPLimits()
    limits.pingInterval = .milliseconds(20)
    let stream = EventStream()
    let isGone = Atomic(false)
    stream.onClose { isGone.store(true, ordering: .relaxed) }
    try await withServer(limits, { _ in .events(stream) }) { client in
      let connection = try client.open("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      _ = try await connection.read(until: ":\n\n")
      do {
        let value = isGone.load(ordering: .relaxed)
        #expect(!value)
      }
      connection.close()
      for _ in 0..<60_000 where !isGone.load(ordering: .relaxed) { try await Task.sleep(for: .milliseconds(10)) }
      do {
        let value = isGone.load(ordering: .relaxed)
        #expect(value)
      }
    }
  }

  @Test func aReaderThatTakesNothingIsGivenUp() {
    let stream = EventStream()
    let closings = Atomic(0)
    stream.onClose { closings.add(1, ordering: .relaxed) }
    let text = String(repeating: "x", count: 1 << 20)
    for _ in 0..<8 { stream.send("big", text) }
    do {
      let value = closings.load(ordering: .relaxed)
      #expect(value == 1)
    }
  }

  @Test func aFinishedStreamIsNotLeftByItsReader() async throws {
    let stream = EventStream()
    let isGone = Atomic(false)
    stream.onClose { isGone.store(true, ordering: .relaxed) }
    stream.send("all", "x")
    stream.finish()
    try await withServer(HTTPLimits(), { _ in .events(stream) }) { client in
      let text = try await client.exchange("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      #expect(text.contains("event: all\ndata: x\n\n"))
    }
    do {
      let value = isGone.load(ordering: .relaxed)
      #expect(!value)
    }
  }

  @Test func stoppingEndsOpenStreams() async throws {
    let stream = EventStream()
    let server = try HTTPServer(port: 0) { _ in .events(stream) }
    let connection = try RawClient(port: server.port).open("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    _ = try await connection.read(until: "event-stream")
    await server.stop()
    connection.close()
    await server.stop()
  }

  @Test(arguments: [
    ("nowhere", 0, HTTPServerError.Kind.badAddress), ("192.0.2.1", 0, .badAddress), ("127.0.0.1", 70_000, .badAddress),
    ("127.0.0.1", -1, .badAddress),
  ])
  func whatCannotBeListenedOnIsAnError(address: String, port: Int, kind: HTTPServerError.Kind) {
    let error = #expect(throws: HTTPServerError.self) {
      try HTTPServer(address: address, port: port, handler: Self.echo)
    }
    #expect(error?.kind == kind, "\(error.map { "\($0)" } ?? "")")
  }

  @Test func aPortInUseIsToldSo() async throws {
    let server = try HTTPServer(port: 0, handler: Self.echo)
    let error = #expect(throws: HTTPServerError.self) { try HTTPServer(port: server.port, handler: Self.echo) }
    #expect(error?.kind == .portInUse)
    await server.stop()
  }
}
