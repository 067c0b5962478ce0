// SPDX-License-Identifier: Apache-2.0
import ChatTemplates
import Foundation
import GGUFFormat
import Kernels
import Synchronization
import Tokenization
import TransformerRuntime

/// A model as a whole: weights, tokenizer, chat template and what the constraint engine knows of the vocabulary.
///
/// Sessions share it; each has a `GenerationContext` of its own.
package final class LanguageModel: Sendable {
  /// The context that sessions get unless asked otherwise.
  package static let defaultContextLength = 4096

  package let path: String
  /// `general.name` of the file, or the file's name.
  package let name: String
  package let file: GGUFFile
  package let transformer: TransformerModel
  package let tokenizer: Tokenizer
  /// Tokens of prompt and answer together.
  package let contextLength: Int
  /// What contexts keep keys and values as.
  package let cacheType: CacheType
  package let loadSeconds: Double
  /// The model whose weights this one shares, and changes by an adapter.
  private let base: LanguageModel?
  let renderer: PromptRenderer
  let executor: ComputeExecutor
  /// Without calls of tools, and with.
  private let speeches = Mutex<(plain: Speech?, calling: Speech?)>((nil, nil))
  let grammars: GrammarCache

  /// Reads, checks and prepares the model; takes long for large files, so run it off the main thread.
  package convenience init(
    path: String, options: ModelLoadOptions = ModelLoadOptions(), progress: (@Sendable (LoadProgress) -> Void)? = nil
  ) throws(ModelLoadError) {
    guard let adapter = options.adapter else {
      try self.init(weightsAt: path, options: options, progress: progress)
      return
    }
    try options.checkAdapter(forModelAt: path)
    try self.init(
      LanguageModel(weightsAt: path, options: options, progress: progress), adapter: AdapterFile(path: adapter))
  }

  /// The model with an adapter added to its weights, which both hold together.
  init(_ base: LanguageModel, adapter: AdapterFile) throws(ModelLoadError) {
    let start = ContinuousClock.now
    do throws(ModelError) {
      transformer = try TransformerModel(base.transformer, adapter: adapter)
    } catch {
      throw ModelLoadError(.unsupported, path: adapter.file.path ?? base.path, reason: "\(error)")
    }
    self.base = base
    path = base.path
    name = base.name
    file = base.file
    tokenizer = base.tokenizer
    contextLength = base.contextLength
    cacheType = base.cacheType
    renderer = base.renderer
    // The thread pool is the base's, and has one caller.
    executor = base.executor
    grammars = base.grammars
    loadSeconds = (ContinuousClock.now - start) / .seconds(1) + base.loadSeconds
  }

  private init(
    weightsAt path: String, options: ModelLoadOptions, progress: (@Sendable (LoadProgress) -> Void)?
  ) throws(ModelLoadError) {
    let start = ContinuousClock.now
    base = nil
    executor = ComputeExecutor()
    grammars = GrammarCache()
    self.path = path
    cacheType = options.cacheType
    do throws(GGUFError) {
      file = try GGUFFile(
        path: path,
        options: .init(access: options.maps ? .mapped : .copied) {
          progress?(LoadProgress(stage: .reading, fraction: $0))
        })
    } catch {
      throw ModelLoadError(error, path: path)
    }
    let metadata = file.metadata
    let fileName = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    name = metadata.string("general.name") ?? fileName
    do {
      _ = try InstructionSet.selection.get()
    } catch {
      throw ModelLoadError(.processor, path: path, reason: "\(error)")
    }
    let pool = ThreadPool(threadCount: options.threads ?? ThreadPool.availableProcessorCount)
    var loadOptions = LoadOptions()
    loadOptions.repack = options.repack
    loadOptions.useReferenceKernels = options.usesReference
    // The vocabulary and the template are one thread's work, and what reads and interleaves weights is another's.
    var prepared: Result<PromptRenderer, ModelLoadError>?
    do throws(ModelError) {
      if options.checksTensors {
        try TensorCheck.run(file, pool: pool) { progress?(LoadProgress(stage: .checking, fraction: $0)) }
      }
      transformer = try TransformerModel(
        file: file, pool: pool, options: loadOptions, progress: { progress?(LoadProgress(fraction: $0)) },
        meanwhile: {
          let outcome = Result { () throws(ModelLoadError) in try PromptRenderer(metadata, path: path) }
          prepared = outcome
          return (try? outcome.get()) != nil
        })
    } catch {
      // Where the preparation failed, loading has only been told to end.
      _ = try prepared?.get()
      throw ModelLoadError(.unsupported, path: path, reason: "\(error)")
    }
    if let prepared { renderer = try prepared.get() } else { renderer = try PromptRenderer(metadata, path: path) }
    tokenizer = renderer.tokenizer
    let limit = transformer.hyperparameters.contextLength
    contextLength = options.contextLength(limit: limit)
    guard (1...limit).contains(contextLength) else {
      let reason = "a context of \(contextLength) tokens is not to be had: this model takes 1 to \(limit)"
      throw ModelLoadError(.contextLength, path: path, reason: reason)
    }
    loadSeconds = (ContinuousClock.now - start) / .seconds(1)
  }

  /// Loads off the caller's thread.
  package static func load(
    path: String, options: ModelLoadOptions = ModelLoadOptions(), progress: (@Sendable (LoadProgress) -> Void)? = nil
  ) async throws(ModelLoadError) -> LanguageModel {
    try await onThread { () throws(ModelLoadError) in
      try LanguageModel(path: path, options: options, progress: progress)
    }
  }

  /// Adds an adapter off the caller's thread.
  ///
  /// - Parameter path: the adapter's.
  static func load(_ base: LanguageModel, adapter path: String) async throws(ModelLoadError) -> LanguageModel {
    try await onThread { () throws(ModelLoadError) in try LanguageModel(base, adapter: AdapterFile(path: path)) }
  }

  private static func onThread(
    _ work: @escaping @Sendable () throws(ModelLoadError) -> LanguageModel
  ) async throws(ModelLoadError) -> LanguageModel {
    let outcome: Result<LanguageModel, ModelLoadError> = await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: Result(catching: work)) }
      thread.name = "infer-load"
      thread.stackSize = 8 << 20
      thread.start()
    }
    return try outcome.get()
  }

  /// A conversation's own state: its KV cache and position.
  package func makeContext() -> GenerationContext { GenerationContext(model: self) }

  /// The number of tokens that the conversation takes as a prompt.
  package func tokenCount(messages: [ChatMessage], tools: [ToolSpecification] = []) throws(GenerationError) -> Int {
    try renderer.tokens(messages: messages, tools: tools).count
  }

  package func tokenCount(text: String) -> Int { tokenizer.encode(text, parsingSpecialTokens: false).count }

  /// The prompt that the conversation becomes, for inspection.
  package func promptTokens(
    messages: [ChatMessage], tools: [ToolSpecification] = []
  ) throws(GenerationError) -> [TokenID] {
    try renderer.tokens(messages: messages, tools: tools)
  }

  /// The rendered prompt as text, for inspection.
  package func promptText(messages: [ChatMessage], tools: [ToolSpecification] = []) throws(GenerationError) -> String {
    try renderer.render(messages: messages, tools: tools).map(\.text).joined()
  }

  /// The vocabulary as the constraint engine sees it, built on first use.
  ///
  /// - Parameter withCalls: whether the answer may call tools.
  func speech(withCalls: Bool) throws(GenerationError) -> Speech {
    if let base { return try base.speech(withCalls: withCalls) }
    do {
      return try speeches.withLock { speeches in
        let plain = speeches.plain ?? Speech(tokenizer)
        speeches.plain = plain
        guard withCalls else { return plain }
        if let calling = speeches.calling { return calling }
        let control = renderer.hasNativeTools ? renderer.toolCalls.controlTokens(of: tokenizer) : []
        let calling = control.isEmpty ? plain : try Speech(file.metadata, asText: control)
        speeches.calling = calling
        return calling
      }
    } catch {
      throw error as? GenerationError ?? GenerationError(.model, "\(error)")
    }
  }
}
