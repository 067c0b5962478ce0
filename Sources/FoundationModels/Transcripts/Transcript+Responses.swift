// SPDX-License-Identifier: Apache-2.0
import Foundation

extension Transcript {
  /// Calls that the model made in one turn.
  public struct ToolCalls: Sendable, Identifiable, Equatable, CustomStringConvertible, RandomAccessCollection {
    /// The position of a call.
    public typealias Index = Int

    /// The identifier of the entry.
    public var id: String
    private var calls: [ToolCall]

    /// Makes an entry.
    public init<S>(id: String = UUID().uuidString, _ calls: S) where S: Sequence, S.Element == ToolCall {
      self.id = id
      self.calls = Array(calls)
    }

    /// The call at a position.
    public subscript(position: Int) -> ToolCall { calls[position] }

    /// The position of the first call.
    public var startIndex: Int { calls.startIndex }

    /// The position after the last call.
    public var endIndex: Int { calls.endIndex }

    /// The entry for a reader.
    public var description: String { "Tool calls: \(calls.map(\.description).joined(separator: ", "))" }
  }

  /// One call.
  public struct ToolCall: Sendable, Identifiable, Equatable, CustomStringConvertible {
    /// The identifier of the call; the output has the same.
    public var id: String
    /// The tool called.
    public var toolName: String
    /// What it was called with.
    public var arguments: GeneratedContent

    /// Makes a call.
    public init(id: String, toolName: String, arguments: GeneratedContent) {
      self.id = id
      self.toolName = toolName
      self.arguments = arguments
    }

    /// The call for a reader.
    public var description: String { "\(toolName)(\(arguments.jsonString))" }
  }

  /// What a tool answered.
  public struct ToolOutput: Sendable, Identifiable, Equatable, CustomStringConvertible {
    /// The identifier of the call.
    public var id: String
    /// The tool that answered.
    public var toolName: String
    /// The answer.
    public var segments: [Segment]

    /// Makes an entry.
    public init(id: String, toolName: String, segments: [Segment]) {
      self.id = id
      self.toolName = toolName
      self.segments = segments
    }

    /// The entry for a reader.
    public var description: String { "Output of \(toolName): \(segments.text)" }
  }

  /// What the model answered.
  public struct Response: Sendable, Identifiable, Equatable, CustomStringConvertible {
    /// The identifier of the entry.
    public var id: String
    /// What was used to generate the answer: the model's name.
    public var assetIDs: [String]
    /// The answer.
    public var segments: [Segment]

    /// Makes an entry.
    public init(id: String = UUID().uuidString, assetIDs: [String], segments: [Segment]) {
      self.id = id
      self.assetIDs = assetIDs
      self.segments = segments
    }

    /// The entry for a reader.
    public var description: String { "Response: \(segments.text)" }
  }
}
