// SPDX-License-Identifier: Apache-2.0

/// One part of a prompt or of instructions.
package enum PromptPiece: Sendable, Equatable {
  case text(String)
  /// A value, shown to the model as JSON.
  case content(GeneratedContent)

  /// What the model reads.
  package var text: String {
    switch self {
    case .text(let text): text
    case .content(let content): content.jsonString
    }
  }
}

extension Sequence<PromptPiece> {
  /// The pieces as the model reads them, each on a line of its own.
  package var text: String { map(\.text).joined(separator: "\n") }

  /// The pieces as segments of a transcript: neighbouring text is one segment; objects and arrays keep their structure.
  package func segments() -> [Transcript.Segment] {
    var segments: [Transcript.Segment] = []
    var lines: [String] = []
    func flush() {
      if !lines.isEmpty { segments.append(.text(.init(content: lines.joined(separator: "\n")))) }
      lines = []
    }
    for piece in self {
      if case .content(let content) = piece, content.isContainer {
        flush()
        segments.append(.structure(.init(source: "", content: content)))
      } else {
        lines.append(piece.text)
      }
    }
    flush()
    return segments
  }
}

extension GeneratedContent {
  /// Whether this is an object or an array.
  var isContainer: Bool {
    switch storage {
    case .array, .structure: true
    default: false
    }
  }
}
