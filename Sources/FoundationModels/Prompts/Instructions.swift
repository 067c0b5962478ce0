// SPDX-License-Identifier: Apache-2.0

/// What the developer tells a model before any prompt: its role, manner and rules.
///
/// Instructions outrank prompts, so they should hold nothing that a person typed. Build them from text, from generable
/// values, which become JSON, or with conditions and loops in a builder. Each part stands on a line of its own.
public struct Instructions: Sendable {
  package var pieces: [PromptPiece]

  package init(pieces: [PromptPiece]) { self.pieces = pieces }

  /// Makes instructions from one part.
  public init(_ content: some InstructionsRepresentable) { self = content.instructionsRepresentation }

  /// Makes instructions with a builder.
  ///
  /// - Throws: What the builder throws.
  public init(@InstructionsBuilder _ content: () throws -> Instructions) rethrows { self = try content() }

  /// Joins parts.
  @usableFromInline
  internal init<each P>(_ components: repeat each P) where repeat each P: InstructionsRepresentable {
    var pieces: [PromptPiece] = []
    for component in repeat each components { pieces += component.instructionsRepresentation.pieces }
    self.pieces = pieces
  }

  /// What the model reads.
  package var text: String { pieces.text }
}

/// A type whose values can be part of instructions.
public protocol InstructionsRepresentable {
  /// The value as instructions.
  @InstructionsBuilder var instructionsRepresentation: Instructions { get }
}

// The requirement's builder also applies to its witnesses; `return` turns it off, where it would call itself.

extension Instructions: InstructionsRepresentable {
  /// Itself.
  public var instructionsRepresentation: Instructions { return self }
}

extension String: InstructionsRepresentable {
  /// The text as it is.
  public var instructionsRepresentation: Instructions { return Instructions(pieces: [.text(self)]) }
}

extension Array: InstructionsRepresentable where Element: InstructionsRepresentable {
  /// The elements, one after the other.
  public var instructionsRepresentation: Instructions {
    return Instructions(pieces: flatMap { $0.instructionsRepresentation.pieces })
  }
}
