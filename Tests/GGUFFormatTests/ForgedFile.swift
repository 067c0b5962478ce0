// SPDX-License-Identifier: Apache-2.0

/// Composes container files that `GGUFWriter` would refuse to write.
struct ForgedFile {
  var bytes: [UInt8] = []

  /// A header of version 3 with the given counts.
  init(version: UInt32 = 3, tensors: UInt64 = 0, entries: UInt64 = 0) {
    bytes = Array("GGUF".utf8)
    append(version)
    append(tensors)
    append(entries)
  }

  mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(string: String) {
    append(UInt64(string.utf8.count))
    bytes += Array(string.utf8)
  }

  /// A tensor entry with any numbers.
  mutating func append(
    tensor name: String, dimensions: [Int64], type: Int32 = 0, offset: UInt64 = 0, count: UInt32? = nil
  ) {
    append(string: name)
    append(count ?? UInt32(dimensions.count))
    for extent in dimensions { append(extent) }
    append(type)
    append(offset)
  }

  mutating func pad(to alignment: Int = 32) {
    while bytes.count % alignment != 0 { bytes.append(0) }
  }

  /// A file whose only metadata entry has this type and these bytes.
  static func entry(_ key: String = "a.b", type: Int32, _ payload: (inout ForgedFile) -> Void) -> [UInt8] {
    var file = ForgedFile(entries: 1)
    file.append(string: key)
    file.append(type)
    payload(&file)
    return file.bytes
  }

  /// A file with these tensor entries and `data` zero bytes after the padded header.
  static func table(_ count: UInt64, data: Int = 0, _ entries: (inout ForgedFile) -> Void) -> [UInt8] {
    var file = ForgedFile(tensors: count)
    entries(&file)
    file.pad()
    return file.bytes + [UInt8](repeating: 0, count: data)
  }
}
