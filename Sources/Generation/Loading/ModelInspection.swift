// SPDX-License-Identifier: Apache-2.0
import Foundation
import GGUFFormat
import Kernels
import TransformerRuntime

/// What a model file says of itself, read and checked without its weights.
package struct ModelInspection: Sendable, Hashable {
  /// `general.name` of the file, or the file's name.
  package let name: String
  /// `general.architecture`: what kind of model it is.
  package let architecture: String
  /// Tokens of prompt and answer together that a session gets.
  package let contextLength: Int
  /// `general.languages`: codes such as `en`; empty where the file does not say.
  package let languages: [String]

  /// Reads the file's metadata and tensor table; takes milliseconds.
  ///
  /// - Throws: What loading the file would throw, as far as it shows without the weights.
  package init(path: String, options: ModelLoadOptions = ModelLoadOptions()) throws(ModelLoadError) {
    let file: GGUFFile
    do throws(GGUFError) {
      file = try GGUFFile(path: path)
    } catch {
      throw ModelLoadError(error, path: path)
    }
    do {
      _ = try InstructionSet.selection.get()
    } catch {
      throw ModelLoadError(.processor, path: path, reason: "\(error)")
    }
    let limit: Int
    do throws(ModelError) {
      limit = try TransformerModel.hyperparameters(of: file).contextLength
    } catch {
      throw ModelLoadError(.unsupported, path: path, reason: "\(error)")
    }
    if let adapter = try options.loadAdapter(for: file) {
      do throws(ModelError) {
        try TransformerModel.checkAll(adapter, fits: file)
      } catch {
        throw ModelLoadError(.unsupported, path: adapter.file.path ?? path, reason: "\(error)")
      }
    }
    name =
      file.metadata.string("general.name")
      ?? URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    architecture = file.metadata.string("general.architecture") ?? ""
    contextLength = options.contextLength(limit: limit)
    languages = file.metadata.array("general.languages")?.strings ?? []
  }
}

extension ModelLoadOptions {
  /// The context that a session gets of a model that was trained for `limit` tokens.
  func contextLength(limit: Int) -> Int {
    switch contextLength {
    case nil: min(limit, LanguageModel.defaultContextLength)
    case 0?: limit
    case let wanted?: wanted
    }
  }
}
