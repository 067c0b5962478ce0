// SPDX-License-Identifier: Apache-2.0
import Foundation

extension Transcript {
  /// A part of an entry.
  public enum Segment: Sendable, Identifiable, Equatable, CustomStringConvertible {
    /// Text.
    case text(TextSegment)
    /// A value.
    case structure(StructuredSegment)

    /// The identifier of what the segment holds.
    public var id: String {
      switch self {
      case .text(let segment): segment.id
      case .structure(let segment): segment.id
      }
    }

    /// The segment for a reader.
    public var description: String {
      switch self {
      case .text(let segment): segment.description
      case .structure(let segment): segment.description
      }
    }
  }

  /// Text in an entry.
  public struct TextSegment: Sendable, Identifiable, Equatable, CustomStringConvertible {
    /// The identifier of the segment.
    public var id: String
    /// The text.
    public var content: String

    /// Makes a segment.
    public init(id: String = UUID().uuidString, content: String) {
      self.id = id
      self.content = content
    }

    /// The text.
    public var description: String { content }
  }

  /// A value in an entry.
  public struct StructuredSegment: Sendable, Identifiable, Equatable, CustomStringConvertible {
    /// The identifier of the segment.
    public var id: String
    /// The name of the value's schema.
    public var source: String
    /// The value.
    public var content: GeneratedContent

    /// Makes a segment.
    public init(id: String = UUID().uuidString, source: String, content: GeneratedContent) {
      self.id = id
      self.source = source
      self.content = content
    }

    /// The value as JSON.
    public var description: String { content.jsonString }
  }
}

extension Sequence<Transcript.Segment> {
  /// The segments as the model reads them.
  package var text: String { map(\.description).joined(separator: "\n") }
}
