// SPDX-License-Identifier: Apache-2.0
import GGUFFormat

/// Why a model could not be loaded.
package struct ModelLoadError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Kind: Sendable, Hashable {
    /// No such file, or it cannot be read.
    case missing
    /// The file is no GGUF file.
    case notAModel
    /// The file is cut short or contradicts itself.
    case damaged
    /// A sound file of an architecture, type or tokenizer that this engine does not know.
    case unsupported
    /// This processor lacks what `INFER_ISA` asks for; the file is not to blame.
    case processor
    /// The model does not take the context length that was asked for.
    case contextLength
  }

  package var kind: Kind
  package var path: String
  /// One line: what is wrong and where.
  package var reason: String

  package init(_ kind: Kind, path: String, reason: String) {
    self.kind = kind
    self.path = path
    self.reason = reason
  }

  package var description: String {
    switch kind {
    case .processor, .contextLength: reason
    case .missing, .notAModel, .damaged, .unsupported: "\(path): \(reason)"
    }
  }
}

extension ModelLoadError {
  init(_ error: GGUFError, path: String) {
    let kind: Kind =
      switch error.kind {
      case .cannotOpen, .notRegularFile, .cannotRead, .cannotWrite: .missing
      case .notGGUF: .notAModel
      case .unsupportedVersion, .nestedArray, .unknownTensorType: .unsupported
      default: .damaged
      }
    var unplaced = error
    unplaced.path = nil
    // Of a split set the part at fault is named, not the first one.
    self.init(kind, path: error.path ?? path, reason: "\(unplaced)")
  }
}
