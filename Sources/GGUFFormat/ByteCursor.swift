// SPDX-License-Identifier: Apache-2.0

/// Reads little-endian values one after another and never past the end.
struct ByteCursor {
  let bytes: UnsafeRawBufferPointer

  /// Offset of the next byte to read.
  private(set) var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Bytes not yet read.
  var remaining: Int { bytes.count - offset }

  /// Reads a number.
  ///
  /// - Throws: `truncated`.
  @inline(__always)
  mutating func read<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type = Number.self
  ) throws(GGUFError) -> Number {
    let size = MemoryLayout<Number>.size
    guard remaining >= size else { throw truncated(needed: UInt64(size)) }
    let value = bytes.loadUnaligned(fromByteOffset: offset, as: Number.self)
    offset += size
    return Number(littleEndian: value)
  }

  /// Moves over `count` bytes and returns their range.
  ///
  /// - Throws: `truncated`, also for counts beyond any memory.
  @inline(__always)
  mutating func skip(_ count: UInt64) throws(GGUFError) -> Range<Int> {
    guard count <= UInt64(remaining) else { throw truncated(needed: count) }
    let start = offset
    offset += Int(count)
    return start..<offset
  }

  /// Moves over a string and returns the range of its text.
  @inline(__always)
  mutating func skipString() throws(GGUFError) -> Range<Int> {
    let length = try read(UInt64.self)
    return try skip(length)
  }

  private func truncated(needed: UInt64) -> GGUFError {
    GGUFError(.truncated(needed: needed, available: UInt64(remaining)), offset: offset)
  }
}
