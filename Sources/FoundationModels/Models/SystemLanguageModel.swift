// SPDX-License-Identifier: Apache-2.0
import Foundation
import Generation
import Observation
import Synchronization

/// A language model on this machine.
///
/// `SystemLanguageModel.default` is the file that `INFER_MODEL` names (a path, or a name in the weights manifest), else
/// the one in the user's data directory, else the one in `weights/`. `init(contentsOf:)` takes any GGUF file.
/// Sessions of one model share its weights, which are loaded when the first of them needs them.
public final class SystemLanguageModel: Sendable {
  /// What a model is used for.
  public struct UseCase: Sendable, Equatable {
    let systemText: String?

    /// Anything.
    public static let general = UseCase(systemText: nil)

    /// Finding the topics, actions, objects and feelings in a text, as short tags.
    public static let contentTagging = UseCase(
      systemText: "Name what the text is about in a few short lower-case tags, most important first.")
  }

  let source: ModelSource
  let useCase: UseCase
  let guardrails: Guardrails
  private let registrar = ObservationRegistrar()
  private let loaded = Mutex<(any LanguageModelBackend)?>(nil)

  package init(source: ModelSource, useCase: UseCase = .general, guardrails: Guardrails = .default) {
    self.source = source
    self.useCase = useCase
    self.guardrails = guardrails
  }

  /// Makes a model of something else than a file.
  package convenience init(backend: any LanguageModelBackend, guardrails: Guardrails = .default) {
    self.init(source: .backend(backend), guardrails: guardrails)
  }

  /// Makes a model of a file that is loaded in a special way.
  package convenience init(path: String, options: ModelLoadOptions) {
    self.init(source: .file(path, options: options))
  }

  /// Why the model cannot be used, in a line; nil when it can.
  package final var unavailabilityExplanation: String? { source.condition().explanation }

  /// Whether the model can be used now, and if not, why.
  ///
  /// No file: `modelNotReady`. A damaged file, or one of an architecture or for a processor that is not supported:
  /// `deviceNotEligible`. `INFER_DISABLED=1`: `appleIntelligenceNotEnabled`. For tests, `INFER_SIMULATE_AVAILABILITY` set
  /// to `available` or the name of a reason decides alone.
  public final var availability: Availability {
    registrar.access(self, keyPath: \.availability)
    return source.condition().availability
  }

  /// Whether the model can be used now.
  public final var isAvailable: Bool { availability == .available }

  /// The loaded model; loads it the first time.
  ///
  /// - Throws: `LanguageModelSession.GenerationError.assetsUnavailable` when it cannot be.
  func backend() async throws -> any LanguageModelBackend {
    if let backend = loaded.withLock({ $0 }) { return backend }
    let condition = source.condition()
    if case .unavailable(let reason) = condition.availability {
      throw LanguageModelSession.GenerationError.assetsUnavailable(
        .init(debugDescription: condition.explanation ?? "The model is unavailable: \(reason)."))
    }
    let backend: any LanguageModelBackend
    do {
      backend = try await source.load()
    } catch {
      registrar.withMutation(of: self, keyPath: \.availability) {}
      throw error
    }
    return loaded.withLock { present in
      // Two requests may have loaded at once; the first one's is kept.
      if let present { return present }
      present = backend
      return backend
    }
  }
}

extension SystemLanguageModel: nonisolated Observable {}

extension SystemLanguageModel {
  /// The machine's model.
  public static var `default`: SystemLanguageModel { shared }

  private static let shared = SystemLanguageModel(source: .located())

  /// Makes the machine's model for a use.
  ///
  /// - Parameters:
  ///   - useCase: What it is used for.
  ///   - guardrails: What prompts and answers may hold.
  public convenience init(useCase: UseCase = .general, guardrails: Guardrails = Guardrails.default) {
    self.init(source: .located(), useCase: useCase, guardrails: guardrails)
  }

  /// Makes a model of a GGUF file. Apple's framework has no counterpart.
  ///
  /// A file that cannot be used shows in `availability`, and in the error of the first request.
  ///
  /// - Parameters:
  ///   - url: The file; of a split model, its first part.
  ///   - useCase: What it is used for.
  ///   - guardrails: What prompts and answers may hold.
  public convenience init(
    contentsOf url: URL, useCase: UseCase = .general, guardrails: Guardrails = Guardrails.default
  ) {
    self.init(source: .file(url.path), useCase: useCase, guardrails: guardrails)
  }
}
