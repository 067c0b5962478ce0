// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Kernels

/// A loaded model: checked hyperparameters and weights in the layout of their kernels.
///
/// Holds no state of a conversation; any number of ``InferenceContext`` share it.
package final class TransformerModel: Sendable {
  package let hyperparameters: Hyperparameters
  package let pool: ThreadPool
  package let options: LoadOptions

  let architecture: any Architecture
  private let storage: ModelStorage
  /// Weights without a layout of their own are read from the mapping.
  private let file: GGUFFile

  /// Checks the metadata and the shape of every tensor, then loads.
  ///
  /// - Parameter progress: called with the loaded fraction, rising to 1; by one thread at a time, not always the same.
  /// - Throws: the first key or tensor at fault; nothing is loaded then.
  package init(
    file: GGUFFile, pool: ThreadPool, options: LoadOptions = LoadOptions(),
    progress: (@Sendable (Double) -> Void)? = nil
  ) throws(ModelError) {
    let (type, hyperparameters) = try Self.inspect(file)
    let storage = ModelStorage()
    func tensors(_ pass: TensorLoader.Pass) -> TensorLoader {
      TensorLoader(file, pass: pass, options: options, storage: storage, pool: pool, progress: progress)
    }
    let check = tensors(.checking)
    _ = try type.init(hyperparameters, check)
    try check.checkAllTaken()
    let loader = tensors(.loading)
    architecture = try type.init(hyperparameters, loader)
    loader.finish()
    self.hyperparameters = hyperparameters
    self.storage = storage
    self.file = file
    self.pool = pool
    self.options = options
  }

  /// The checked hyperparameters of a file, without loading it.
  package static func hyperparameters(of file: GGUFFile) throws(ModelError) -> Hyperparameters {
    try inspect(file).hyperparameters
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
