// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

/// A client that sends what it is told, whether it is HTTP or not.
struct RawClient: Sendable {
  let port: Int

  struct Failure: Error { let cause: String }

  private func exchangeHere(_ text: String) throws -> String {
    let connection = try open(text)
    defer { connection.close() }
    var bytes: [UInt8] = []
    while let more = connection.receive(), !more.isEmpty { bytes += more }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Sends a text and reads until the server closes, on a thread of its own: the server's handlers need those of the pool.
  func exchange(_ text: String) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try exchangeHere(text) }) }
    }
  }

  func open(_ text: String) throws -> RawConnection {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    // An answer waits for a thread of the pool, which other tests may hold for minutes on a busy machine.
    var limit = timeval(tv_sec: 1800, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw Failure(cause: "no connection: \(errno)") }
    let connection = RawConnection(descriptor: descriptor)
    connection.send(text)
    return connection
  }
}

/// An open connection.
final class RawConnection: @unchecked Sendable {
  private let descriptor: Int32
  private var received: [UInt8] = []

  init(descriptor: Int32) { self.descriptor = descriptor }

  func send(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      // The server may have refused the rest.
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// What has arrived; empty at the end, nil after half an hour of silence or an error.
  func receive() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count < 0 ? nil : Array(buffer.prefix(count))
  }

  /// Reads until a text has come; what stood before it is gone.
  func read(until text: String) async throws -> String {
    while true {
      let all = String(decoding: received, as: UTF8.self)
      if let range = all.range(of: text) {
        received = Array(all[range.upperBound...].utf8)
        return String(all[..<range.lowerBound])
      }
      let more: [UInt8]? = await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: self.receive()) }
      }
      guard let more, !more.isEmpty else { throw RawClient.Failure(cause: "no \"\(text)\" in \"\(all)\"") }
      received += more
    }
  }

  func close() { Glibc.close(descriptor) }
}
