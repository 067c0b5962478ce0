// SPDX-License-Identifier: Apache-2.0
import Quantization

/// Brings a file that was written in the other byte order into little-endian, in place, before anything else reads it.
///
/// Nothing marks such a file but its version: a small number in the other order has no low half. The walk goes as far as the
/// file makes sense and leaves complaining to the reader, which then finds the same fault at the same place.
struct ByteOrder {
  private let bytes: UnsafeMutableRawBufferPointer
  private var offset = 0
  private var alignment = UInt64(ContainerLimits.defaultAlignment)

  /// Whether a file's first bytes are those of the other order.
  static func isSwapped(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 8, bytes.prefix(4).elementsEqual("GGUF".utf8) else { return false }
    let version = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    return version != 0 && version & 0xFFFF == 0
  }

  /// - Precondition: `isSwapped(bytes)`.
  static func swap(_ bytes: UnsafeMutableRawBufferPointer) {
    var order = ByteOrder(bytes: bytes)
    order.offset = 4
    _ = order.walk()
  }

  private init(bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

  /// Nil where the file ends or makes no sense.
  private mutating func walk() -> Void? {
    guard next(UInt32.self) != nil, let tensorCount = next(UInt64.self), let entryCount = next(UInt64.self) else {
      return nil
    }
    guard entryCount <= ContainerLimits.metadataEntryCount, tensorCount <= ContainerLimits.tensorCount else {
      return nil
    }
    for _ in 0..<Int(entryCount) where swapEntry() == nil { return nil }
    var tensors: [(type: TensorType, byteCount: UInt64)] = []
    var sum: UInt64 = 0
    for _ in 0..<Int(tensorCount) {
      guard let tensor = swapTensor(expecting: sum) else { return nil }
      // Reading on is bounded by the file: sizes that wrap are the reader's to refuse.
      let (padded, overflow) = tensor.byteCount.addingReportingOverflow(alignment - 1)
      let (next, sumOverflow) = sum.addingReportingOverflow(padded & ~(alignment - 1))
      guard !overflow, !sumOverflow else { return nil }
      sum = next
      tensors.append(tensor)
    }
    return swapData(tensors)
  }

  private mutating func swapEntry() -> Void? {
    guard let length = next(UInt64.self), let key = skip(length), let id = next(Int32.self),
      let type = GGUFValueType(rawValue: id)
    else { return nil }
    if type == .array { return swapArray() }
    guard type != .string else { return next(UInt64.self).flatMap { skip($0) }.map { _ in } }
    let isAlignment = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[key])
      .elementsEqual("general.alignment".utf8)
    guard isAlignment, type == .uint32 else { return swapNumbers(1, width: type.byteCount ?? 1) }
    guard let value = next(UInt32.self), value.nonzeroBitCount == 1, value <= ContainerLimits.alignment else {
      return nil
    }
    alignment = UInt64(value)
    return ()
  }

  private mutating func swapArray() -> Void? {
    guard let id = next(Int32.self), let type = GGUFValueType(rawValue: id), type != .array,
      let count = next(UInt64.self), count <= UInt64(bytes.count)
    else { return nil }
    guard type == .string else { return swapNumbers(Int(count), width: type.byteCount ?? 1) }
    for _ in 0..<Int(count) {
      guard let length = next(UInt64.self), skip(length) != nil else { return nil }
    }
    return ()
  }

  private mutating func swapTensor(expecting place: UInt64) -> (type: TensorType, byteCount: UInt64)? {
    guard let length = next(UInt64.self), skip(length) != nil, let count = next(UInt32.self),
      count <= ContainerLimits.dimensionCount
    else { return nil }
    var elements = 1
    for _ in 0..<Int(count) {
      guard let extent = next(Int64.self), extent >= 0 else { return nil }
      let (product, overflow) = elements.multipliedReportingOverflow(by: Int(extent))
      guard !overflow else { return nil }
      elements = product
    }
    guard let id = next(UInt32.self), let type = TensorType(rawValue: id), let offset = next(UInt64.self),
      offset == place, let size = type.byteCount(elements: elements)
    else { return nil }
    return (type, UInt64(size))
  }

  private func swapData(_ tensors: [(type: TensorType, byteCount: UInt64)]) -> Void? {
    let step = Int(alignment)
    var start = (offset + step - 1) / step * step
    for (type, byteCount) in tensors {
      guard byteCount <= UInt64(max(0, bytes.count - start)) else { return nil }
      let end = start + Int(byteCount)
      type.swapBytes(UnsafeMutableRawBufferPointer(rebasing: bytes[start..<end]))
      start = (end + step - 1) / step * step
    }
    return ()
  }

  /// Reads a number, stores it little-endian, and gives it.
  private mutating func next<Number: FixedWidthInteger & BitwiseCopyable>(_: Number.Type) -> Number? {
    let size = MemoryLayout<Number>.size
    guard bytes.count - offset >= size else { return nil }
    let value = Number(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    bytes.storeBytes(of: value.littleEndian, toByteOffset: offset, as: Number.self)
    offset += size
    return value
  }

  private mutating func skip(_ count: UInt64) -> Range<Int>? {
    guard count <= UInt64(bytes.count - offset) else { return nil }
    let start = offset
    offset += Int(count)
    return start..<offset
  }

  private mutating func swapNumbers(_ count: Int, width: Int) -> Void? {
    let (size, overflow) = count.multipliedReportingOverflow(by: width)
    guard !overflow, let range = skip(UInt64(size)) else { return nil }
    for start in stride(from: range.lowerBound, to: range.upperBound, by: width) {
      for j in 0..<width / 2 { bytes.swapAt(start + j, start + width - 1 - j) }
    }
    return ()
  }
}
