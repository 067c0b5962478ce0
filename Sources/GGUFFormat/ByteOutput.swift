// SPDX-License-Identifier: Apache-2.0

/// Bytes being composed, numbers little-endian.
struct ByteOutput {
  var bytes: [UInt8]

  mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends a length and the text.
  mutating func append(string: some Collection<UInt8>) {
    append(UInt64(string.count))
    bytes.append(contentsOf: string)
  }

  /// Appends zeros until the length is a multiple of `alignment`.
  mutating func pad(to alignment: Int) {
    let rest = bytes.count % alignment
    if rest > 0 { bytes.append(contentsOf: repeatElement(0, count: alignment - rest)) }
  }

  /// Appends a value with its type before it.
  mutating func append(_ value: GGUFWriter.Value) {
    switch value {
    case .uint8(let number): append(.uint8, number)
    case .int8(let number): append(.int8, number)
    case .uint16(let number): append(.uint16, number)
    case .int16(let number): append(.int16, number)
    case .uint32(let number): append(.uint32, number)
    case .int32(let number): append(.int32, number)
    case .uint64(let number): append(.uint64, number)
    case .int64(let number): append(.int64, number)
    case .float32(let number): append(.float32, number.bitPattern)
    case .float64(let number): append(.float64, number.bitPattern)
    case .bool(let truth): append(.bool, UInt8(truth ? 1 : 0))
    case .string(let text): append(text.utf8)
    case .stringBytes(let text): append(text)
    case .strings(let texts): append(.string, texts) { $0.append(string: $1.utf8) }
    case .stringsBytes(let texts): append(.string, texts) { $0.append(string: $1) }
    case .uint8s(let numbers): append(.uint8, numbers) { $0.append($1) }
    case .int32s(let numbers): append(.int32, numbers) { $0.append($1) }
    case .uint32s(let numbers): append(.uint32, numbers) { $0.append($1) }
    case .float32s(let numbers): append(.float32, numbers) { $0.append($1.bitPattern) }
    case .bools(let truths): append(.bool, truths) { $0.append(UInt8($1 ? 1 : 0)) }
    case .copy(let original): append(copy: original)
    }
  }

  private mutating func append(_ type: GGUFValueType, _ number: some FixedWidthInteger) {
    append(type.rawValue)
    append(number)
  }

  private mutating func append(_ text: some Collection<UInt8>) {
    append(GGUFValueType.string.rawValue)
    append(string: text)
  }

  private mutating func append<Element>(
    _ type: GGUFValueType, _ elements: [Element], _ each: (inout ByteOutput, Element) -> Void
  ) {
    append(GGUFValueType.array.rawValue)
    append(type.rawValue)
    append(UInt64(elements.count))
    for element in elements { each(&self, element) }
  }

  private mutating func append(copy value: GGUFValue) {
    switch value {
    case .uint8(let number): append(.uint8, number)
    case .int8(let number): append(.int8, number)
    case .uint16(let number): append(.uint16, number)
    case .int16(let number): append(.int16, number)
    case .uint32(let number): append(.uint32, number)
    case .int32(let number): append(.int32, number)
    case .uint64(let number): append(.uint64, number)
    case .int64(let number): append(.int64, number)
    case .float32(let number): append(.float32, number.bitPattern)
    case .float64(let number): append(.float64, number.bitPattern)
    case .bool(let truth): append(.bool, UInt8(truth ? 1 : 0))
    case .string(let text): append(text.bytes)
    case .array(let array):
      append(GGUFValueType.array.rawValue)
      append(array.elementType.rawValue)
      append(UInt64(array.count))
      bytes.append(contentsOf: array.bytes)
    }
  }
}
