// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Quantization
import TestSupport
import Testing

@Suite struct GGUFWriterTests {
  @Test func everyValueComesBack() throws {
    var writer = GGUFWriter(alignment: 64)
    writer.set("u8", .uint8(200))
    writer.set("i8", .int8(-3))
    writer.set("u16", .uint16(60_000))
    writer.set("i16", .int16(-300))
    writer.set("u32", .uint32(4_000_000_000))
    writer.set("i32", .int32(-70_000))
    writer.set("u64", .uint64(.max))
    writer.set("i64", .int64(-5_000_000_000))
    writer.set("f32", .float32(1.5))
    writer.set("f64", .float64(-2.25))
    writer.set("yes", .bool(true))
    writer.set("text", .string("héllo"))
    writer.set("raw", .stringBytes([0x61, 0, 0xFF]))
    writer.set("words", .strings(["a", "", "ß"]))
    writer.set("bytes", .uint8s([1, 2]))
    writer.set("ints", .int32s([-1, 7]))
    writer.set("counts", .uint32s([9]))
    writer.set("floats", .float32s([0.5, -0.25]))
    writer.set("truths", .bools([true, false]))
    let metadata = try GGUFFile(bytes: writer.bytes()).metadata

    let integers = [
      "u8": 200, "i8": -3, "u16": 60_000, "i16": -300, "u32": 4_000_000_000, "i32": -70_000,
      "i64": -5_000_000_000, "general.alignment": 64,
    ]
    for (key, value) in integers { #expect(metadata.int(key) == value) }
    #expect(metadata.int("u64") == nil)
    #expect(metadata.float("f32") == 1.5)
    #expect(metadata.float("f64") == -2.25)
    #expect(metadata.bool("yes") == true)
    #expect(metadata.string("text") == "héllo")
    guard case .string(let raw) = metadata["raw"] else {
      Issue.record("no string")
      return
    }
    #expect(Array(raw.bytes) == [0x61, 0, 0xFF])
    #expect(metadata.array("words")?.strings == ["a", "", "ß"])
    #expect(metadata.array("bytes")?.byteArray == [1, 2])
    #expect(metadata.array("ints")?.int32s == [-1, 7])
    #expect(metadata.array("counts")?.integers == [9])
    #expect(metadata.array("floats")?.floats == [0.5, -0.25])
    #expect(metadata.array("truths")?.bools == [true, false])
    #expect(metadata.entries.map(\.key).first == "general.alignment")
  }

  @Test(arguments: [1, 32, 64])
  func tensorsComeBackAlignedAndPadded(alignment: Int) throws {
    var writer = GGUFWriter(alignment: alignment)
    writer.add("a", dimensions: [3, 2], floats: [1, 2, 3, 4, 5, 6])
    writer.tensors.append(.init(name: "b", type: .q8_0, dimensions: [32], data: Array(0..<34)))
    writer.add("c", dimensions: [], floats: [9])
    let bytes = writer.bytes()
    let file = try GGUFFile(bytes: bytes, options: .init(data: .paddedTensors))
    #expect(file.alignment == alignment)
    #expect(bytes.count % alignment == 0)
    #expect(file.tensors.map(\.name) == ["a", "b", "c"])
    #expect(file.tensors.allSatisfy { $0.fileOffset % alignment == 0 })
    let a = try #require(file.tensor("a"))
    #expect((a.rowLength, a.rowCount, a.byteCount) == (3, 2, 24))
    #expect(floats(littleEndian: file.data(of: a)) == [1, 2, 3, 4, 5, 6])
    #expect(Array(file.data(of: try file.requiredTensor("b"))) == Array(0..<34))
    #expect(floats(littleEndian: file.data(of: try file.requiredTensor("c"))) == [9])
  }

  @Test func aCopiedValueIsTheSame() throws {
    var first = GGUFWriter()
    first.set("words", .strings(["a", "bc"]))
    first.set("number", .float32(0.1))
    first.set("text", .string("t"))
    let file = try GGUFFile(bytes: first.bytes())
    var second = GGUFWriter()
    for entry in file.metadata.entries { second.set(entry.key, .copy(entry.value)) }
    #expect(second.bytes() == first.bytes())
  }

  @Test func writesWhatItComposes() throws {
    try withTemporaryFolder { folder in
      var writer = GGUFWriter()
      writer.set("general.architecture", .string("llama"))
      writer.add("w", dimensions: [2], floats: [1, 2])
      let path = folder.appendingPathComponent("m.gguf").path
      try writer.write(to: path)
      #expect(try GGUFFile(path: path).byteCount == writer.bytes().count)
      #expect(throws: GGUFError.self) { try writer.write(to: folder.appendingPathComponent("no/m.gguf").path) }
    }
  }
}
