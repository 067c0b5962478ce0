// SPDX-License-Identifier: Apache-2.0
import CMicroHTTPD
import Glibc
import Synchronization

/// An HTTP/1.1 server over GNU libmicrohttpd: one thread for all connections, a task for each request.
public final class HTTPServer: Sendable {
  public typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

  /// The port that it listens on.
  public let port: Int
  private let daemon: Daemon
  private let service: Service

  /// The library's server; freed by `stop` alone.
  private struct Daemon: @unchecked Sendable { let pointer: OpaquePointer }

  private let isStopped = Atomic(false)

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - address: of this machine, IPv4 or IPv6 in numbers.
  ///   - port: 0 takes a free one.
  /// - Throws: `HTTPServerError`.
  public init(
    address: String = "127.0.0.1", port: Int, limits: HTTPLimits = HTTPLimits(), handler: @escaping Handler
  ) throws(HTTPServerError) {
    guard let number = UInt16(exactly: port) else {
      throw HTTPServerError(kind: .badAddress, address: address, port: port, cause: "there is no port \(port)")
    }
    let service = Service(limits: limits, handler: handler)
    let bounds = cmicrohttpd_limits(
      connections: UInt32(limits.connections), connections_per_address: UInt32(limits.connectionsPerAddress),
      timeout: UInt32(limits.idleSeconds), memory: limits.headerBytes)
    // The server keeps the service; `stop` gives it back.
    let context = Unmanaged.passRetained(service)
    errno = 0
    let pointer = try Self.withSocketAddress(address, number) { socketAddress in
      cmicrohttpd_start(socketAddress, bounds, Service.accept, Service.completed, context.toOpaque())
    }
    guard let pointer else {
      let code = errno
      context.release()
      let cause = code == 0 ? "the system does not say why" : String(cString: strerror(code))
      let kind: HTTPServerError.Kind =
        code == EADDRINUSE ? .portInUse : code == EADDRNOTAVAIL ? .badAddress : .system
      throw HTTPServerError(kind: kind, address: address, port: port, cause: cause)
    }
    self.service = service
    daemon = Daemon(pointer: pointer)
    self.port = Int(cmicrohttpd_port(pointer))
  }

  /// Ends all connections and the server's thread. Requests that are being handled are waited for; event streams end.
  public func stop() async {
    guard !isStopped.exchange(true, ordering: .acquiringAndReleasing) else { return }
    // No new connections; the library wants none suspended when it stops.
    let socket = MHD_quiesce_daemon(daemon.pointer)
    if socket >= 0 { Glibc.close(socket) }
    service.stop()
    while service.suspendedCount > 0 { try? await Task.sleep(for: .milliseconds(5)) }
    MHD_stop_daemon(daemon.pointer)
    Unmanaged.passUnretained(service).release()
  }

  private static func withSocketAddress<Result>(
    _ address: String, _ port: UInt16, _ work: (UnsafePointer<sockaddr>) -> Result
  ) throws(HTTPServerError) -> Result {
    var v4 = sockaddr_in()
    if inet_pton(AF_INET, address, &v4.sin_addr) == 1 {
      v4.sin_family = sa_family_t(AF_INET)
      v4.sin_port = port.bigEndian
      return withUnsafePointer(to: &v4) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { work($0) }
      }
    }
    var v6 = sockaddr_in6()
    if inet_pton(AF_INET6, address, &v6.sin6_addr) == 1 {
      v6.sin6_family = sa_family_t(AF_INET6)
      v6.sin6_port = port.bigEndian
      return withUnsafePointer(to: &v6) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { work($0) }
      }
    }
    throw HTTPServerError(
      kind: .badAddress, address: address, port: Int(port), cause: "it is no address in numbers, such as 127.0.0.1")
  }
}
