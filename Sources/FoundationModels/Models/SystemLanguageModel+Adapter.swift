// SPDX-License-Identifier: Apache-2.0
import Foundation
import Generation

extension SystemLanguageModel {
  /// Weights that specialise a model: a low-rank adapter (LoRA) in a GGUF file.
  ///
  /// The model computes with W + (alpha / rank) · B·A wherever the file has `lora_a` and `lora_b` of a weight W.
  public struct Adapter {
    let inspection: AdapterInspection

    /// What the file says of itself beside what the engine reads: name, author, licence, and whatever its maker added.
    public var creatorDefinedMetadata: [String: Any] { inspection.metadata }
  }

  /// Makes the machine's model with an adapter.
  ///
  /// An adapter that does not fit the model shows in `availability`, and in the error of the first request.
  ///
  /// - Parameters:
  ///   - adapter: The adapter.
  ///   - guardrails: What prompts and answers may hold.
  public convenience init(adapter: Adapter, guardrails: Guardrails = .default) {
    var options = ModelLoadOptions()
    options.adapter = adapter.inspection.path
    self.init(source: .located(options: options), guardrails: guardrails)
  }

  /// Makes a model of a GGUF file with an adapter. Apple's framework has no counterpart.
  ///
  /// - Parameters:
  ///   - url: The file; of a split model, its first part.
  ///   - adapter: The adapter.
  ///   - useCase: What the model is used for.
  ///   - guardrails: What prompts and answers may hold.
  public convenience init(
    contentsOf url: URL, adapter: Adapter, useCase: UseCase = .general, guardrails: Guardrails = .default
  ) {
    var options = ModelLoadOptions()
    options.adapter = adapter.inspection.path
    self.init(source: .file(url.path, options: options), useCase: useCase, guardrails: guardrails)
  }
}

extension SystemLanguageModel.Adapter {
  /// Opens an adapter.
  ///
  /// - Parameter fileURL: A GGUF file.
  /// - Throws: `AssetError.invalidAsset` when it is no adapter, or damaged.
  public init(fileURL: URL) throws {
    do {
      inspection = try AdapterInspection(path: fileURL.path)
    } catch {
      throw AssetError.invalidAsset(.init(debugDescription: "\(error)"))
    }
  }

  /// Finds an adapter by name in the user's data directory, `infer/adapters`: `NAME.gguf`, or the first `NAME-….gguf` that
  /// fits the machine's model.
  ///
  /// - Throws: `AssetError.invalidAdapterName` when the name cannot be that of a file, `compatibleAdapterNotFound` when
  ///   no file fits.
  public init(name: String) throws {
    guard AdapterLocator.isValid(name) else {
      throw AssetError.invalidAdapterName(.init(debugDescription: "'\(name)' is no file name."))
    }
    guard let identifier = Self.compatibleAdapterIdentifiers(name: name).first else {
      throw AssetError.compatibleAdapterNotFound(
        .init(debugDescription: "No adapter named '\(name)' fits the machine's model."))
    }
    try self.init(fileURL: URL(fileURLWithPath: AdapterLocator().path(of: identifier)))
  }

  /// Checks the adapter against the machine's model in every shape, so that the first request finds it right. There is
  /// nothing to compile: weights are added while the model loads.
  ///
  /// - Throws: `AssetError.compatibleAdapterNotFound` when it does not fit, `invalidAsset` when there is no model to fit.
  @concurrent
  public func compile() async throws {
    let model: String
    do {
      model = try ModelLocator().locate()
    } catch {
      throw AssetError.invalidAsset(.init(debugDescription: "\(error)"))
    }
    do {
      try inspection.check(fitsModelAt: model)
    } catch {
      throw AssetError.compatibleAdapterNotFound(.init(debugDescription: "\(error)"))
    }
  }

  /// The adapters of a name that fit the machine's model, by the names of their files; all where there is no model.
  public static func compatibleAdapterIdentifiers(name: String) -> [String] {
    let model = try? ModelInspection(path: ModelLocator().locate())
    return AdapterLocator().identifiers(name: name, architecture: model?.architecture)
  }

  /// Removes what the system keeps of adapters that fit no model any more. The engine keeps nothing beside the user's own
  /// files, so there is never anything to remove.
  public static func removeObsoleteAdapters() throws {}

  /// Why an adapter cannot be used.
  public enum AssetError: Error, LocalizedError {
    /// More about an error, for a developer.
    public struct Context: Sendable {
      /// The explanation.
      public let debugDescription: String

      /// Makes a context.
      public init(debugDescription: String) { self.debugDescription = debugDescription }
    }

    /// The file is no adapter, or damaged.
    case invalidAsset(Context)
    /// The name cannot be that of an adapter.
    case invalidAdapterName(Context)
    /// No adapter of the name fits the model.
    case compatibleAdapterNotFound(Context)

    /// What happened.
    public var errorDescription: String? {
      switch self {
      case .invalidAsset(let context): "The adapter cannot be used. \(context.debugDescription)"
      case .invalidAdapterName(let context): "The adapter's name is not valid. \(context.debugDescription)"
      case .compatibleAdapterNotFound(let context): "No adapter fits the model. \(context.debugDescription)"
      }
    }

    /// What to do about it.
    public var recoverySuggestion: String? {
      switch self {
      case .invalidAsset: "Convert the adapter to GGUF again."
      case .invalidAdapterName: "Give the name of a file in infer/adapters, without a path."
      case .compatibleAdapterNotFound:
        "Train the adapter on the model that is used, or use the model it was trained on."
      }
    }
  }
}
