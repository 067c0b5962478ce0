// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Quantization
import TestSupport
import Testing

/// Forged files for what the fixtures do not show.
@Suite struct ContainerTests {
  @Test(
    arguments: [
      (ForgedFile(version: 0).bytes, .unsupportedVersion(0)),
      (ForgedFile(tensors: .max).bytes, .countTooLarge(of: .tensors, found: .max, limit: 0)),
      (ForgedFile(entries: .max).bytes, .countTooLarge(of: .metadataEntries, found: .max, limit: 0)),
      (ForgedFile.entry(type: 13) { $0.append(0 as UInt64) }, .unknownValueType(13)),
      (
        ForgedFile.entry(type: 9) {
          $0.append(9 as Int32)
          $0.append(0 as UInt64)
        }, .nestedArray
      ),
      (
        ForgedFile.entry(type: 9) {
          $0.append(13 as Int32)
          $0.append(0 as UInt64)
        }, .unknownValueType(13)
      ),
      (
        ForgedFile.entry(type: 9) {
          $0.append(10 as Int32)
          $0.append(UInt64(1) << 61)
        }, .truncated(needed: .max, available: 0)
      ),
      (
        ForgedFile.entry("general.alignment", type: 4) { $0.append(UInt32(1) << 31) },
        .invalidAlignment(1 << 31, limit: 65536)
      ),
      (ForgedFile.table(1) { $0.append(tensor: "a", dimensions: [1 << 32, 1 << 31]) }, .elementCountOverflow),
      (
        ForgedFile.table(1) { $0.append(tensor: "a", dimensions: [1 << 61], type: 28) },
        .byteCountOverflow
      ),
      (
        ForgedFile.table(1) { $0.append(tensor: "a", dimensions: [1 << 60], type: 28) },
        .dataBeyondEnd(end: 0x8000_0000_0000_0040, fileSize: 64)
      ),
      (
        ForgedFile.table(2) {
          $0.append(tensor: "a", dimensions: [], type: 24)
          $0.append(tensor: "a", dimensions: [], type: 24, offset: 32)
        }, .duplicateTensor
      ),
      (ForgedFile.table(1) { $0.append(tensor: "a", dimensions: [], type: 4) }, .unknownTensorType(4)),
      (
        ForgedFile.table(1) { $0.append(tensor: "a", dimensions: [], count: .max) },
        .tooManyDimensions(.max, limit: 4)
      ),
      // The smallest row of a block type is one block.
      (
        ForgedFile.table(1) { $0.append(tensor: "a", dimensions: [], type: 12) },
        .partialBlock(rowLength: 1, blockLength: 256, .q4_K)
      ),
    ] as [([UInt8], GGUFError.Kind)])
  func refused(bytes: [UInt8], kind: GGUFError.Kind) {
    do {
      _ = try GGUFFile(bytes: bytes)
      Issue.record("accepted")
    } catch {
      #expect(error.kind == kind)
    }
  }

  /// Sizes that wrap 64 bits only when they are added up.
  @Test func sumOfSizesWraps() {
    let half: Int64 = 0x7FFF_FFFF_FFFF_FFC0
    let bytes = ForgedFile.table(3) {
      $0.append(tensor: "a", dimensions: [half], type: 24)
      $0.append(tensor: "b", dimensions: [half], type: 24, offset: UInt64(half))
      $0.append(tensor: "c", dimensions: [half], type: 24, offset: UInt64(half) * 2)
    }
    expectKind(.byteCountOverflow) { () throws(GGUFError) in _ = try GGUFFile(bytes: bytes, options: .metadataOnly) }
  }

  @Test func paddingWraps() {
    // Rows of 4, (2³⁰ − 1)(2³⁰ + 1) of them: 2⁶⁴ − 16 bytes, which rounds up to 0.
    let bytes = ForgedFile.table(1) { $0.append(tensor: "a", dimensions: [4, 1 << 30 - 1, 1 << 30 + 1]) }
    expectKind(.byteCountOverflow) { () throws(GGUFError) in _ = try GGUFFile(bytes: bytes, options: .metadataOnly) }
  }

  @Test func oneByteOfDataMissing() throws {
    let whole = ForgedFile.table(1, data: 16) { $0.append(tensor: "a", dimensions: [4]) }
    _ = try GGUFFile(bytes: whole)
    expectKind(.dataBeyondEnd(end: UInt64(whole.count), fileSize: whole.count - 1)) { () throws(GGUFError) in
      _ = try GGUFFile(bytes: whole.dropLast())
    }
    _ = try GGUFFile(bytes: whole.dropLast(), options: .metadataOnly)
  }

  /// Data of a file opened without it is empty instead of out of bounds.
  @Test func missingDataIsEmpty() throws {
    let bytes = ForgedFile.table(1) { $0.append(tensor: "a", dimensions: [1 << 60]) }
    let file = try GGUFFile(bytes: bytes, options: .metadataOnly)
    #expect(file.data(of: file.tensors[0]).isEmpty)
  }

  /// Every prefix of a file, and every file with one byte changed, is read or refused; none traps.
  @Test func damageIsNeverFatal() throws {
    var writer = GGUFWriter()
    writer.set("a.text", .string("hello"))
    writer.set("a.words", .strings(["x", "", "yz"]))
    writer.set("a.floats", .float32s([1, 2]))
    writer.add("w", dimensions: [3, 2], floats: [1, 2, 3, 4, 5, 6])
    writer.add("v", dimensions: [], floats: [7])
    let whole = writer.bytes()
    for length in 0..<whole.count { touch(Array(whole.prefix(length))) }
    for index in whole.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF, whole[index] &+ 1, whole[index] ^ 0x20] {
        var damaged = whole
        damaged[index] = value
        touch(damaged)
      }
    }
    // Cut anywhere before the data, the file is refused.
    for length in 0..<(whole.count - 64) { #expect((try? GGUFFile(bytes: whole.prefix(length))) == nil) }
  }

  /// Reads everything that a file offers.
  private func touch(_ bytes: [UInt8]) {
    guard let file = try? GGUFFile(bytes: bytes) else { return }
    for tensor in file.tensors { _ = file.data(of: tensor).reduce(0) { $0 ^ $1 } }
    for entry in file.metadata.entries {
      _ = entry.value.description
      guard let array = entry.value.array else { continue }
      _ = (array.strings, array.floats, array.integers, array.bools)
    }
  }

  private func expectKind(_ kind: GGUFError.Kind, _ body: () throws(GGUFError) -> Void) {
    do {
      try body()
      Issue.record("accepted")
    } catch {
      #expect(error.kind == kind)
    }
  }
}
