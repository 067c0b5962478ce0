// SPDX-License-Identifier: Apache-2.0

/// Builds instructions from the expressions, conditions and loops of a closure.
@resultBuilder
public struct InstructionsBuilder {
  /// Joins the statements of a block.
  public static func buildBlock<each P>(_ components: repeat each P) -> Instructions
  where repeat each P: InstructionsRepresentable {
    Instructions(repeat each components)
  }

  /// Joins the rounds of a loop.
  public static func buildArray(_ instructions: [some InstructionsRepresentable]) -> Instructions {
    Instructions(pieces: instructions.flatMap { $0.instructionsRepresentation.pieces })
  }

  /// Takes the first branch of a condition.
  public static func buildEither(first component: some InstructionsRepresentable) -> Instructions {
    component.instructionsRepresentation
  }

  /// Takes the second branch of a condition.
  public static func buildEither(second component: some InstructionsRepresentable) -> Instructions {
    component.instructionsRepresentation
  }

  /// Takes a condition without a second branch.
  public static func buildOptional(_ component: Instructions?) -> Instructions { component ?? Instructions(pieces: []) }

  /// Takes a branch that depends on the system's version.
  public static func buildLimitedAvailability(_ instructions: some InstructionsRepresentable) -> Instructions {
    instructions.instructionsRepresentation
  }

  /// Takes an expression.
  @_disfavoredOverload
  public static func buildExpression<P>(_ expression: P) -> P where P: InstructionsRepresentable { expression }

  /// Takes instructions.
  public static func buildExpression(_ expression: Instructions) -> Instructions { expression }

  /// Refuses anything else, with a message that says what is accepted.
  @available(*, unavailable, message: "Only `Instructions` and `InstructionsRepresentable` are supported.")
  public static func buildExpression<T>(_ expression: T) -> Instructions {
    // Unavailable: the compiler lets no call through.
    Instructions(pieces: [])
  }
}
