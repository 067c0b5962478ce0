// SPDX-License-Identifier: Apache-2.0
import Quantization

/// How much of the tensor data must be in the file.
package enum DataCheck: Sendable {
  /// None: the table is read, the data may be missing.
  case none
  /// All data; the padding after the last tensor may be missing.
  case tensors
  /// All data and all padding.
  case paddedTensors
}

/// One file: header, metadata and tensor table, all checked.
struct Container {
  let version: UInt32
  let alignment: Int
  let metadata: GGUFMetadata
  let tensors: [GGUFTensor]

  /// Parses a file.
  ///
  /// - Complexity: one pass over header, metadata and table; memory in proportion to their entries, strings and
  ///   arrays excepted, which stay in the file.
  init(_ file: MappedFile, shard: Int, data: DataCheck) throws(GGUFError) {
    var cursor = ByteCursor(file.bytes)
    version = try Self.readVersion(&cursor)
    let tensorCount = try cursor.read(UInt64.self)
    let entryCount = try cursor.read(UInt64.self)
    try Self.check(
      entryCount, of: .metadataEntries, minimum: ContainerLimits.metadataEntryMinimum,
      most: ContainerLimits.metadataEntryCount, cursor)
    metadata = try Self.readMetadata(&cursor, count: Int(entryCount), file)
    alignment = try Self.readAlignment(metadata)
    try Self.check(
      tensorCount, of: .tensors, minimum: ContainerLimits.tensorInfoMinimum, most: ContainerLimits.tensorCount, cursor)
    var table = TensorTable(alignment: UInt64(alignment), shard: shard)
    for _ in 0..<Int(tensorCount) { try table.readEntry(&cursor) }
    tensors = try table.finish(headerEnd: cursor.offset, fileSize: file.bytes.count, data: data)
  }

  private static func readVersion(_ cursor: inout ByteCursor) throws(GGUFError) -> UInt32 {
    let magic = Array(cursor.bytes.prefix(4))
    guard magic == Array("GGUF".utf8) else { throw GGUFError(.notGGUF(magic: magic), offset: 0) }
    _ = try cursor.skip(4)
    let version = try cursor.read(UInt32.self)
    guard version == 2 || version == 3 else { throw GGUFError(.unsupportedVersion(version), offset: 4) }
    return version
  }

  /// Refuses counts that the rest of the file cannot hold, before anything is allocated for them.
  private static func check(
    _ count: UInt64, of item: GGUFError.CountedItem, minimum: Int, most: Int, _ cursor: ByteCursor
  ) throws(GGUFError) {
    let limit = UInt64(min(most, cursor.remaining / minimum))
    guard count <= limit else {
      throw GGUFError(.countTooLarge(of: item, found: count, limit: limit), offset: cursor.offset)
    }
  }

  private static func readMetadata(
    _ cursor: inout ByteCursor, count: Int, _ file: MappedFile
  ) throws(GGUFError) -> GGUFMetadata {
    var metadata = GGUFMetadata()
    for _ in 0..<count {
      let start = cursor.offset
      let keyBytes = file.bytes[try cursor.skipString()]
      guard !keyBytes.isEmpty else { throw GGUFError(.emptyKey, offset: start) }
      let key = String(decoding: keyBytes, as: UTF8.self)
      let typeOffset = cursor.offset
      let id = try cursor.read(Int32.self)
      guard let type = GGUFValueType(rawValue: id) else {
        throw GGUFError(.unknownValueType(id), subject: .key(key), offset: typeOffset)
      }
      let offset = cursor.offset
      let value: GGUFValue
      do { value = try GGUFValue(type, &cursor, file) } catch { throw error.about(.key(key)) }
      guard metadata.append(.init(key: key, value: value, offset: offset), keyBytes: keyBytes) else {
        throw GGUFError(.duplicateKey, subject: .key(key), offset: start)
      }
    }
    return metadata
  }

  private static func readAlignment(_ metadata: GGUFMetadata) throws(GGUFError) -> Int {
    let key = "general.alignment"
    guard let entry = metadata.entry(key) else { return ContainerLimits.defaultAlignment }
    guard case .uint32(let value) = entry.value else {
      throw GGUFError(
        .wrongValueType(found: entry.value.typeName, expected: "u32"), subject: .key(key), offset: entry.offset)
    }
    guard value.nonzeroBitCount == 1, value <= ContainerLimits.alignment else {
      throw GGUFError(
        .invalidAlignment(value, limit: ContainerLimits.alignment), subject: .key(key), offset: entry.offset)
    }
    return Int(value)
  }
}

extension GGUFError {
  /// The same error, said of a part of the file.
  func about(_ subject: Subject) -> GGUFError {
    var copy = self
    copy.subject = copy.subject ?? subject
    return copy
  }

  /// The same error, said of a file.
  func inFile(_ path: String?) -> GGUFError {
    var copy = self
    copy.path = copy.path ?? path
    return copy
  }
}
