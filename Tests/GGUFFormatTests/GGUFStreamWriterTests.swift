// SPDX-License-Identifier: Apache-2.0
import Foundation
import Quantization
import TestSupport
import Testing

@testable import GGUFFormat

@Suite struct GGUFStreamWriterTests {
  private static let tensors: [GGUFStreamWriter.Tensor] = [
    .init(name: "a", type: .f32, dimensions: [3]), .init(name: "empty", type: .f32, dimensions: [0]),
    .init(name: "b", type: .q8_0, dimensions: [32, 2]),
  ]

  private func write(_ path: String, replaces: Bool = false, pieces: [Int] = [12, 34, 34]) throws {
    let writer = try GGUFStreamWriter(
      path: path, metadata: [("k", .uint32(7))], tensors: Self.tensors, replaces: replaces)
    for (index, size) in pieces.enumerated() {
      if index == 1 { try writer.append(UnsafeRawBufferPointer(start: nil, count: 0)) }
      try [UInt8](repeating: UInt8(index + 1), count: size).withUnsafeBytes { try writer.append($0) }
    }
    try writer.finish()
  }

  @Test func filesReadBack() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.gguf").path
      try write(path)
      let file = try GGUFFile(path: path, options: .init(data: .paddedTensors))
      #expect(file.metadata.int("k") == 7)
      #expect(file.tensors.map(\.name) == ["a", "empty", "b"])
      #expect(Array(file.data(of: file.tensors[0])) == [UInt8](repeating: 1, count: 12))
      #expect(file.data(of: file.tensors[2]).prefix(35).suffix(2).elementsEqual([2, 3]))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.gguf"])
    }
  }

  @Test func existingFilesGiveWayOnlyWhenAsked() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.gguf").path
      try Data([1]).write(to: URL(fileURLWithPath: path))
      #expect(throws: GGUFError(.cannotWrite(errno: EEXIST), path: path)) { try write(path) }
      #expect(FileManager.default.contents(atPath: path) == Data([1]))
      try write(path, replaces: true)
      #expect(try GGUFFile(path: path).tensors.count == 3)
    }
  }

  /// What was not finished leaves nothing, and a file that was there stays.
  @Test func unfinishedFilesVanish() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.gguf").path
      do {
        let writer = try GGUFStreamWriter(path: path, metadata: [], tensors: Self.tensors)
        try [UInt8](repeating: 0, count: 5).withUnsafeBytes { try writer.append($0) }
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
      #expect(throws: GGUFError.self) {
        try GGUFStreamWriter(path: folder.path + "/none/a.gguf", metadata: [], tensors: [])
      }
      #expect(throws: GGUFError.self) {
        try GGUFStreamWriter(
          path: path, metadata: [], tensors: [.init(name: "x", type: .q4_0, dimensions: [31])])
      }
    }
  }
}
