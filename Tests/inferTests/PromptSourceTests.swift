// SPDX-License-Identifier: Apache-2.0
import Foundation
@testable import infer
import Testing

@Suite struct PromptSourceTests {
  private func source(_ words: [String], input: String? = nil) throws -> PromptSource {
    try PromptSource(ArgumentParser.parse(words), input: input.map { text in { text } })
  }

  @Test func partsComeInOrder() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("infer-\(UUID()).txt")
    try Data("from a file\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let source = try source(["-p", "asked", "-f", file.path], input: "piped\n")
    #expect(source.prompt == "piped\n\nfrom a file\n\nasked")
  }

  @Test func nothingGivenIsNothing() throws {
    #expect(try source([]).prompt == nil)
    #expect(try source([], input: " \n").prompt == nil)
    #expect(try source(["-p", ""]).prompt == nil)
    #expect(try source(["-p", " \n"]).prompt == nil)
  }

  @Test func instructions() throws {
    #expect(try source(["-sys", "Be brief"]).instructions == "Be brief")
    #expect(throws: CommandError.self) { try source(["-sys", "a", "-sysf", "b"]) }
    #expect(throws: CommandError.self) { try source(["-sysf", "/no/such/file"]) }
  }
}
