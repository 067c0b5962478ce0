// SPDX-License-Identifier: Apache-2.0
@testable import infer
import Testing

@Suite struct SlashCommandTests {
  static let lines: [(String, SlashCommand.Line)] = [
    ("Hello", .message("Hello")), ("//etc", .message("/etc")), ("/help", .command(.help)), ("/?", .command(.help)),
    ("/bye", .command(.exit)), ("/quit", .command(.exit)), ("/exit", .command(.exit)), ("/reset", .command(.clear)),
    ("/regen", .command(.regenerate)), ("/undo", .command(.undo)), ("/read a b.txt", .command(.read("a b.txt"))),
    ("/read", .mistake("usage: /read FILE")), ("/system", .command(.system(nil))),
    ("/system Be brief", .command(.system("Be brief"))), ("/system \"\"", .command(.system(""))),
    ("/set", .command(.settings)), ("/set temp 0.2", .command(.set(name: "temp", value: "0.2"))),
    ("/set temp", .mistake("usage: /set [NAME VALUE]")), ("/stats", .command(.statistics)),
    ("/save a.json", .command(.save("a.json"))), ("/load a.json", .command(.load("a.json"))),
    ("/claer", .mistake("no command /claer, did you mean /clear?")),
    ("/wat", .mistake("no command /wat; /help lists them, // sends the line")),
    ("/undo 3", .mistake("/undo takes nothing after it")),
  ]

  @Test(arguments: lines)
  func line(text: String, expected: SlashCommand.Line) {
    #expect(SlashCommand.parse(text) == expected)
  }

  struct Script: LineReader {
    var lines: [String]
    mutating func readLine(prompt: String) -> String? { lines.isEmpty ? nil : lines.removeFirst() }
    func remember(_ line: String) {}
  }

  @Test(arguments: [
    (["a", "b"], ["a", "b"]),
    (["a\\", "b", "c"], ["a\nb", "c"]),
    (["a\\"], ["a"]),
    (["\"\"\"", "a", "b", "\"\"\"", "c"], ["a\nb", "c"]),
    (["\"\"\"a\"\"\""], ["a"]),
    (["\"\"\"a", "b\"\"\""], ["a\nb"]),
    (["\"\"\"", "open"], ["open"]),
    ([], []),
  ])
  func messages(lines: [String], expected: [String]) throws {
    var reader = MessageReader(lines: Script(lines: lines))
    var messages: [String] = []
    while let message = try reader.next() { messages.append(message) }
    #expect(messages == expected)
  }
}
