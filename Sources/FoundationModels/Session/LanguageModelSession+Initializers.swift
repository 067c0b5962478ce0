// SPDX-License-Identifier: Apache-2.0
import Generation

extension LanguageModelSession {
  /// Starts a session with instructions as text.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - tools: What the model may call. Of two tools with one name the first counts.
  ///   - instructions: What the model is told before any prompt.
  @_disfavoredOverload
  public convenience init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [], instructions: String? = nil
  ) {
    self.init(model: model, tools: tools, instructions: instructions.map { Instructions($0) })
  }

  /// Starts a session with instructions from a builder.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - tools: What the model may call. Of two tools with one name the first counts.
  ///   - instructions: What the model is told before any prompt.
  /// - Throws: What the builder throws.
  public convenience init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [],
    @InstructionsBuilder instructions: () throws -> Instructions
  ) rethrows {
    self.init(model: model, tools: tools, instructions: try instructions())
  }

  /// Starts a session with instructions.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - tools: What the model may call. Of two tools with one name the first counts.
  ///   - instructions: What the model is told before any prompt.
  public convenience init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [], instructions: Instructions? = nil
  ) {
    var entries: [Transcript.Entry] = []
    if instructions != nil || !tools.isEmpty {
      entries.append(
        .instructions(
          Transcript.Instructions(
            segments: instructions?.pieces.segments() ?? [],
            toolDefinitions: ToolBox(tools).tools.map { Transcript.ToolDefinition(tool: $0) })))
    }
    self.init(model: model, tools: tools, entries: Transcript(entries: entries))
  }

  /// Continues a conversation.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - tools: What the model may call. Of two tools with one name the first counts.
  ///   - transcript: What was said before, instructions included.
  public convenience init(model: SystemLanguageModel = .default, tools: [any Tool] = [], transcript: Transcript) {
    self.init(model: model, tools: tools, entries: transcript)
  }

  /// Makes the model ready for a prompt that is about to come: loads it, and computes instructions and the start of the
  /// prompt. Returns at once.
  ///
  /// - Parameter promptPrefix: How the prompt will begin.
  public final func prewarm(promptPrefix: Prompt? = nil) {
    // A request that runs computes all of its prompt itself.
    guard !isResponding else { return }
    let messages = Conversation.messages(from: transcript, useCase: model.useCase)
    let prefix = promptPrefix?.text
    let tools = tools
    // A session that is dropped does not wait for this.
    startPrewarming { [weak self] in
      // What is wrong with tools or model shows when it is asked.
      guard let specifications = try? tools.specifications() else { return nil }
      guard let context = try? await self?.context().context else { return nil }
      try? await context.prewarm(messages: messages, tools: specifications, userPrefix: prefix)
      return nil
    }
  }
}
