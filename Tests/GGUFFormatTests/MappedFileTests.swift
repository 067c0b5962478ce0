// SPDX-License-Identifier: Apache-2.0
import Foundation
import GGUFFormat
import TestSupport
import Testing

@Suite struct MappedFileTests {
  @Test(arguments: [MappedFile.Access.mapped, .copied])
  func holdsTheBytes(access: MappedFile.Access) throws {
    let path = fixture("gguf/container/t-ok.gguf").path
    let file = try MappedFile(path: path, access: access)
    #expect(Array(file.bytes) == Array(try Data(contentsOf: fixture("gguf/container/t-ok.gguf"))))
    file.willNeed(file.bytes)
    file.releasePages(file.bytes)
    #expect(file.bytes.prefix(4).elementsEqual(Array("GGUF".utf8)))
  }

  @Test(arguments: [MappedFile.Access.mapped, .copied])
  func anEmptyFileHasNoBytes(access: MappedFile.Access) throws {
    #expect(try MappedFile(path: fixture("gguf/container/empty.gguf").path, access: access).bytes.isEmpty)
    #expect(MappedFile(copying: []).bytes.isEmpty)
  }

  @Test func whatIsNoFileIsRefused() throws {
    #expect(throws: GGUFError(.notRegularFile, path: fixture("gguf").path)) {
      try MappedFile(path: fixture("gguf").path)
    }
    try withTemporaryFolder { folder in
      let pipe = folder.appendingPathComponent("pipe").path
      #expect(mkfifo(pipe, 0o600) == 0)
      #expect(throws: GGUFError(.notRegularFile, path: pipe)) { try MappedFile(path: pipe) }
      let absent = folder.appendingPathComponent("absent").path
      #expect(throws: GGUFError(.cannotOpen(errno: ENOENT), path: absent)) { try MappedFile(path: absent) }
    }
  }

  /// Pages that are given back are read again from the file.
  @Test func releasedPagesComeBack() throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("data")
      let data = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
      try data.write(to: url)
      let file = try MappedFile(path: url.path)
      #expect(Data(file.bytes) == data)
      file.releasePages(UnsafeRawBufferPointer(rebasing: file.bytes[1_000..<90_001]))
      #expect(Data(file.bytes) == data)
    }
  }

  /// Rows that do not exist release nothing.
  @Test(arguments: [nil, 0..<0, 0..<64, 3..<64, 63..<64, 0..<65, 70..<80]) func rowsOfATensorAreReleased(
    rows: Range<Int>?
  ) throws {
    let file = try GGUFFile(path: fixture("tiny/llama.gguf").path)
    let tensor = try file.requiredTensor("token_embd.weight")
    let before = Array(file.data(of: tensor))
    file.releasePages(of: tensor, rows: rows)
    #expect(tensor.rowCount == 64 && Array(file.data(of: tensor)) == before)
  }
}
