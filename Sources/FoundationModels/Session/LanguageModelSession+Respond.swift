// SPDX-License-Identifier: Apache-2.0

extension LanguageModelSession {
  /// An answer.
  public struct Response<Content> where Content: Generable {
    /// The answer as the type that was asked for.
    public let content: Content
    /// The answer as the model wrote it.
    public let rawContent: GeneratedContent
    /// What the turn added to the transcript: the prompt, calls and outputs of tools, the response.
    public let transcriptEntries: ArraySlice<Transcript.Entry>

    init(_ outcome: SessionOutcome) throws {
      content = try Content(outcome.content)
      rawContent = outcome.content
      transcriptEntries = outcome.entries
    }
  }

  /// Answers a request from start to end.
  private func outcome(of request: SessionRequest) async throws -> SessionOutcome {
    let (ticket, predecessor) = try begin()
    defer { end(ticket) }
    await predecessor?.value
    return try await run(request, ticket: ticket)
  }

  /// Answers a prompt with text.
  ///
  /// - Parameters:
  ///   - prompt: What is asked.
  ///   - options: How the model chooses its words, and how many.
  /// - Throws: `GenerationError`, `ToolCallError`, `ToolRoundLimitError`, or `CancellationError`.
  @discardableResult
  public nonisolated(nonsending) final func respond(
    to prompt: Prompt, options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<String> {
    try Response(await outcome(of: SessionRequest(prompt: prompt, options: options)))
  }

  /// Answers a prompt with text.
  ///
  /// - Parameters:
  ///   - prompt: What is asked.
  ///   - options: How the model chooses its words, and how many.
  /// - Throws: `GenerationError`, `ToolCallError`, `ToolRoundLimitError`, or `CancellationError`.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) final func respond(
    to prompt: String, options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<String> {
    try await respond(to: Prompt(prompt), options: options)
  }

  /// Answers a prompt from a builder with text.
  ///
  /// - Parameters:
  ///   - options: How the model chooses its words, and how many.
  ///   - prompt: What is asked.
  /// - Throws: `GenerationError`, `ToolCallError`, `ToolRoundLimitError`, or `CancellationError`.
  @discardableResult
  public nonisolated(nonsending) final func respond(
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<String> {
    try await respond(to: try prompt(), options: options)
  }

  /// Answers a prompt with content of a schema.
  ///
  /// - Parameters:
  ///   - prompt: What is asked.
  ///   - schema: The form of the answer, which is enforced.
  ///   - includeSchemaInPrompt: Whether the model also reads the schema. An example in the instructions can take its place.
  ///   - options: How the model chooses its words, and how many.
  /// - Throws: `GenerationError`, `ToolCallError`, `ToolRoundLimitError`, or `CancellationError`.
  @discardableResult
  public nonisolated(nonsending) final func respond(
    to prompt: Prompt, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<GeneratedContent> {
    let request = SessionRequest(
      prompt: prompt, schema: schema, includesSchema: includeSchemaInPrompt, options: options)
    return try Response(await outcome(of: request))
  }

  /// Answers a prompt with content of a schema.
  ///
  /// - Parameters:
  ///   - prompt: What is asked.
  ///   - schema: The form of the answer, which is enforced.
  ///   - includeSchemaInPrompt: Whether the model also reads the schema. An example in the instructions can take its place.
  ///   - options: How the model chooses its words, and how many.
  /// - Throws: `GenerationError`, `ToolCallError`, `ToolRoundLimitError`, or `CancellationError`.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) final func respond(
    to prompt: String, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<GeneratedContent> {
    try await respond(
      to: Prompt(prompt), schema: schema, includeSchemaInPrompt: includeSchemaInPrompt, options: options)
  }

  /// Answers a prompt from a builder with content of a schema.
  ///
  /// - Parameters:
  ///   - schema: The form of the answer, which is enforced.
  ///   - includeSchemaInPrompt: Whether the model also reads the schema. An example in the instructions can take its place.
  ///   - options: How the model chooses its words, and how many.
  ///   - prompt: What is asked.
  /// - Throws: `GenerationError`, `ToolCallError`, `ToolRoundLimitError`, or `CancellationError`.
  @discardableResult
  public nonisolated(nonsending) final func respond(
    schema: GenerationSchema, includeSchemaInPrompt: Bool = true, options: GenerationOptions = GenerationOptions(),
    @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<GeneratedContent> {
    try await respond(
      to: try prompt(), schema: schema, includeSchemaInPrompt: includeSchemaInPrompt, options: options)
  }

  /// Answers a prompt with a value of a type.
  ///
  /// - Parameters:
  ///   - prompt: What is asked.
  ///   - type: The type of the answer, whose schema is enforced.
  ///   - includeSchemaInPrompt: Whether the model also reads the schema. An example in the instructions can take its place.
  ///   - options: How the model chooses its words, and how many.
  /// - Throws: `GenerationError`, `ToolCallError`, `ToolRoundLimitError`, or `CancellationError`.
  @discardableResult
  public nonisolated(nonsending) final func respond<Content>(
    to prompt: Prompt, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<Content> where Content: Generable {
    let request = SessionRequest(
      prompt: prompt, type: type, includesSchema: includeSchemaInPrompt, options: options)
    return try Response(await outcome(of: request))
  }

  /// Answers a prompt with a value of a type.
  ///
  /// - Parameters:
  ///   - prompt: What is asked.
  ///   - type: The type of the answer, whose schema is enforced.
  ///   - includeSchemaInPrompt: Whether the model also reads the schema. An example in the instructions can take its place.
  ///   - options: How the model chooses its words, and how many.
  /// - Throws: `GenerationError`, `ToolCallError`, `ToolRoundLimitError`, or `CancellationError`.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) final func respond<Content>(
    to prompt: String, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<Content> where Content: Generable {
    try await respond(
      to: Prompt(prompt), generating: type, includeSchemaInPrompt: includeSchemaInPrompt, options: options)
  }

  /// Answers a prompt from a builder with a value of a type.
  ///
  /// - Parameters:
  ///   - type: The type of the answer, whose schema is enforced.
  ///   - includeSchemaInPrompt: Whether the model also reads the schema. An example in the instructions can take its place.
  ///   - options: How the model chooses its words, and how many.
  ///   - prompt: What is asked.
  /// - Throws: `GenerationError`, `ToolCallError`, `ToolRoundLimitError`, or `CancellationError`.
  @discardableResult
  public nonisolated(nonsending) final func respond<Content>(
    generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<Content> where Content: Generable {
    try await respond(
      to: try prompt(), generating: type, includeSchemaInPrompt: includeSchemaInPrompt, options: options)
  }
}
