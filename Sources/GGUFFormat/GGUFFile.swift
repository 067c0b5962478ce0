// SPDX-License-Identifier: Apache-2.0
import Quantization

/// A model file, or a set of files that hold one model in parts.
///
/// Everything in the header, the metadata and the tensor table is checked when the file is opened; afterwards every
/// tensor's data is known to lie in memory.
package struct GGUFFile: Sendable {
  /// How to open a file.
  package struct Options: Sendable {
    /// How much of the tensor data must be there.
    package var data: DataCheck
    /// Whether the other parts of a split model are opened too.
    package var followsSplits: Bool
    package var access: MappedFile.Access

    /// Told of the fraction of each file that has been copied, where files are copied.
    package var progress: (@Sendable (Double) -> Void)?

    package init(
      data: DataCheck = .tensors, followsSplits: Bool = true, access: MappedFile.Access = .mapped,
      progress: (@Sendable (Double) -> Void)? = nil
    ) {
      self.data = data
      self.followsSplits = followsSplits
      self.access = access
      self.progress = progress
    }

    /// Header, metadata and table of this one file, whatever becomes of the data.
    package static let metadataOnly = Options(data: .none, followsSplits: false)
  }

  package let path: String?
  package let version: UInt32
  package let alignment: Int

  /// The pairs of the first file.
  package let metadata: GGUFMetadata

  /// The tensors of all files, in their order.
  package let tensors: [GGUFTensor]

  /// The files, one unless the model is split.
  package let shards: [MappedFile]

  private let positions: [[UInt8]: Int]

  /// Opens a file and, if it is the first of a split set, the others.
  ///
  /// - Throws: what is wrong, with the place and the name of the key or tensor.
  package init(path: String, options: Options = Options()) throws(GGUFError) {
    let file = try MappedFile(path: path, access: options.access, progress: options.progress)
    try self.init(file, path: path, options: options)
  }

  /// Reads a file that is already in memory. Parts of a split set need a path: they are read on their own here.
  package init(bytes: some Collection<UInt8>, options: Options = Options()) throws(GGUFError) {
    var options = options
    options.followsSplits = false
    try self.init(MappedFile(copying: bytes), path: nil, options: options)
  }

  private init(_ file: MappedFile, path: String?, options: Options) throws(GGUFError) {
    let first: Container
    let split: SplitSet?
    do {
      first = try Container(file, shard: 0, data: options.data)
      split = options.followsSplits ? try SplitSet(first.metadata) : nil
    } catch {
      throw error.inFile(path)
    }
    self.path = path
    version = first.version
    alignment = first.alignment
    metadata = first.metadata
    var tensors = first.tensors
    var shards = [file]
    if let split, let path {
      try split.openOthers(firstPath: path, options: options, tensors: &tensors, shards: &shards)
    }
    positions = try Self.positions(tensors, path: path)
    if let expected = split?.tensorCount, expected != tensors.count {
      throw GGUFError(.tensorCountMismatch(found: tensors.count, expected: expected), path: path)
    }
    self.tensors = tensors
    self.shards = shards
  }

  private static func positions(_ tensors: [GGUFTensor], path: String?) throws(GGUFError) -> [[UInt8]: Int] {
    var positions: [[UInt8]: Int] = [:]
    positions.reserveCapacity(tensors.count)
    for (index, tensor) in tensors.enumerated() {
      let (inserted, first) = positions.insertIfAbsent(Array(tensor.name.utf8), index)
      // Within a file the table has compared the names byte by byte; here they are repaired UTF-8.
      guard inserted || tensors[first].shard == tensor.shard else {
        throw GGUFError(.duplicateTensor, subject: .tensor(tensor.name), path: path)
      }
    }
    return positions
  }

  /// The tensor with that name.
  package func tensor(_ name: String) -> GGUFTensor? {
    positions[Array(name.utf8)].map { tensors[$0] }
  }

  /// The tensor with that name. Throws: `missingTensor`.
  package func requiredTensor(_ name: String) throws(GGUFError) -> GGUFTensor {
    guard let tensor = tensor(name) else {
      throw GGUFError(.missingTensor, subject: .tensor(name), path: path)
    }
    return tensor
  }

  /// The data of a tensor of this file; valid as long as the file lives. Empty when the file was opened without its
  /// data and lacks this tensor's.
  package func data(of tensor: GGUFTensor) -> UnsafeRawBufferPointer {
    let bytes = shards[tensor.shard].bytes
    let (end, overflow) = tensor.fileOffset.addingReportingOverflow(tensor.byteCount)
    guard !overflow, end <= bytes.count else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(rebasing: bytes[tensor.fileOffset..<end])
  }

  /// Gives the memory of a tensor's data, or of some of its rows, back; it is fetched from the file again when read.
  ///
  /// Pages that lie only partly among these rows stay.
  package func releasePages(of tensor: GGUFTensor, rows: Range<Int>? = nil) {
    let data = data(of: tensor)
    guard let rows else { return shards[tensor.shard].releasePages(data) }
    guard tensor.rowCount > 0, rows.lowerBound >= 0, rows.upperBound <= tensor.rowCount else { return }
    let rowByteCount = data.count / tensor.rowCount
    let part = (rows.lowerBound * rowByteCount)..<(rows.upperBound * rowByteCount)
    shards[tensor.shard].releasePages(UnsafeRawBufferPointer(rebasing: data[part]))
  }

  /// Tells the system that a tensor's data is read soon.
  package func willNeed(_ tensor: GGUFTensor) {
    shards[tensor.shard].willNeed(data(of: tensor))
  }

  /// Whether the file was written in the byte order that this machine does not have.
  package var wasSwapped: Bool { shards[0].wasSwapped }

  /// Bytes of all files.
  package var byteCount: Int { shards.reduce(0) { $0 + $1.bytes.count } }
}
