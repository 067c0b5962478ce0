// SPDX-License-Identifier: Apache-2.0
import Foundation
@testable import infer
import Testing

@Suite struct TerminalTests {
  @Test(
    arguments: [
      (nil, true, [:], true), (nil, false, [:], false), (nil, true, ["NO_COLOR": "1"], false),
      (nil, true, ["NO_COLOR": ""], true), (nil, true, ["TERM": "dumb"], false), ("auto", false, [:], false),
      ("on", false, ["NO_COLOR": "1"], true), ("off", true, [:], false),
    ] as [(String?, Bool, [String: String], Bool)])
  func colour(choice: String?, isTerminal: Bool, environment: [String: String], expected: Bool) {
    #expect(Style(choice: choice, isTerminal: isTerminal, environment: environment).isEnabled == expected)
  }

  @Test func aFullDiskIsToldOnce() throws {
    let descriptor = open("/dev/full", O_WRONLY)
    defer { close(descriptor) }
    let stream = OutputStream(descriptor: descriptor, name: "standard output")
    let error = try #require(throws: CommandError.self) { try stream.write("x") }
    #expect(error == CommandError(.failure, "cannot write standard output: No space left on device"))
    #expect(stream.hasFailed)
    #expect(throws: CommandError.self) { try stream.write("y") }
  }

  @Test func longTextArrivesWhole() throws {
    let pipe = Pipe()
    let stream = OutputStream(descriptor: pipe.fileHandleForWriting.fileDescriptor, name: "pipe")
    let text = String(repeating: "ünïcode ", count: 100_000)
    let reader = Thread {
      try? stream.write(text); try? pipe.fileHandleForWriting.close()
    }
    reader.start()
    #expect(String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == text)
  }

  @Test func progressIsSilentWithoutATerminal() {
    let pipe = Pipe()
    let stream = OutputStream(descriptor: pipe.fileHandleForWriting.fileDescriptor, name: "pipe")
    let progress = ProgressLine(
      stream: stream, isEnabled: false, style: Style(choice: "off", isTerminal: false, environment: [:]))
    progress.show("loading", fraction: 0.5)
    progress.clear()
    try? pipe.fileHandleForWriting.close()
    #expect(pipe.fileHandleForReading.readDataToEndOfFile().isEmpty)
  }

  @Test func progressOverwritesItsLineAndGoesAway() {
    let pipe = Pipe()
    let stream = OutputStream(descriptor: pipe.fileHandleForWriting.fileDescriptor, name: "pipe")
    let progress = ProgressLine(
      stream: stream, isEnabled: true, style: Style(choice: "off", isTerminal: false, environment: [:]))
    progress.show("loading", fraction: 0.501)
    progress.show("loading", fraction: 0.502)
    progress.clear()
    progress.clear()
    try? pipe.fileHandleForWriting.close()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text == "\r\u{1B}[Kloading 50 %\r\u{1B}[K")
  }

  @Test(arguments: [
    ("/no/such/file", "cannot read '/no/such/file': No such file or directory"),
    ("/", "cannot read '/': Is a directory"),
  ])
  func unreadableFiles(path: String, message: String) throws {
    let error = try #require(throws: CommandError.self) { try StandardInput.contents(of: path) }
    #expect(error == CommandError(.failure, message))
  }

  @Test func binaryFilesAreNoPrompt() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("infer-\(UUID()).bin")
    try Data([0xFF, 0xFE, 0x00]).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(throws: CommandError(.failure, "'\(file.path)' is not UTF-8 text")) {
      try StandardInput.contents(of: file.path)
    }
  }

  @Test func tablesAlign() {
    #expect(TextTable([["a", "1"], ["bcd", "22"]], alignRight: [1]).lines == ["a     1", "bcd  22"])
  }
}
