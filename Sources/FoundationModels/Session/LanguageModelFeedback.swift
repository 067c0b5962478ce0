// SPDX-License-Identifier: Apache-2.0

/// What a person thinks of an answer.
public struct LanguageModelFeedback {
  /// Good or bad.
  public enum Sentiment: Sendable, CaseIterable, Hashable {
    /// Good.
    case positive
    /// Bad.
    case negative
    /// Neither.
    case neutral
  }

  /// What is wrong with an answer.
  public struct Issue: Sendable {
    /// The kind of a fault.
    public enum Category: Sendable, CaseIterable, Hashable {
      /// It does not help.
      case unhelpful
      /// It is too long.
      case tooVerbose
      /// It is not what was asked for.
      case didNotFollowInstructions
      /// It is wrong.
      case incorrect
      /// It is unfair to people.
      case stereotypeOrBias
      /// It is sexual.
      case suggestiveOrSexual
      /// It is rude.
      case vulgarOrOffensive
      /// It was refused for no reason.
      case triggeredGuardrailUnexpectedly
    }

    let category: Category
    let explanation: String?

    /// Makes an issue.
    public init(category: Category, explanation: String? = nil) {
      self.category = category
      self.explanation = explanation
    }
  }
}
