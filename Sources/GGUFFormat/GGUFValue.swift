// SPDX-License-Identifier: Apache-2.0

/// A metadata value. Strings and arrays stay in the file.
package enum GGUFValue: Sendable {
  case uint8(UInt8)
  case int8(Int8)
  case uint16(UInt16)
  case int16(Int16)
  case uint32(UInt32)
  case int32(Int32)
  case float32(Float)
  case bool(Bool)
  case string(GGUFString)
  case array(GGUFArray)
  case uint64(UInt64)
  case int64(Int64)
  case float64(Double)
}

extension GGUFValue {
  package var type: GGUFValueType {
    switch self {
    case .uint8: .uint8
    case .int8: .int8
    case .uint16: .uint16
    case .int16: .int16
    case .uint32: .uint32
    case .int32: .int32
    case .float32: .float32
    case .bool: .bool
    case .string: .string
    case .array: .array
    case .uint64: .uint64
    case .int64: .int64
    case .float64: .float64
    }
  }

  /// The type in words, with the element type of an array.
  package var typeName: String {
    if case .array(let array) = self { return "array of \(array.elementType.name)" }
    return type.name
  }

  /// The value of any integer type; nil for other types and when it does not fit.
  package var integer: Int? {
    switch self {
    case .uint8(let value): Int(value)
    case .int8(let value): Int(value)
    case .uint16(let value): Int(value)
    case .int16(let value): Int(value)
    case .uint32(let value): Int(value)
    case .int32(let value): Int(value)
    case .uint64(let value): Int(exactly: value)
    case .int64(let value): Int(value)
    default: nil
    }
  }

  /// The value of either float type; nil for other types.
  package var float: Float? {
    switch self {
    case .float32(let value): value
    case .float64(let value): Float(value)
    default: nil
    }
  }

  package var bool: Bool? {
    if case .bool(let value) = self { return value }
    return nil
  }

  /// The text of a string value; what is not UTF-8 becomes U+FFFD.
  package var text: String? {
    if case .string(let value) = self { return value.text }
    return nil
  }

  package var array: GGUFArray? {
    if case .array(let value) = self { return value }
    return nil
  }

  /// Reads a value of the given type.
  ///
  /// - Throws: `truncated`, `unknownValueType`, `nestedArray`.
  init(_ type: GGUFValueType, _ cursor: inout ByteCursor, _ file: MappedFile) throws(GGUFError) {
    switch type {
    case .uint8: self = .uint8(try cursor.read())
    case .int8: self = .int8(try cursor.read())
    case .uint16: self = .uint16(try cursor.read())
    case .int16: self = .int16(try cursor.read())
    case .uint32: self = .uint32(try cursor.read())
    case .int32: self = .int32(try cursor.read())
    case .uint64: self = .uint64(try cursor.read())
    case .int64: self = .int64(try cursor.read())
    case .float32: self = .float32(Float(bitPattern: try cursor.read()))
    case .float64: self = .float64(Double(bitPattern: try cursor.read()))
    // The format says 0 or 1; readers take any other byte as true.
    case .bool: self = .bool(try cursor.read(UInt8.self) != 0)
    case .string: self = .string(GGUFString(file: file, range: try cursor.skipString()))
    case .array: self = .array(try GGUFArray(&cursor, file))
    }
  }
}

extension GGUFArray {
  /// Reads an array's header and moves over its elements, checking that the file holds them all.
  init(_ cursor: inout ByteCursor, _ file: MappedFile) throws(GGUFError) {
    let start = cursor.offset
    let id = try cursor.read(Int32.self)
    guard let elementType = GGUFValueType(rawValue: id) else { throw GGUFError(.unknownValueType(id), offset: start) }
    guard elementType != .array else { throw GGUFError(.nestedArray, offset: start) }
    let count = try cursor.read(UInt64.self)
    // A string takes 8 bytes at least: this bounds the walk below by the size of the file.
    let (minimum, overflow) = count.multipliedReportingOverflow(by: UInt64(elementType.byteCount ?? 8))
    guard !overflow, minimum <= UInt64(cursor.remaining) else {
      throw GGUFError(
        .truncated(needed: overflow ? .max : minimum, available: UInt64(cursor.remaining)), offset: cursor.offset)
    }
    let first = cursor.offset
    if elementType == .string {
      for _ in 0..<Int(count) { _ = try cursor.skipString() }
    } else {
      _ = try cursor.skip(minimum)
    }
    self.init(elementType: elementType, count: Int(count), file: file, range: first..<cursor.offset)
  }
}

extension GGUFValue: CustomStringConvertible {
  /// The value as text; of an array, the first elements.
  package var description: String {
    switch self {
    case .uint8(let value): return "\(value)"
    case .int8(let value): return "\(value)"
    case .uint16(let value): return "\(value)"
    case .int16(let value): return "\(value)"
    case .uint32(let value): return "\(value)"
    case .int32(let value): return "\(value)"
    case .uint64(let value): return "\(value)"
    case .int64(let value): return "\(value)"
    case .float32(let value): return "\(value)"
    case .float64(let value): return "\(value)"
    case .bool(let value): return "\(value)"
    case .string(let value): return value.text
    case .array(let array):
      let shown = array.prefix(6).map { value in
        value.type == .string ? "\"\(GGUFError.printable(value.description))\"" : value.description
      }
      return "[" + shown.joined(separator: ", ") + (array.count > 6 ? ", … \(array.count) in all]" : "]")
    }
  }
}
