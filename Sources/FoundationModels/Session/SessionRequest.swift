// SPDX-License-Identifier: Apache-2.0
import Generation

/// One request of a session, before it is answered.
struct SessionRequest: Sendable {
  var prompt: Prompt
  /// The form of the answer; nil is text.
  var schema: GenerationSchema?
  var includesSchemaInPrompt = false
  /// How calls that must be made are chosen; nil as the answer is.
  var callOptions: GenerationOptions?
  /// Makes the schema when the model has called its tools, from what they found; nil where `schema` is all there is.
  var makeSchema: (@Sendable () throws -> GenerationSchema)?
  var options: GenerationOptions
  /// Throws when the answer does not fit the type that was asked for.
  var validate: @Sendable (GeneratedContent) throws -> Void = { _ in }

  /// A request for text.
  init(prompt: Prompt, options: GenerationOptions) {
    self.prompt = prompt
    self.options = options
  }

  /// A request for content of a schema.
  init(prompt: Prompt, schema: GenerationSchema, includesSchema: Bool, options: GenerationOptions) {
    self.prompt = prompt
    self.schema = schema
    includesSchemaInPrompt = includesSchema
    self.options = options
  }

  /// A request for a type.
  init<Content: Generable>(
    prompt: Prompt, type: Content.Type, includesSchema: Bool, options: GenerationOptions
  ) {
    self.init(prompt: prompt, schema: Content.generationSchema, includesSchema: includesSchema, options: options)
    validate = { content in _ = try Content(content) }
  }

  /// The entry of the transcript.
  func entry() -> Transcript.Entry {
    var entry = Transcript.Prompt(
      segments: prompt.pieces.segments(), options: options,
      responseFormat: schema.map { Transcript.ResponseFormat(schema: $0) })
    entry.includesSchema = includesSchemaInPrompt
    return .prompt(entry)
  }
}

/// What came of a request.
struct SessionOutcome: Sendable {
  var content: GeneratedContent
  /// The entries of the turn: the prompt, calls and outputs of tools, the response.
  var entries: ArraySlice<Transcript.Entry>
}
