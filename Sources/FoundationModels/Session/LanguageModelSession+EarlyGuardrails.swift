// SPDX-License-Identifier: Apache-2.0

// In the first releases of the API a session took the guardrails, not the model.

extension SystemLanguageModel.Guardrails {
  /// What the program allows, as the first releases of the API spelt it: everything.
  @available(*, deprecated, renamed: "default")
  public static var developerProvided: Self { .default }
}

extension SystemLanguageModel {
  /// The same model with other guardrails.
  fileprivate func with(_ guardrails: Guardrails) -> SystemLanguageModel {
    SystemLanguageModel(source: source, useCase: useCase, guardrails: guardrails)
  }
}

extension LanguageModelSession {
  /// Starts a session with guardrails and instructions as text.
  @_disfavoredOverload
  @available(*, deprecated, message: "Give the guardrails to the model: SystemLanguageModel(guardrails:).")
  public convenience init(
    model: SystemLanguageModel = .default, guardrails: SystemLanguageModel.Guardrails, tools: [any Tool] = [],
    instructions: String? = nil
  ) {
    self.init(model: model.with(guardrails), tools: tools, instructions: instructions)
  }

  /// Starts a session with guardrails and instructions.
  @available(*, deprecated, message: "Give the guardrails to the model: SystemLanguageModel(guardrails:).")
  public convenience init(
    model: SystemLanguageModel = .default, guardrails: SystemLanguageModel.Guardrails, tools: [any Tool] = [],
    instructions: Instructions? = nil
  ) {
    self.init(model: model.with(guardrails), tools: tools, instructions: instructions)
  }

  /// Starts a session with guardrails and instructions from a builder.
  ///
  /// - Throws: What the builder throws.
  @available(*, deprecated, message: "Give the guardrails to the model: SystemLanguageModel(guardrails:).")
  public convenience init(
    model: SystemLanguageModel = .default, guardrails: SystemLanguageModel.Guardrails, tools: [any Tool] = [],
    @InstructionsBuilder instructions: () throws -> Instructions
  ) rethrows {
    self.init(model: model.with(guardrails), tools: tools, instructions: try instructions())
  }

  /// Continues a conversation with guardrails.
  @available(*, deprecated, message: "Give the guardrails to the model: SystemLanguageModel(guardrails:).")
  public convenience init(
    model: SystemLanguageModel = .default, guardrails: SystemLanguageModel.Guardrails, tools: [any Tool] = [],
    transcript: Transcript
  ) {
    self.init(model: model.with(guardrails), tools: tools, transcript: transcript)
  }
}
