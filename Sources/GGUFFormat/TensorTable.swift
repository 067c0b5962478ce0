// SPDX-License-Identifier: Apache-2.0
import Quantization

/// Reads the tensor table and checks that its tensors lie one after another.
struct TensorTable {
  let alignment: UInt64
  let shard: Int

  private var entries: [Entry] = []
  private var names: Set<[UInt8]> = []

  /// Padded bytes of the tensors so far: where the next one must be.
  private var nextOffset: UInt64 = 0

  /// A tensor whose place is known relative to the data section only.
  private struct Entry {
    let name: String
    let type: TensorType
    let dimensions: [Int]
    let elementCount: Int
    let byteCount: UInt64
    let offset: UInt64
    /// Where the entry stands in the file.
    let position: Int
  }

  init(alignment: UInt64, shard: Int) {
    self.alignment = alignment
    self.shard = shard
  }

  /// Reads one entry.
  mutating func readEntry(_ cursor: inout ByteCursor) throws(GGUFError) {
    let position = cursor.offset
    let nameBytes = cursor.bytes[try cursor.skipString()]
    guard nameBytes.count <= ContainerLimits.tensorNameLength else {
      throw GGUFError(
        .tensorNameTooLong(nameBytes.count, limit: ContainerLimits.tensorNameLength), offset: position)
    }
    let name = String(decoding: nameBytes, as: UTF8.self)
    guard names.insert(Array(nameBytes)).inserted else {
      throw GGUFError(.duplicateTensor, subject: .tensor(name), offset: position)
    }
    do {
      try readBody(&cursor, name: name, position: position)
    } catch {
      throw error.about(.tensor(name))
    }
  }

  private mutating func readBody(_ cursor: inout ByteCursor, name: String, position: Int) throws(GGUFError) {
    let dimensions = try Self.readDimensions(&cursor)
    let elementCount = try Self.elementCount(dimensions, at: position)

    let typeOffset = cursor.offset
    let id = try cursor.read(Int32.self)
    guard let type = TensorType(rawValue: UInt32(bitPattern: id)) else {
      throw GGUFError(.unknownTensorType(id), offset: typeOffset)
    }
    let rowLength = dimensions.first ?? 1
    guard rowLength % type.blockLength == 0 else {
      throw GGUFError(.partialBlock(rowLength: rowLength, blockLength: type.blockLength, type), offset: typeOffset)
    }

    // Sizes are 64-bit unsigned in the format; only wrapping is an error of the table.
    let (byteCount, overflow) = UInt64(elementCount / type.blockLength)
      .multipliedReportingOverflow(by: UInt64(type.blockByteCount))
    let (end, paddingOverflow) = byteCount.addingReportingOverflow(alignment - 1)
    guard !overflow, !paddingOverflow else { throw GGUFError(.byteCountOverflow, offset: position) }

    let offsetOffset = cursor.offset
    let offset = try cursor.read(UInt64.self)
    guard offset == nextOffset else {
      throw GGUFError(.wrongTensorOffset(found: offset, expected: nextOffset), offset: offsetOffset)
    }
    let (next, sumOverflow) = nextOffset.addingReportingOverflow(end & ~(alignment - 1))
    guard !sumOverflow else { throw GGUFError(.byteCountOverflow, offset: position) }
    nextOffset = next
    entries.append(
      Entry(
        name: name, type: type, dimensions: dimensions, elementCount: elementCount, byteCount: byteCount,
        offset: offset, position: position))
  }

  private static func readDimensions(_ cursor: inout ByteCursor) throws(GGUFError) -> [Int] {
    let position = cursor.offset
    let count = try cursor.read(UInt32.self)
    guard count <= ContainerLimits.dimensionCount else {
      throw GGUFError(.tooManyDimensions(count, limit: ContainerLimits.dimensionCount), offset: position)
    }
    var dimensions: [Int] = []
    dimensions.reserveCapacity(Int(count))
    for index in 0..<Int(count) {
      let offset = cursor.offset
      let extent = try cursor.read(Int64.self)
      guard extent >= 0 else { throw GGUFError(.negativeDimension(extent, index: index), offset: offset) }
      dimensions.append(Int(extent))
    }
    return dimensions
  }

  /// Product of the extents, which is zero when any of them is.
  private static func elementCount(_ dimensions: [Int], at position: Int) throws(GGUFError) -> Int {
    if dimensions.contains(0) { return 0 }
    var product = 1
    for extent in dimensions {
      let (next, overflow) = product.multipliedReportingOverflow(by: extent)
      guard !overflow else { throw GGUFError(.elementCountOverflow, offset: position) }
      product = next
    }
    return product
  }

  /// Places the tensors in the file.
  ///
  /// - Throws: `dataBeyondEnd` when `data` asks for bytes that the file lacks.
  func finish(headerEnd: Int, fileSize: Int, data: DataCheck) throws(GGUFError) -> [GGUFTensor] {
    let step = Int(alignment)
    // The header lies in memory and the alignment is small: no overflow.
    let dataStart = UInt64((headerEnd + step - 1) / step * step)
    if let last = entries.last, data == .paddedTensors {
      try check(end: dataStart.addingReportingOverflow(nextOffset), fileSize, last)
    }
    var tensors: [GGUFTensor] = []
    tensors.reserveCapacity(entries.count)
    for entry in entries {
      let (start, overflow) = dataStart.addingReportingOverflow(entry.offset)
      if data != .none {
        let (end, endOverflow) = start.addingReportingOverflow(entry.byteCount)
        try check(end: (end, overflow || endOverflow), fileSize, entry)
      }
      tensors.append(
        GGUFTensor(
          name: entry.name, type: entry.type, dimensions: entry.dimensions, elementCount: entry.elementCount,
          byteCount: Int(clamping: entry.byteCount), shard: shard,
          fileOffset: overflow ? Int.max : Int(clamping: start)))
    }
    return tensors
  }

  private func check(
    end: (partialValue: UInt64, overflow: Bool), _ fileSize: Int, _ entry: Entry
  ) throws(GGUFError) {
    guard !end.overflow, end.partialValue <= UInt64(fileSize) else {
      throw GGUFError(
        .dataBeyondEnd(end: end.overflow ? .max : end.partialValue, fileSize: fileSize), subject: .tensor(entry.name),
        offset: entry.position)
    }
  }
}
