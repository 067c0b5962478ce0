// SPDX-License-Identifier: Apache-2.0
import Foundation
import Generation

/// Where a model comes from.
package struct ModelSource: Sendable {
  /// Looks whether the model can be used now.
  var condition: @Sendable () -> ModelCondition
  /// Makes the model ready.
  var load: @Sendable () async throws -> any LanguageModelBackend

  /// A model that is there.
  static func backend(_ backend: any LanguageModelBackend) -> ModelSource {
    ModelSource(
      condition: { ModelCondition(.available, contextLength: backend.contextLength) }, load: { backend })
  }

  /// The machine's model, looked for when it is needed.
  static func located(
    options: ModelLoadOptions = ModelLoadOptions(),
    _ environment: @escaping @Sendable () -> [String: String] = currentEnvironment
  ) -> ModelSource {
    files(options: options, environment: environment) { () throws(ModelLocator.Failure) in
      try ModelLocator(environment: environment()).locate()
    }
  }

  /// A file.
  static func file(
    _ path: String, options: ModelLoadOptions = ModelLoadOptions(),
    environment: @escaping @Sendable () -> [String: String] = currentEnvironment
  ) -> ModelSource {
    files(options: options, environment: environment) { () throws(ModelLocator.Failure) in path }
  }

  /// The environment of the process as it is now.
  static let currentEnvironment: @Sendable () -> [String: String] = { ProcessInfo.processInfo.environment }

  private static func files(
    options: ModelLoadOptions = ModelLoadOptions(), environment: @escaping @Sendable () -> [String: String],
    locate: @escaping @Sendable () throws(ModelLocator.Failure) -> String
  ) -> ModelSource {
    ModelSource(
      condition: { ModelCondition(environment: environment(), options: options, locate: locate) },
      load: {
        do {
          let path = try locate()
          return EngineBackend(model: try await ModelRegistry.shared.model(path: path, options: options))
        } catch let error as CancellationError {
          throw error
        } catch {
          throw LanguageModelSession.GenerationError.assetsUnavailable(.init(debugDescription: "\(error)"))
        }
      })
  }
}
