// SPDX-License-Identifier: Apache-2.0

/// Something that a model may call while it answers: to look up what it cannot know, or to act.
///
/// Name, description and arguments are shown to the model, which decides whether and how often to call. Arguments always
/// follow the schema. Several calls of one turn run at the same time.
public protocol Tool<Arguments, Output>: Sendable {
  /// What the tool answers.
  associatedtype Output: PromptRepresentable

  /// What the tool needs to know: a `@Generable` struct, or `GeneratedContent` with `parameters` of your own.
  associatedtype Arguments: ConvertibleFromGeneratedContent

  /// What the tool is called: a short verb phrase such as `findHotels`.
  var name: String { get }

  /// What the tool does, in a sentence.
  var description: String { get }

  /// The schema of the arguments.
  var parameters: GenerationSchema { get }

  /// Whether the model is shown the schema. It is enforced in any case.
  var includesSchemaInInstructions: Bool { get }

  /// Does the work.
  ///
  /// - Throws: Whatever keeps the tool from answering; the request then ends with a `ToolCallError`.
  @concurrent func call(arguments: Self.Arguments) async throws -> Self.Output
}

extension Tool {
  /// The name of the type.
  public var name: String { String(describing: Self.self) }

  /// True.
  public var includesSchemaInInstructions: Bool { true }
}

extension Tool where Arguments: Generable {
  /// The schema of the arguments' type.
  public var parameters: GenerationSchema { Arguments.generationSchema }
}
