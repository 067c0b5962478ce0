// SPDX-License-Identifier: Apache-2.0

/// A type that a model can generate.
///
/// Its schema is enforced while the model writes, token by token, so that what arrives always decodes. Attach
/// `@Generable` to a struct or enum, or write the members by hand.
public protocol Generable: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// What a value looks like while it is being generated: for a struct, the same properties, all optional.
  associatedtype PartiallyGenerated: ConvertibleFromGeneratedContent = Self

  /// The schema that generated values follow.
  static var generationSchema: GenerationSchema { get }
}

extension Generable {
  /// Without a type of its own, a value appears when it is there.
  public typealias PartiallyGenerated = Self

  /// The value in the form it has while being generated, everything present.
  public func asPartiallyGenerated() -> Self.PartiallyGenerated {
    if let same = self as? Self.PartiallyGenerated { return same }
    do {
      return try Self.PartiallyGenerated(generatedContent)
    } catch {
      // Not data: the two initializers of one type contradict each other.
      preconditionFailure("\(Self.self).PartiallyGenerated refuses a whole \(Self.self): \(error)")
    }
  }
}

/// A type that can be read from generated content.
public protocol ConvertibleFromGeneratedContent: SendableMetatype {
  /// Reads a value.
  ///
  /// - Throws: An error when the content does not fit the type.
  init(_ content: GeneratedContent) throws
}

/// A type that can be written as generated content, and so be shown to a model.
public protocol ConvertibleToGeneratedContent: InstructionsRepresentable, PromptRepresentable {
  /// The value as content.
  var generatedContent: GeneratedContent { get }
}

extension ConvertibleToGeneratedContent {
  /// The value as JSON, for instructions.
  public var instructionsRepresentation: Instructions { return Instructions(pieces: [.content(generatedContent)]) }

  /// The value as JSON, for a prompt.
  public var promptRepresentation: Prompt { return Prompt(pieces: [.content(generatedContent)]) }
}
