// SPDX-License-Identifier: Apache-2.0

extension SystemLanguageModel {
  /// Whether a model can be used.
  @frozen
  public enum Availability: Equatable, Sendable {
    /// Why a model cannot be used.
    public enum UnavailableReason: Equatable, Sendable, Hashable {
      /// The machine, or the file, does not fit.
      case deviceNotEligible
      /// Models are switched off.
      case appleIntelligenceNotEnabled
      /// There is no model yet.
      case modelNotReady
    }

    /// It can.
    case available
    /// It cannot, for a reason.
    case unavailable(UnavailableReason)
  }

  /// What prompts and answers may hold.
  ///
  /// The engine judges no text by itself: both presets allow everything. A program that must not pass some text on gives a
  /// check of its own.
  public struct Guardrails: Sendable {
    let check: @Sendable (String) -> Bool

    /// Makes guardrails of a check. Apple's framework has no counterpart.
    ///
    /// - Parameter check: Says of a prompt before it is answered, and of an answer before it is returned, whether it is
    ///   allowed. If not, the request throws `LanguageModelSession.GenerationError.guardrailViolation`.
    public init(allowing check: @escaping @Sendable (String) -> Bool) { self.check = check }

    /// Allows everything.
    public static let `default` = Guardrails { _ in true }

    /// Allows everything.
    public static let permissiveContentTransformations = Guardrails { _ in true }
  }
}
