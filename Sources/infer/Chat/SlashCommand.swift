// SPDX-License-Identifier: Apache-2.0

/// A line of a chat that starts with `/`.
enum SlashCommand: Equatable {
  case help
  case exit
  case clear
  case regenerate
  case undo
  case read(String)
  /// Nil shows the instructions, an empty text removes them.
  case system(String?)
  /// Nil lists the settings.
  case set(name: String, value: String)
  case settings
  case statistics
  case tokens
  case save(String)
  case load(String)

  /// What the line is: a message, a command, or a mistake to tell about.
  enum Line: Equatable {
    case message(String)
    case command(SlashCommand)
    case mistake(String)
  }

  private struct Entry {
    let names: [String]
    let argument: String?
    let help: String
    let make: @Sendable (String) -> SlashCommand?
  }

  private static let table: [Entry] = [
    Entry(names: ["help", "?"], argument: nil, help: "Print this list") { _ in .help },
    Entry(names: ["exit", "bye", "quit"], argument: nil, help: "End (also Ctrl-D)") { _ in .exit },
    Entry(names: ["clear", "reset"], argument: nil, help: "Forget the conversation") { _ in .clear },
    Entry(names: ["regen"], argument: nil, help: "Answer the last message again") { _ in .regenerate },
    Entry(names: ["undo"], argument: nil, help: "Take back the last message and its answer") { _ in .undo },
    Entry(names: ["read"], argument: "FILE", help: "Send the text of a file") { $0.isEmpty ? nil : .read($0) },
    Entry(names: ["system"], argument: "[TEXT]", help: "Show or set the instructions (\"\" removes them)") {
      .system($0.isEmpty ? nil : $0 == "\"\"" ? "" : $0)
    },
    Entry(names: ["set"], argument: "[NAME VALUE]", help: "Show or change the settings, e.g. /set temp 0.2") {
      let words = $0.split(separator: " ", maxSplits: 1)
      if words.isEmpty { return .settings }
      return words.count == 2 ? .set(name: String(words[0]), value: String(words[1])) : nil
    },
    Entry(names: ["stats"], argument: nil, help: "Print the timings of the last answer") { _ in .statistics },
    Entry(names: ["tokens"], argument: nil, help: "Print how much of the context is used") { _ in .tokens },
    Entry(names: ["save"], argument: "FILE", help: "Write the conversation to a file") {
      $0.isEmpty ? nil : .save($0)
    },
    Entry(names: ["load"], argument: "FILE", help: "Go on with a conversation from a file") {
      $0.isEmpty ? nil : .load($0)
    },
  ]

  static var helpText: String {
    let rows = table.map { entry in
      let names = entry.names.map { "/\($0)" }.joined(separator: ", ")
      return ["  " + names + (entry.argument.map { " \($0)" } ?? ""), entry.help]
    }
    return TextTable(rows).lines.joined(separator: "\n") + "\n\n"
      + "A line that ends in \\ goes on in the next one; \"\"\" begins and ends a block of lines.\n"
      + "// sends a line that starts with a slash. Ctrl-C stops an answer and keeps it."
  }

  static func parse(_ line: String) -> Line {
    guard line.hasPrefix("/") else { return .message(line) }
    // A pasted path or a text of several lines is a message, not a command.
    if line.hasPrefix("//") { return .message(String(line.dropFirst())) }
    let words = line.dropFirst().split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let name = words.first.map(String.init) ?? ""
    let argument = words.count > 1 ? words[1].trimmingPrefix { $0 == " " } : ""
    guard let entry = table.first(where: { $0.names.contains(name) }) else {
      let meant = suggestions(for: name, among: table.flatMap(\.names), limit: 1).first
      return .mistake(
        "no command /\(name)" + (meant.map { ", did you mean /\($0)?" } ?? "; /help lists them, // sends the line"))
    }
    if entry.argument == nil, !argument.isEmpty { return .mistake("/\(name) takes nothing after it") }
    guard let command = entry.make(String(argument)) else {
      return .mistake("usage: /\(name) \(entry.argument ?? "")")
    }
    return .command(command)
  }
}
