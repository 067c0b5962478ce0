// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Kernels

/// A loaded model: checked hyperparameters and weights in the layout of their kernels.
///
/// Holds no state of a conversation; any number of ``InferenceContext`` share it. With an adapter it shares the weights of the
/// model without.
package final class TransformerModel: Sendable {
  package let hyperparameters: Hyperparameters
  package let pool: ThreadPool
  package let options: LoadOptions

  let architecture: any Architecture
  private let storage: ModelStorage
  /// Weights without a layout of their own are read from the mapping.
  private let file: GGUFFile
  /// Room that products need between the two factors of an adapter's changes; 0 without one.
  let adapterRank: Int
  /// The model whose weights this one shares, and changes by an adapter.
  package let base: TransformerModel?

  /// Checks the metadata and the shape of every tensor, then loads.
  ///
  /// - Parameters:
  ///   - progress: called with the loaded fraction, rising to 1; by one thread at a time, not always the same.
  ///   - meanwhile: what else there is to prepare, such as the vocabulary: once the file is known to be sound, the calling
  ///     thread does it while others load, and then helps them. Where it says no, loading ends.
  /// - Throws: the first key or tensor at fault; nothing is loaded then. `cancelled` where `meanwhile` said no.
  package convenience init(
    file: GGUFFile, pool: ThreadPool, options: LoadOptions = LoadOptions(),
    progress: (@Sendable (Double) -> Void)? = nil, meanwhile: () -> Bool = { true }
  ) throws(ModelError) {
    try self.init(file, pool, options, base: nil, adapter: nil, meanwhile, progress)
  }

  /// A model with an adapter's changes beside its weights, which stay those of `base`: both can be used, and the weights
  /// are held once.
  ///
  /// - Throws: the first key or tensor at fault, of the adapter; nothing is loaded then.
  package convenience init(_ base: TransformerModel, adapter: AdapterFile) throws(ModelError) {
    try self.init(base.file, base.pool, base.options, base: base, adapter: adapter, { true }, nil)
  }

  /// A model with an adapter, where the model without is not needed by itself.
  ///
  /// - Throws: the first key or tensor at fault, of the file or of the adapter; nothing is loaded then.
  package convenience init(
    file: GGUFFile, pool: ThreadPool, options: LoadOptions = LoadOptions(), adapter: AdapterFile,
    progress: (@Sendable (Double) -> Void)? = nil
  ) throws(ModelError) {
    try Self.checkAll(adapter, fits: file)
    try self.init(TransformerModel(file: file, pool: pool, options: options, progress: progress), adapter: adapter)
  }

  private init(
    _ file: GGUFFile, _ pool: ThreadPool, _ options: LoadOptions, base: TransformerModel?, adapter: AdapterFile?,
    _ meanwhile: () -> Bool, _ progress: (@Sendable (Double) -> Void)?
  ) throws(ModelError) {
    let (type, hyperparameters) = try Self.inspect(file)
    if let adapter { try Self.check(adapter, fits: file) }
    let storage = ModelStorage(sharing: base?.storage)
    func tensors(_ pass: TensorLoader.Pass) -> TensorLoader {
      TensorLoader(
        file, pass: pass, options: options, storage: storage, pool: pool, adapter: adapter, progress: progress)
    }
    let check = tensors(.checking)
    _ = try type.init(hyperparameters, check)
    try check.checkAllTaken()
    let loader = tensors(.loading)
    architecture = try type.init(hyperparameters, loader)
    try loader.finish(meanwhile: meanwhile)
    self.hyperparameters = hyperparameters
    self.storage = storage
    self.file = file
    self.base = base
    adapterRank = adapter?.rank ?? 0
    self.pool = pool
    self.options = options
  }

  /// The checked hyperparameters of a file, without loading it.
  package static func hyperparameters(of file: GGUFFile) throws(ModelError) -> Hyperparameters {
    try inspect(file).hyperparameters
  }

  /// Checks that an adapter fits a model in every shape, without loading either.
  ///
  /// - Throws: the first key or tensor at fault, of the file or of the adapter.
  package static func checkAll(_ adapter: AdapterFile, fits file: GGUFFile) throws(ModelError) {
    let (type, hyperparameters) = try inspect(file)
    try check(adapter, fits: file)
    let loader = TensorLoader(
      file, pass: .checking, options: LoadOptions(), storage: ModelStorage(), pool: ThreadPool(threadCount: 1),
      adapter: adapter, progress: nil)
    _ = try type.init(hyperparameters, loader)
    try loader.checkAllTaken()
  }

  /// - Throws: `unsupportedValue` for an adapter of another architecture.
  package static func check(_ adapter: AdapterFile, fits file: GGUFFile) throws(ModelError) {
    let key = "general.architecture"
    let expected = file.metadata.string(key) ?? ""
    guard adapter.architecture == expected else {
      throw ModelError(.unsupportedValue(found: adapter.architecture, supported: expected), key)
    }
  }

  private static func inspect(
    _ file: GGUFFile
  ) throws(ModelError) -> (type: any Architecture.Type, hyperparameters: Hyperparameters) {
    let key = "general.architecture"
    guard let value = file.metadata[key] else { throw ModelError(.missingKey, key) }
    guard let name = value.text else { throw ModelError(.wrongType(found: value.typeName, expected: "str"), key) }
    guard let type = ArchitectureTable.all[name] else { throw ModelError(.unknownArchitecture(name), key) }
    let reader = HyperparameterReader(metadata: file.metadata, architecture: name)
    var hyperparameters = try Hyperparameters(reader)
    try type.adjust(&hyperparameters, reader)
    return (type, hyperparameters)
  }
}
