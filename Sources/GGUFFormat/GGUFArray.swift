// SPDX-License-Identifier: Apache-2.0

/// An array of the file, left where it is: a vocabulary of 262 144 tokens costs nothing until it is read.
package struct GGUFArray: Sendable {
  package let elementType: GGUFValueType
  package let count: Int

  let file: MappedFile
  /// The elements; for strings each with its length before it.
  let range: Range<Int>

  /// The elements as stored.
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: file.bytes[range]) }

  /// Calls `body` with the bytes of each string in order. Does nothing for other elements.
  package func forEachString<Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    guard elementType == .string, let start = bytes.baseAddress else { return }
    var next = start
    // SAFETY: the parser has walked this array once and found every length inside the file.
    for _ in 0..<count {
      let length = Int(UInt64(littleEndian: next.loadUnaligned(as: UInt64.self)))
      try body(UnsafeRawBufferPointer(start: next + 8, count: length))
      next += 8 + length
    }
  }

  /// The strings; nil when the elements are something else. What is not UTF-8 becomes U+FFFD.
  package var strings: [String]? {
    guard elementType == .string else { return nil }
    var result: [String] = []
    result.reserveCapacity(count)
    forEachString { result.append(String(decoding: $0, as: UTF8.self)) }
    return result
  }

  /// The numbers of an array of `f32` or `f64`; nil when the elements are something else.
  package var floats: [Float]? {
    switch elementType {
    case .float32: load(UInt32.self) { Float(bitPattern: $0) }
    case .float64: load(UInt64.self) { Float(Double(bitPattern: $0)) }
    default: nil
    }
  }

  /// The numbers of an array of integers; nil when the elements are something else or one does not fit an `Int`.
  package var integers: [Int]? {
    switch elementType {
    case .uint8: load(UInt8.self) { Int($0) }
    case .int8: load(Int8.self) { Int($0) }
    case .uint16: load(UInt16.self) { Int($0) }
    case .int16: load(Int16.self) { Int($0) }
    case .uint32: load(UInt32.self) { Int($0) }
    case .int32: load(Int32.self) { Int($0) }
    case .int64: load(Int64.self) { Int($0) }
    case .uint64: loadChecked()
    default: nil
    }
  }

  /// The numbers of an array of `i32`, or of `u32` that fit; nil when the elements are something else.
  package var int32s: [Int32]? {
    switch elementType {
    case .int32: return load(Int32.self) { $0 }
    case .uint32:
      let values = load(UInt32.self) { $0 }
      return values.allSatisfy { $0 <= Int32.max } ? values.map { Int32($0) } : nil
    default: return nil
    }
  }

  /// The truth values; nil when the elements are something else. Any byte but 0 is true.
  package var bools: [Bool]? {
    elementType == .bool ? load(UInt8.self) { $0 != 0 } : nil
  }

  /// The bytes of an array of `u8` or `i8`; nil when the elements are something else.
  package var byteArray: [UInt8]? {
    elementType == .uint8 || elementType == .int8 ? Array(bytes) : nil
  }

  /// The first `limit` elements as values, for display.
  package func prefix(_ limit: Int) -> [GGUFValue] {
    var cursor = ByteCursor(file.bytes)
    var values: [GGUFValue] = []
    guard limit > 0, (try? cursor.skip(UInt64(range.lowerBound))) != nil else { return values }
    for _ in 0..<min(limit, count) {
      guard let value = try? GGUFValue(elementType, &cursor, file) else { break }
      values.append(value)
    }
    return values
  }

  private func loadChecked() -> [Int]? {
    let values = load(UInt64.self) { $0 }
    return values.allSatisfy { $0 <= UInt64(Int.max) } ? values.map { Int($0) } : nil
  }

  private func load<Stored: FixedWidthInteger & BitwiseCopyable, Value>(
    _ type: Stored.Type, _ value: (Stored) -> Value
  ) -> [Value] {
    let bytes = bytes
    return [Value](unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in 0..<count {
        let stored = bytes.loadUnaligned(fromByteOffset: index * MemoryLayout<Stored>.size, as: Stored.self)
        buffer.initializeElement(at: index, to: value(Stored(littleEndian: stored)))
      }
      initialized = count
    }
  }
}
