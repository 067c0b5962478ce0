// SPDX-License-Identifier: Apache-2.0

/// Where a model comes from.
package struct ModelSource: Sendable {
  /// Whether the model can be used now, and in a line why not.
  var check: @Sendable () -> (availability: SystemLanguageModel.Availability, explanation: String?)
  /// Makes the model ready.
  var load: @Sendable () async throws -> any LanguageModelBackend

  /// A model that is there.
  static func backend(_ backend: any LanguageModelBackend) -> ModelSource {
    ModelSource(check: { (.available, nil) }, load: { backend })
  }
}
