// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

extension Array: Generable where Element: Generable {
  /// An array fills element by element.
  public typealias PartiallyGenerated = [Element.PartiallyGenerated]

  /// The schema of an array.
  public static var generationSchema: GenerationSchema { GenerationSchema(root: .array(items: .type(Element.self))) }
}

extension Array: ConvertibleToGeneratedContent where Element: ConvertibleToGeneratedContent {
  /// The elements as content.
  public var generatedContent: GeneratedContent { GeneratedContent(storage: .array(map(\.generatedContent))) }
}

extension Array: ConvertibleFromGeneratedContent where Element: ConvertibleFromGeneratedContent {
  /// Reads an array.
  public init(_ content: GeneratedContent) throws {
    guard case .array(let elements) = content.storage else { throw content.mismatch("an array") }
    self = try elements.map { try Element($0) }
  }
}

extension Optional where Wrapped: Generable {
  /// A property that may be missing looks like its value while it is being generated.
  public typealias PartiallyGenerated = Wrapped.PartiallyGenerated
}

extension Optional: ConvertibleToGeneratedContent, PromptRepresentable, InstructionsRepresentable
where Wrapped: ConvertibleToGeneratedContent {
  /// The value as content, or null.
  public var generatedContent: GeneratedContent { self?.generatedContent ?? GeneratedContent(storage: .null) }

  /// The value's own representation; nil adds nothing.
  public var promptRepresentation: Prompt { return self?.promptRepresentation ?? Prompt(pieces: []) }

  /// The value's own representation; nil adds nothing.
  public var instructionsRepresentation: Instructions {
    return self?.instructionsRepresentation ?? Instructions(pieces: [])
  }
}
