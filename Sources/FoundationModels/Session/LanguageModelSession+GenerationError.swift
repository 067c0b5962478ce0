// SPDX-License-Identifier: Apache-2.0
import Foundation

extension LanguageModelSession {
  /// Why a request failed. The session is as it was before the request.
  public enum GenerationError: Error, LocalizedError {
    /// More about an error, for a developer.
    public struct Context: Sendable {
      /// The explanation.
      public let debugDescription: String

      /// Makes a context.
      public init(debugDescription: String) { self.debugDescription = debugDescription }
    }

    /// Instructions, transcript, prompt and answer do not fit the model's context.
    case exceededContextWindowSize(Context)
    /// The model, or a part of it, is not there or cannot be used.
    case assetsUnavailable(Context)
    /// A guardrail found something that is not allowed.
    case guardrailViolation(Context)
    /// A schema has a guide that cannot be enforced.
    case unsupportedGuide(Context)
    /// The model does not speak the language.
    case unsupportedLanguageOrLocale(Context)
    /// What was generated does not decode into the type asked for.
    case decodingFailure(Context)
    /// Too many requests came in too short a time.
    case rateLimited(Context)
    /// The session is already answering a request.
    case concurrentRequests(Context)
    /// The model refused to answer.
    case refusal(Refusal, Context)

    /// What happened.
    public var errorDescription: String? {
      let text =
        switch self {
        case .exceededContextWindowSize: "The request does not fit the model's context."
        case .assetsUnavailable: "The model is not available."
        case .guardrailViolation: "The request or its answer is not allowed."
        case .unsupportedGuide: "The schema has a guide that cannot be enforced."
        case .unsupportedLanguageOrLocale: "The model does not support the language."
        case .decodingFailure: "The answer does not have the form asked for."
        case .rateLimited: "There were too many requests."
        case .concurrentRequests: "The session is already answering a request."
        case .refusal: "The model refused to answer."
        }
      return context.debugDescription.isEmpty ? text : "\(text) \(context.debugDescription)"
    }

    /// What to do about it.
    public var recoverySuggestion: String? {
      switch self {
      case .exceededContextWindowSize: "Start a new session with a shorter transcript, or shorten the prompt."
      case .assetsUnavailable: "Check SystemLanguageModel.availability, and try again when the model is there."
      case .guardrailViolation: "Change the prompt."
      case .unsupportedGuide: "Replace the guide by one that the explanation allows."
      case .unsupportedLanguageOrLocale: "Ask in one of SystemLanguageModel.supportedLanguages."
      case .decodingFailure: "Allow more response tokens, or try again."
      case .rateLimited: "Wait and try again."
      case .concurrentRequests: "Wait until isResponding is false, or use another session."
      case .refusal: "Read the explanation and change the prompt."
      }
    }

    /// The explanation for a developer.
    public var failureReason: String? { context.debugDescription }

    private var context: Context {
      switch self {
      case .exceededContextWindowSize(let context), .assetsUnavailable(let context), .guardrailViolation(let context),
        .unsupportedGuide(let context), .unsupportedLanguageOrLocale(let context), .decodingFailure(let context),
        .rateLimited(let context), .concurrentRequests(let context), .refusal(_, let context):
        context
      }
    }

    static func decoding(_ explanation: String) -> GenerationError {
      .decodingFailure(Context(debugDescription: explanation))
    }
  }

  /// A tool threw an error while a request ran.
  public struct ToolCallError: Error, LocalizedError {
    /// The tool.
    public var tool: any Tool
    /// What it threw.
    public var underlyingError: any Error

    /// Makes an error.
    public init(tool: any Tool, underlyingError: any Error) {
      self.tool = tool
      self.underlyingError = underlyingError
    }

    /// What happened.
    public var errorDescription: String? {
      "The tool '\(tool.name)' failed: \(underlyingError.localizedDescription)"
    }
  }

  /// A model went on calling tools instead of answering.
  public struct ToolRoundLimitError: Error, LocalizedError {
    /// The number of times the model may call tools before it answers.
    public let limit: Int

    /// What happened.
    public var errorDescription: String? {
      "The model called tools \(limit) times in a row without an answer."
    }
  }
}
