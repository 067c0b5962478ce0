// SPDX-License-Identifier: Apache-2.0
import Foundation
import Quantization
import TestSupport
import Testing

@testable import GGUFFormat

/// Files in the other byte order read as the same files in the machine's own.
@Suite struct ByteOrderTests {
  /// A file with a value of every type and a tensor of every type, in either order.
  private static func file(isSwapped: Bool, alignment: Int = 32) -> [UInt8] {
    var out: [UInt8] = Array("GGUF".utf8)
    func put(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: isSwapped ? value.bigEndian : value.littleEndian) { out += $0 }
    }
    func put(_ text: String) {
      put(UInt64(text.utf8.count))
      out += text.utf8
    }
    func pad() { out += [UInt8](repeating: 0, count: (alignment - out.count % alignment) % alignment) }
    put(UInt32(3))
    put(UInt64(TensorType.allCases.count))
    let numbers: [(Int32, () -> Void)] = [
      (0, { put(UInt8(200)) }), (1, { put(Int8(-3)) }), (2, { put(UInt16(60000)) }), (3, { put(Int16(-300)) }),
      (4, { put(UInt32(70000)) }), (5, { put(Int32(-70000)) }), (6, { put(Float(1.5).bitPattern) }),
      (7, { put(UInt8(1)) }), (8, { put("text") }), (10, { put(UInt64(1) << 40) }), (11, { put(Int64(-1) << 40) }),
      (12, { put(Double(-2.5).bitPattern) }),
    ]
    put(UInt64(2 * numbers.count + 1))
    put("general.alignment")
    put(Int32(4))
    put(UInt32(alignment))
    for (type, write) in numbers {
      put("value.\(type)")
      put(type)
      write()
      put("array.\(type)")
      put(Int32(9))
      put(type)
      put(UInt64(3))
      for _ in 0..<3 { write() }
    }
    var offset = 0
    for type in TensorType.allCases {
      put("t.\(type.name)")
      put(UInt32(1))
      put(Int64(2 * type.blockLength))
      put(type.rawValue)
      put(UInt64(offset))
      offset += (2 * type.blockByteCount + alignment - 1) / alignment * alignment
    }
    pad()
    for type in TensorType.allCases {
      var data = (0..<2 * type.blockByteCount).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
      if isSwapped { data.withUnsafeMutableBytes { type.swapBytes($0) } }
      out += data
      pad()
    }
    return out
  }

  @Test(arguments: [8, 32, 64]) func readsAsTheOtherFile(alignment: Int) throws {
    let plain = try GGUFFile(bytes: Self.file(isSwapped: false, alignment: alignment))
    let swapped = try GGUFFile(bytes: Self.file(isSwapped: true, alignment: alignment))
    #expect(swapped.wasSwapped && !plain.wasSwapped)
    #expect(swapped.alignment == alignment)
    #expect(swapped.metadata.entries.map(\.key) == plain.metadata.entries.map(\.key))
    #expect(swapped.metadata.entries.map(\.value.description) == plain.metadata.entries.map(\.value.description))
    #expect(swapped.metadata.array("array.12")?.floats == [-2.5, -2.5, -2.5])
    for (a, b) in zip(plain.tensors, swapped.tensors) {
      #expect(a.name == b.name && a.type == b.type && a.dimensions == b.dimensions)
      #expect(plain.data(of: a).elementsEqual(swapped.data(of: b)), "\(a.name)")
    }
  }

  /// Mapped, copied and split, from a file.
  @Test func opensFromDisk() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("big.gguf").path
      try Data(Self.file(isSwapped: true)).write(to: URL(fileURLWithPath: path))
      for access: MappedFile.Access in [.mapped, .copied] {
        let file = try GGUFFile(path: path, options: .init(access: access))
        #expect(file.wasSwapped && file.metadata.int("value.4") == 70000)
        // What was turned round must not be fetched from the file again.
        for tensor in file.tensors { file.releasePages(of: tensor) }
        #expect(file.data(of: file.tensors[1]).first == 11)
      }
    }
  }

  /// The whole of a block turned round twice is what it was, and only fields of its own are touched.
  @Test(arguments: TensorType.allCases) func swappingTwice(type: TensorType) {
    var bytes = (0..<3 * type.blockByteCount).map { UInt8(truncatingIfNeeded: $0 &* 59 &+ 5) }
    let original = bytes
    bytes.withUnsafeMutableBytes { type.swapBytes($0) }
    let fields = type.wideFields
    #expect(fields.allSatisfy { $0.offset + $0.width * $0.count <= type.blockByteCount })
    #expect((bytes == original) == fields.isEmpty)
    bytes.withUnsafeMutableBytes { type.swapBytes($0) }
    #expect(bytes == original)
  }

  /// Cut anywhere, such a file is refused as one in the machine's own order is.
  @Test func cutFilesAreRefusedAlike() {
    let (plain, swapped) = (Self.file(isSwapped: false), Self.file(isSwapped: true))
    for length in Array(0..<700) + Array(stride(from: 700, to: plain.count, by: 131)) {
      #expect(kind(plain.prefix(length)) == kind(swapped.prefix(length)), "\(length) bytes")
    }
  }

  /// Any byte may be wrong: an error or a file, never a trap.
  @Test func spoiltFilesDoNotTrap() {
    let swapped = Self.file(isSwapped: true)
    for index in 0..<min(swapped.count, 3000) {
      for value: UInt8 in [0, 0x7F, 0xFF] {
        var spoilt = swapped
        spoilt[index] = value
        _ = kind(spoilt)
      }
    }
  }

  private func kind(_ bytes: some Collection<UInt8>) -> GGUFError.Kind? {
    do throws(GGUFError) {
      _ = try GGUFFile(bytes: bytes)
      return nil
    } catch { return error.kind }
  }
}
