// SPDX-License-Identifier: Apache-2.0
import Quantization

/// Why a model file cannot be read: what is wrong, and where.
package struct GGUFError: Error, Sendable, Equatable {
  /// What is wrong.
  package var kind: Kind

  /// The part of the file at fault.
  package var subject: Subject?

  /// Where the fault was found, in bytes from the start of the file.
  package var offset: Int?

  /// The file, when one was opened by name.
  package var path: String?

  package init(_ kind: Kind, subject: Subject? = nil, offset: Int? = nil, path: String? = nil) {
    self.kind = kind
    self.subject = subject
    self.offset = offset
    self.path = path
  }

  /// A named part of the file.
  package enum Subject: Sendable, Equatable {
    case key(String)
    case tensor(String)
  }

  package enum Kind: Sendable, Equatable {
    // The file itself.
    case cannotOpen(errno: Int32)
    case notRegularFile
    case cannotRead(errno: Int32)
    case cannotWrite(errno: Int32)

    // The header.
    case notGGUF(magic: [UInt8])
    case unsupportedVersion(UInt32)
    case countTooLarge(of: CountedItem, found: UInt64, limit: UInt64)

    // Reading on.
    case truncated(needed: UInt64, available: UInt64)

    // Metadata.
    case emptyKey
    case duplicateKey
    case unknownValueType(Int32)
    case nestedArray
    case missingKey
    case wrongValueType(found: String, expected: String)
    case valueOutOfRange(String)
    case invalidAlignment(UInt32, limit: UInt32)

    // The tensor table.
    case tensorNameTooLong(Int, limit: Int)
    case duplicateTensor
    case tooManyDimensions(UInt32, limit: UInt32)
    case negativeDimension(Int64, index: Int)
    case elementCountOverflow
    case byteCountOverflow
    case unknownTensorType(Int32)
    case partialBlock(rowLength: Int, blockLength: Int, TensorType)
    case wrongTensorOffset(found: UInt64, expected: UInt64)
    case dataBeyondEnd(end: UInt64, fileSize: Int)
    case missingTensor

    // Split files.
    case notFirstShard(index: Int)
    case wrongShardName(expectedSuffix: String)
    case wrongShardIndex(found: Int, expected: Int)
    case tensorCountMismatch(found: Int, expected: Int)
  }

  /// What the header counts.
  package enum CountedItem: String, Sendable {
    case metadataEntries = "metadata entries"
    case tensors
  }
}
