// SPDX-License-Identifier: Apache-2.0

/// Loaded models by path and options, so that two sessions of one process share one set of weights; a model with an adapter
/// shares them with the model without.
///
/// Models are held weakly: when the last session goes, so does the memory. A load that is under way is joined.
package actor ModelRegistry {
  package static let shared = ModelRegistry()

  private struct Key: Hashable {
    var path: String
    var options: ModelLoadOptions
  }

  private struct Entry {
    weak var model: LanguageModel?
    var loading: Task<LanguageModel, any Error>?
  }

  private var entries: [Key: Entry] = [:]

  package func model(
    path: String, options: ModelLoadOptions = ModelLoadOptions(), progress: (@Sendable (LoadProgress) -> Void)? = nil
  ) async throws -> LanguageModel {
    let key = Key(path: path, options: options)
    if let model = entries[key]?.model { return model }
    if let loading = entries[key]?.loading { return try await loading.value }
    let task = Task {
      guard let adapter = options.adapter else {
        return try await LanguageModel.load(path: path, options: options, progress: progress)
      }
      try options.checkAdapter(forModelAt: path)
      let base = try await self.model(path: path, options: options.withoutAdapter, progress: progress)
      return try await LanguageModel.load(base, adapter: adapter)
    }
    entries[key] = Entry(model: nil, loading: task)
    do {
      let model = try await task.value
      entries[key] = Entry(model: model, loading: nil)
      return model
    } catch {
      entries[key] = nil
      throw error
    }
  }
}
