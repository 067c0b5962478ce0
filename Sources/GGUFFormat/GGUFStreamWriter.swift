// SPDX-License-Identifier: Apache-2.0
import Glibc
import Quantization

/// Writes a GGUF file whose data is too large to be held: the table first, then each tensor's data in its order.
///
/// The file grows beside its final name and takes that when it is complete, so that no half of a file is ever found there.
package final class GGUFStreamWriter {
  private let path: String
  private let file: OutputFile
  private let alignment: Int
  private let sizes: [Int]
  private var index = 0
  private var written = 0
  private var isFinished = false

  /// What the table says of a tensor whose data comes later.
  package struct Tensor: Sendable {
    package var name: String
    package var type: TensorType
    /// Extents, `dimensions[0]` contiguous.
    package var dimensions: [Int]

    package init(name: String, type: TensorType, dimensions: [Int]) {
      self.name = name
      self.type = type
      self.dimensions = dimensions
    }
  }

  /// Writes header, metadata and table.
  ///
  /// - Parameter replaces: whether a file of that name gives way, once the new one is complete.
  /// - Throws: `cannotWrite`; `byteCountOverflow` for a tensor of no whole number of blocks.
  package init(
    path: String, metadata: [(key: String, value: GGUFWriter.Value)], tensors: [Tensor], alignment: Int = 32,
    replaces: Bool = false
  ) throws(GGUFError) {
    precondition(alignment > 0 && alignment & (alignment - 1) == 0, "an alignment is a power of two")
    if !replaces, access(path, F_OK) == 0 { throw GGUFError(.cannotWrite(errno: EEXIST), path: path) }
    var entries: [GGUFWriter.Entry] = []
    for tensor in tensors {
      guard let size = tensor.type.byteCount(elements: tensor.dimensions.reduce(1, *)) else {
        throw GGUFError(.byteCountOverflow, subject: .tensor(tensor.name), path: path)
      }
      entries.append(.init(name: tensor.name, type: tensor.type, dimensions: tensor.dimensions, byteCount: size))
    }
    self.path = path
    self.alignment = alignment
    sizes = entries.map(\.byteCount)
    file = try OutputFile("\(path).\(getpid()).part")
    let header = GGUFWriter.header(metadata, entries, alignment)
    do throws(GGUFError) {
      try file.write(header.bytes)
    } catch {
      file.remove()
      throw error
    }
  }

  deinit { if !isFinished { file.remove() } }

  /// Appends data of the next tensor that is not complete.
  ///
  /// - Precondition: no more than is left of that tensor.
  /// - Throws: `cannotWrite`.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(GGUFError) {
    precondition(index < sizes.count && written + bytes.count <= sizes[index], "data belongs to a tensor of the table")
    try file.write(bytes)
    written += bytes.count
    guard written == sizes[index] else { return }
    let padding = (alignment - written % alignment) % alignment
    try file.write([UInt8](repeating: 0, count: padding))
    index += 1
    written = 0
  }

  /// Gives the file its name.
  ///
  /// - Precondition: every tensor is complete.
  /// - Throws: `cannotWrite`.
  package func finish() throws(GGUFError) {
    // Tensors without elements need no call of `append`.
    while index < sizes.count, sizes[index] == 0 { index += 1 }
    precondition(index == sizes.count, "every tensor has its data")
    try file.synchronize()
    guard rename(file.path, path) == 0 else { throw GGUFError(.cannotWrite(errno: errno), path: path) }
    isFinished = true
  }
}
