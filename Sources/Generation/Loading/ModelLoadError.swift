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
    /// This processor lacks what `INFER_ISA` asks for.
    case processor
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

  package var description: String { "\(path): \(reason)" }
}

extension ModelLoadError {
  init(_ error: GGUFError, path: String) {
    let kind: Kind =
      switch error.kind {
      case .cannotOpen, .notRegularFile, .cannotRead, .cannotWrite: .missing
      case .notGGUF: .notAModel
      case .unsupportedVersion, .byteSwapped, .nestedArray, .unknownTensorType: .unsupported
      default: .damaged
      }
    var unplaced = error
    unplaced.path = nil
    self.init(kind, path: path, reason: "\(unplaced)")
  }
}
