// SPDX-License-Identifier: Apache-2.0

/// Why a model cannot be loaded, or tokens cannot be appended to its context.
package struct ModelError: Error, Sendable, Equatable {
  /// What is wrong, with what was found and what was expected.
  package enum Kind: Sendable, Equatable {
    case unknownArchitecture(String)
    case missingKey
    case wrongType(found: String, expected: String)
    case invalidValue(found: String, expected: String)
    case unsupportedValue(found: String, supported: String)
    case missingTensor
    case unknownTensor
    case wrongShape(found: [Int], expected: [Int])
    case wrongByteCount(found: Int, expected: Int)
    case outOfMemory(byteCount: Int)
    /// A context of `limit` tokens was asked to hold `needed`.
    case contextOverflow(needed: Int, limit: Int)
    case tokenOutOfRange(Int, vocabularySize: Int)
    case cancelled
  }

  package var kind: Kind
  /// The metadata key or the tensor at fault; empty for errors of a context.
  package var subject: String

  package init(_ kind: Kind, _ subject: String = "") {
    self.kind = kind
    self.subject = subject
  }
}

extension ModelError: CustomStringConvertible {
  /// One line for a person.
  package var description: String {
    switch kind {
    case .unknownArchitecture(let name):
      "unknown architecture '\(name)' (known: \(ArchitectureTable.names.joined(separator: ", ")))"
    case .missingKey: "key \(subject) is missing"
    case .wrongType(let found, let expected): "key \(subject) has type \(found), expected \(expected)"
    case .invalidValue(let found, let expected): "\(subject) is \(found), expected \(expected)"
    case .unsupportedValue(let found, let supported): "\(subject) is \(found), supported: \(supported)"
    case .missingTensor: "tensor \(subject) is missing"
    case .unknownTensor: "tensor \(subject) is unknown to this architecture"
    case .wrongShape(let found, let expected): "tensor \(subject) has shape \(found), expected \(expected)"
    case .wrongByteCount(let found, let expected): "tensor \(subject) has \(found) bytes, expected \(expected)"
    case .outOfMemory(let byteCount): "no memory for \(byteCount) bytes of \(subject)"
    case .contextOverflow(let needed, let limit):
      "the context needs \(needed) tokens but is limited to \(limit)"
    case .tokenOutOfRange(let id, let vocabularySize):
      "token \(id) is outside the vocabulary of \(vocabularySize)"
    case .cancelled: "cancelled"
    }
  }
}
