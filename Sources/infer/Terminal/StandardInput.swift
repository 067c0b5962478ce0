// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Standard input and files, read as text.
enum StandardInput {
  static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Whether something can come from it: a pipe, a socket or a file, but no terminal and not `/dev/null`.
  static var mayHoldText: Bool {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return false }
    return [S_IFIFO, S_IFREG, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }

  static func readAll() throws(CommandError) -> String {
    try read(STDIN_FILENO, name: "standard input")
  }

  /// The text of a file; `-` is standard input.
  static func contents(of path: String) throws(CommandError) -> String {
    if path == "-" { return try readAll() }
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else {
      throw CommandError(.failure, "cannot read '\(path)': \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    return try read(descriptor, name: "'\(path)'")
  }

  /// Largest text taken; more is surely the wrong file, such as a model.
  static let byteLimit = 64 << 20

  private static func read(_ descriptor: Int32, name: String) throws(CommandError) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw CommandError(.failure, "cannot read \(name): \(String(cString: strerror(errno)))")
      }
      if count == 0 { break }
      bytes += chunk[..<count]
      if bytes.count > byteLimit {
        throw CommandError(.failure, "\(name) is larger than \(byteLimit >> 20) MB, too large for a prompt")
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandError(.failure, "\(name) is not UTF-8 text")
    }
    return text
  }
}
