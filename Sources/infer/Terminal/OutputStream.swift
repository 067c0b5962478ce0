// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization

/// A file descriptor that text is written to, whole and at once.
///
/// A reader that has gone away (`infer … | head`) ends the process as SIGPIPE would: quietly. Any other failure is
/// thrown once, and later writes are dropped.
final class OutputStream: Sendable {
  static let standard = OutputStream(descriptor: STDOUT_FILENO, name: "standard output")
  static let error = OutputStream(descriptor: STDERR_FILENO, name: "standard error")

  let descriptor: Int32
  private let name: String
  private let failure = Mutex<CommandError?>(nil)

  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether an earlier write has failed.
  var hasFailed: Bool { failure.withLock { $0 != nil } }

  func write(_ text: String) throws(CommandError) {
    if let earlier = failure.withLock({ $0 }) { throw earlier }
    var text = text
    let code = text.withUTF8 { bytes -> Int32 in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          if errno == EAGAIN {
            var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&poller, 1, -1)
            continue
          }
          return errno
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return 0
    }
    guard code != 0 else { return }
    if code == EPIPE { exit(141) }  // 128 + SIGPIPE, for callers that have SIGPIPE ignored
    let error = CommandError(.failure, "cannot write \(name): \(String(cString: strerror(code)))")
    failure.withLock { $0 = $0 ?? error }
    throw error
  }

  /// Writes what nobody misses when it fails: progress, timings, messages.
  func writeIgnoringErrors(_ text: String) {
    try? write(text)
  }
}
