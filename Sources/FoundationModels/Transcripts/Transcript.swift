// SPDX-License-Identifier: Apache-2.0

/// What was said in a session: instructions, prompts, tool calls, their outputs and responses, in order.
///
/// A transcript can be saved as JSON and given to a new session, whole or shortened.
public struct Transcript: Sendable, Equatable, RandomAccessCollection {
  /// The position of an entry.
  public typealias Index = Int

  package var storage: [Entry]

  /// Makes a transcript.
  public init(entries: some Sequence<Entry> = []) { storage = Array(entries) }

  /// The entry at a position.
  public subscript(index: Index) -> Entry {
    get { storage[index] }
    set { storage[index] = newValue }
  }

  /// The position of the first entry.
  public var startIndex: Int { storage.startIndex }

  /// The position after the last entry.
  public var endIndex: Int { storage.endIndex }

  /// One entry.
  public enum Entry: Sendable, Identifiable, Equatable, CustomStringConvertible {
    /// What the developer told the model.
    case instructions(Instructions)
    /// What the model was asked.
    case prompt(Prompt)
    /// Calls that the model made.
    case toolCalls(ToolCalls)
    /// What a tool answered.
    case toolOutput(ToolOutput)
    /// What the model answered.
    case response(Response)

    /// The identifier of what the entry holds.
    public var id: String {
      switch self {
      case .instructions(let value): value.id
      case .prompt(let value): value.id
      case .toolCalls(let value): value.id
      case .toolOutput(let value): value.id
      case .response(let value): value.id
      }
    }

    /// The entry for a reader.
    public var description: String {
      switch self {
      case .instructions(let value): value.description
      case .prompt(let value): value.description
      case .toolCalls(let value): value.description
      case .toolOutput(let value): value.description
      case .response(let value): value.description
      }
    }
  }
}
