// SPDX-License-Identifier: Apache-2.0

/// Builds a prompt from the expressions, conditions and loops of a closure.
@resultBuilder
public struct PromptBuilder {
  /// Joins the statements of a block.
  public static func buildBlock<each P>(_ components: repeat each P) -> Prompt
  where repeat each P: PromptRepresentable {
    Prompt(repeat each components)
  }

  /// Joins the rounds of a loop.
  public static func buildArray(_ prompts: [some PromptRepresentable]) -> Prompt {
    Prompt(pieces: prompts.flatMap { $0.promptRepresentation.pieces })
  }

  /// Takes the first branch of a condition.
  public static func buildEither(first component: some PromptRepresentable) -> Prompt {
    component.promptRepresentation
  }

  /// Takes the second branch of a condition.
  public static func buildEither(second component: some PromptRepresentable) -> Prompt {
    component.promptRepresentation
  }

  /// Takes a condition without a second branch.
  public static func buildOptional(_ component: Prompt?) -> Prompt { component ?? Prompt(pieces: []) }

  /// Takes a branch that depends on the system's version.
  public static func buildLimitedAvailability(_ prompt: some PromptRepresentable) -> Prompt {
    prompt.promptRepresentation
  }

  /// Takes an expression.
  @_disfavoredOverload
  public static func buildExpression<P>(_ expression: P) -> P where P: PromptRepresentable { expression }

  /// Takes a prompt.
  public static func buildExpression(_ expression: Prompt) -> Prompt { expression }

  /// Refuses anything else, with a message that says what is accepted.
  @available(*, unavailable, message: "Only `Prompt` and `PromptRepresentable` are supported.")
  public static func buildExpression<T>(_ expression: T) -> Prompt {
    // Unavailable: the compiler lets no call through.
    Prompt(pieces: [])
  }
}
