// SPDX-License-Identifier: Apache-2.0

extension LanguageModelSession {
  /// Starts to answer a request; the answer can be read while it grows.
  private func channel(for request: SessionRequest) -> ResponseChannel {
    do {
      let (ticket, predecessor) = try begin()
      let channel = ResponseChannel { [weak self] in self?.abandon(ticket) }
      let task = Task {
        await predecessor?.value
        do {
          let outcome = try await run(request, ticket: ticket) { channel.send($0) }
          end(ticket)
          channel.finish(.success(outcome))
        } catch {
          end(ticket)
          channel.finish(.failure(error))
        }
      }
      setTask(task, of: ticket)
      return channel
    } catch {
      return ResponseChannel(failed: error)
    }
  }

  /// Answers a prompt with text, as it is written.
  ///
  /// The model starts at once, and stops when the stream or the loop over it is dropped before the end.
  ///
  /// - Parameters:
  ///   - prompt: What is asked.
  ///   - options: How the model chooses its words, and how many.
  public final func streamResponse(
    to prompt: Prompt, options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<String> {
    ResponseStream(channel(for: SessionRequest(prompt: prompt, options: options)))
  }

  /// Answers a prompt with text, as it is written.
  ///
  /// The model starts at once, and stops when the stream or the loop over it is dropped before the end.
  ///
  /// - Parameters:
  ///   - prompt: What is asked.
  ///   - options: How the model chooses its words, and how many.
  @_disfavoredOverload
  public final func streamResponse(
    to prompt: String, options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<String> {
    streamResponse(to: Prompt(prompt), options: options)
  }

  /// Answers a prompt from a builder with text, as it is written.
  ///
  /// The model starts at once, and stops when the stream or the loop over it is dropped before the end.
  ///
  /// - Parameters:
  ///   - options: How the model chooses its words, and how many.
  ///   - prompt: What is asked.
  /// - Throws: What the builder throws.
  public final func streamResponse(
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<String> {
    streamResponse(to: try prompt(), options: options)
  }

  /// Answers a prompt with content of a schema, as it is written.
  ///
  /// The model starts at once, and stops when the stream or the loop over it is dropped before the end.
  ///
  /// - Parameters:
  ///   - prompt: What is asked.
  ///   - schema: The form of the answer, which is enforced.
  ///   - includeSchemaInPrompt: Whether the model also reads the schema. An example in the instructions can take its place.
  ///   - options: How the model chooses its words, and how many.
  public final func streamResponse(
    to prompt: Prompt, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<GeneratedContent> {
    let request = SessionRequest(
      prompt: prompt, schema: schema, includesSchema: includeSchemaInPrompt, options: options)
    return ResponseStream(channel(for: request))
  }

  /// Answers a prompt with content of a schema, as it is written.
  ///
  /// The model starts at once, and stops when the stream or the loop over it is dropped before the end.
  ///
  /// - Parameters:
  ///   - prompt: What is asked.
  ///   - schema: The form of the answer, which is enforced.
  ///   - includeSchemaInPrompt: Whether the model also reads the schema. An example in the instructions can take its place.
  ///   - options: How the model chooses its words, and how many.
  @_disfavoredOverload
  public final func streamResponse(
    to prompt: String, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<GeneratedContent> {
    streamResponse(
      to: Prompt(prompt), schema: schema, includeSchemaInPrompt: includeSchemaInPrompt, options: options)
  }

  /// Has the model call its tools, then answer with content of a schema that is made from what they found.
  ///
  /// - Parameters:
  ///   - prompt: What is asked.
  ///   - options: How the model chooses its words, and how many.
  ///   - callOptions: The same of the calls, where the session requires them.
  ///   - schemaAfterCalls: Makes the schema; called once, when all tools of the turn have answered (or at the beginning
  ///     where the session does not require calls). What it throws ends the request.
  package final func streamResponse(
    to prompt: String, options: GenerationOptions = GenerationOptions(), callOptions: GenerationOptions? = nil,
    schemaAfterCalls: @escaping @Sendable () throws -> GenerationSchema
  ) -> sending ResponseStream<GeneratedContent> {
    var request = SessionRequest(prompt: Prompt(prompt), options: options)
    request.callOptions = callOptions
    request.makeSchema = schemaAfterCalls
    return ResponseStream(channel(for: request))
  }

  /// Answers a prompt from a builder with content of a schema, as it is written.
  ///
  /// The model starts at once, and stops when the stream or the loop over it is dropped before the end.
  ///
  /// - Parameters:
  ///   - schema: The form of the answer, which is enforced.
  ///   - includeSchemaInPrompt: Whether the model also reads the schema. An example in the instructions can take its place.
  ///   - options: How the model chooses its words, and how many.
  ///   - prompt: What is asked.
  /// - Throws: What the builder throws.
  public final func streamResponse(
    schema: GenerationSchema, includeSchemaInPrompt: Bool = true, options: GenerationOptions = GenerationOptions(),
    @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<GeneratedContent> {
    streamResponse(
      to: try prompt(), schema: schema, includeSchemaInPrompt: includeSchemaInPrompt, options: options)
  }

  /// Answers a prompt with a value of a type, as it is written.
  ///
  /// The model starts at once, and stops when the stream or the loop over it is dropped before the end.
  ///
  /// - Parameters:
  ///   - prompt: What is asked.
  ///   - type: The type of the answer, whose schema is enforced.
  ///   - includeSchemaInPrompt: Whether the model also reads the schema. An example in the instructions can take its place.
  ///   - options: How the model chooses its words, and how many.
  public final func streamResponse<Content>(
    to prompt: Prompt, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<Content> where Content: Generable {
    let request = SessionRequest(
      prompt: prompt, type: type, includesSchema: includeSchemaInPrompt, options: options)
    return ResponseStream(channel(for: request))
  }

  /// Answers a prompt with a value of a type, as it is written.
  ///
  /// The model starts at once, and stops when the stream or the loop over it is dropped before the end.
  ///
  /// - Parameters:
  ///   - prompt: What is asked.
  ///   - type: The type of the answer, whose schema is enforced.
  ///   - includeSchemaInPrompt: Whether the model also reads the schema. An example in the instructions can take its place.
  ///   - options: How the model chooses its words, and how many.
  @_disfavoredOverload
  public final func streamResponse<Content>(
    to prompt: String, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<Content> where Content: Generable {
    streamResponse(
      to: Prompt(prompt), generating: type, includeSchemaInPrompt: includeSchemaInPrompt, options: options)
  }

  /// Answers a prompt from a builder with a value of a type, as it is written.
  ///
  /// The model starts at once, and stops when the stream or the loop over it is dropped before the end.
  ///
  /// - Parameters:
  ///   - type: The type of the answer, whose schema is enforced.
  ///   - includeSchemaInPrompt: Whether the model also reads the schema. An example in the instructions can take its place.
  ///   - options: How the model chooses its words, and how many.
  ///   - prompt: What is asked.
  /// - Throws: What the builder throws.
  public final func streamResponse<Content>(
    generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<Content> where Content: Generable {
    streamResponse(
      to: try prompt(), generating: type, includeSchemaInPrompt: includeSchemaInPrompt, options: options)
  }
}
