// SPDX-License-Identifier: Apache-2.0

/// Where a chat's lines come from.
protocol LineReader {
  /// The next line without its end; nil at the end of the input.
  ///
  /// - Parameter prompt: shown on a terminal.
  /// - Throws: `LineInterrupted` on Ctrl-C with nothing typed.
  mutating func readLine(prompt: String) throws -> String?

  /// Keeps a line for the arrow keys.
  func remember(_ line: String)
}

/// Ctrl-C at an empty prompt.
struct LineInterrupted: Error {}

/// Lines of a pipe or a file: no prompt, no editing.
struct PlainLineReader: LineReader {
  func readLine(prompt: String) -> String? { Swift.readLine() }
  func remember(_ line: String) {}
}

/// Joins what was typed into messages: a line that ends in `\` goes on in the next one, and `"""` opens and closes a
/// block of lines.
struct MessageReader {
  var lines: any LineReader
  static let prompt = ">>> "
  static let continuation = "... "

  /// The next message; nil at the end of the input.
  mutating func next() throws -> String? {
    guard let first = try lines.readLine(prompt: Self.prompt) else { return nil }
    if first.hasPrefix("\"\"\"") { return try block(String(first.dropFirst(3))) }
    var message = first
    while message.hasSuffix("\\") {
      message.removeLast()
      guard let line = try lines.readLine(prompt: Self.continuation) else { break }
      message += "\n" + line
    }
    remember(message)
    return message
  }

  private mutating func block(_ first: String) throws -> String? {
    var parts: [String] = []
    var line = first
    while true {
      if line.hasSuffix("\"\"\"") {
        parts.append(String(line.dropLast(3)))
        break
      }
      parts.append(line)
      guard let more = try lines.readLine(prompt: Self.continuation) else { break }
      line = more
    }
    if parts.first == "" { parts.removeFirst() }
    if parts.last == "" { parts.removeLast() }
    return parts.joined(separator: "\n")
  }

  private func remember(_ message: String) {
    if !message.isEmpty, !message.contains("\n") { lines.remember(message) }
  }
}
