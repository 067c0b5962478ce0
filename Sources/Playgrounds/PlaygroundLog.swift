// SPDX-License-Identifier: Apache-2.0

/// Takes what the lines of a block gave and hands it on as text.
@MainActor
public final class PlaygroundLog {
  /// The value of one line.
  public struct Entry: Sendable, Equatable {
    /// The line in the file, from 1.
    public let line: Int
    /// The name or expression that has the value.
    public let label: String
    /// The value, in one or more lines.
    public let text: String
  }

  private let receive: @MainActor (Entry) -> Void

  public init(_ receive: @escaping @MainActor (Entry) -> Void) { self.receive = receive }

  /// Reports a value; `Void` is none.
  public func value<Value>(_ line: Int, _ label: String, _ value: Value) {
    if Value.self == Void.self { return }
    receive(Entry(line: line, label: label, text: PlaygroundText(value).text))
  }
}
