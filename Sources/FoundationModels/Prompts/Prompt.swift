// SPDX-License-Identifier: Apache-2.0

/// What a person, or the program in a person's name, asks of a model.
///
/// Build one from text, from generable values, which become JSON, or with conditions and loops in a builder. Each part
/// stands on a line of its own.
public struct Prompt: Sendable {
  package var pieces: [PromptPiece]

  package init(pieces: [PromptPiece]) { self.pieces = pieces }

  /// Makes a prompt from one part.
  public init(_ content: some PromptRepresentable) { self = content.promptRepresentation }

  /// Makes a prompt with a builder.
  ///
  /// - Throws: What the builder throws.
  public init(@PromptBuilder _ content: () throws -> Prompt) rethrows { self = try content() }

  /// Joins parts.
  @usableFromInline
  internal init<each P>(_ components: repeat each P) where repeat each P: PromptRepresentable {
    var pieces: [PromptPiece] = []
    for component in repeat each components { pieces += component.promptRepresentation.pieces }
    self.pieces = pieces
  }

  /// What the model reads.
  package var text: String { pieces.text }
}

/// A type whose values can be part of a prompt.
public protocol PromptRepresentable {
  /// The value as a prompt.
  @PromptBuilder var promptRepresentation: Prompt { get }
}

// The requirement's builder also applies to its witnesses; `return` turns it off, where it would call itself.

extension Prompt: PromptRepresentable {
  /// Itself.
  public var promptRepresentation: Prompt { return self }
}

extension String: PromptRepresentable {
  /// The text as it is.
  public var promptRepresentation: Prompt { return Prompt(pieces: [.text(self)]) }
}

extension Array: PromptRepresentable where Element: PromptRepresentable {
  /// The elements, one after the other.
  public var promptRepresentation: Prompt { return Prompt(pieces: flatMap { $0.promptRepresentation.pieces }) }
}
