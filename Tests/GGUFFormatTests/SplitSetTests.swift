// SPDX-License-Identifier: Apache-2.0
import Foundation
import GGUFFormat
import TestSupport
import Testing

@Suite struct SplitSetTests {
  /// One part of a set; nil leaves a key out.
  struct Part {
    var index: Int?
    var count: Int? = 2
    var total: Int? = 2
    var tensors: [String]
  }

  struct Case: CustomTestStringConvertible {
    var name: String
    var files: [(String, Part)]
    var opened = "m-00001-of-00002.gguf"
    var error: String?
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "two parts",
      files: [
        ("m-00001-of-00002.gguf", Part(index: 0, tensors: ["a"])),
        ("m-00002-of-00002.gguf", Part(index: 1, tensors: ["b"])),
      ]),
    Case(
      name: "first part without tensors",
      files: [
        ("m-00001-of-00002.gguf", Part(index: 0, tensors: [])),
        ("m-00002-of-00002.gguf", Part(index: 1, tensors: ["a", "b"])),
      ]),
    Case(
      name: "count of one is a single file",
      files: [("one.gguf", Part(index: 0, count: 1, tensors: ["a", "b"]))], opened: "one.gguf"),
    Case(
      name: "opened at the second part",
      files: [
        ("m-00001-of-00002.gguf", Part(index: 0, tensors: ["a"])),
        ("m-00002-of-00002.gguf", Part(index: 1, tensors: ["b"])),
      ], opened: "m-00002-of-00002.gguf", error: "this is part 2 of a split model; open the first part"),
    Case(
      name: "wrong index in the second part",
      files: [
        ("m-00001-of-00002.gguf", Part(index: 0, tensors: ["a"])),
        ("m-00002-of-00002.gguf", Part(index: 0, tensors: ["b"])),
      ], error: "this part of a split model calls itself part 1, expected 2"),
    Case(
      name: "tensor in both parts",
      files: [
        ("m-00001-of-00002.gguf", Part(index: 0, tensors: ["a"])),
        ("m-00002-of-00002.gguf", Part(index: 1, tensors: ["a"])),
      ], error: "tensor 'a': the tensor occurs twice"),
    Case(
      name: "wrong total",
      files: [
        ("m-00001-of-00002.gguf", Part(index: 0, total: 3, tensors: ["a"])),
        ("m-00002-of-00002.gguf", Part(index: 1, total: 3, tensors: ["b"])),
      ], error: "the parts of this split model hold 2 tensors, expected 3"),
    Case(
      name: "second part missing", files: [("m-00001-of-00002.gguf", Part(index: 0, tensors: ["a"]))],
      error: "m-00002-of-00002.gguf: cannot open the file: No such file or directory"),
    Case(
      name: "renamed first part", files: [("m.gguf", Part(index: 0, tensors: ["a"]))], opened: "m.gguf",
      error: "the file name of this part of a split model must end in '-00001-of-00002.gguf'"),
    Case(
      name: "no index in the first part", files: [("m-00001-of-00002.gguf", Part(index: nil, tensors: ["a"]))],
      error: "key 'split.no': the key is missing"),
  ]

  @Test(arguments: cases) func set(_ item: Case) throws {
    try withTemporaryFolder { folder in
      for (name, part) in item.files { try write(part, to: folder.appendingPathComponent(name).path) }
      do throws(GGUFError) {
        let file = try GGUFFile(path: folder.appendingPathComponent(item.opened).path)
        #expect(item.error == nil)
        #expect(file.tensors.map(\.name) == ["a", "b"])
        for tensor in file.tensors {
          #expect(floats(littleEndian: file.data(of: tensor)) == [Float(tensor.name.utf8.first!)])
        }
      } catch {
        #expect(item.error.map { error.description.contains($0) } == true, "\(error)")
      }
    }
  }

  /// Any part can be looked at on its own.
  @Test func metadataOnlyStaysWithOneFile() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("m-00002-of-00002.gguf").path
      try write(Part(index: 1, tensors: ["b"]), to: path)
      #expect(try GGUFFile(path: path, options: .metadataOnly).tensors.map(\.name) == ["b"])
    }
  }

  private func write(_ part: Part, to path: String) throws {
    var writer = GGUFWriter()
    if let index = part.index { writer.set("split.no", .uint16(UInt16(index))) }
    if let count = part.count { writer.set("split.count", .uint16(UInt16(count))) }
    if let total = part.total { writer.set("split.tensors.count", .int32(Int32(total))) }
    for name in part.tensors { writer.add(name, dimensions: [1], floats: [Float(name.utf8.first!)]) }
    try writer.write(to: path)
  }
}
