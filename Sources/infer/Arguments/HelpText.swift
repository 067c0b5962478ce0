// SPDX-License-Identifier: Apache-2.0

/// The text of `--help`, made from the tables.
enum HelpText {
  static let version = "0.1.0"

  /// The overview: commands, then the options of the default command.
  static var overview: String {
    var lines = [
      "infer \(version) - language models on your own CPU", "", "Usage:",
      "  infer \(Command.respond.usage)", "  infer COMMAND …", "", "Commands:",
    ]
    lines += columns(Command.all.map { ("  \($0.name)", $0.summary) })
    lines += body(of: .respond)
    lines += [
      "", "The answer goes to standard output and everything else to standard error. Short names follow llama.cpp:",
      "-s is the seed, -sys the system prompt, -c the context size, -n the length of the answer.", "",
      "Exit codes: 0 done, 1 failure, 2 wrong usage, 3 schema cannot be enforced, 4 prompt exceeds the context,",
      "5 no usable model, 6 no complete value within -n, 130 interrupted.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  static func text(for command: Command) -> String {
    var lines = [command.summary + ".", "", "Usage:", "  infer \(command.name) \(command.usage)"]
    lines += body(of: command)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func body(of command: Command) -> [String] {
    var lines: [String] = []
    for group in command.groups {
      lines += ["", "\(group.title):"]
      lines += columns(
        group.options.map { option in
          let names = option.names.joined(separator: ", ")
          return ("  \(names)\(option.form.placeholder.map { " \($0)" } ?? "")", option.help)
        })
    }
    if !command.examples.isEmpty { lines += ["", "Examples:"] + command.examples.map { "  \($0)" } }
    return lines
  }

  /// Two columns; a left cell wider than the gap gets a line of its own.
  private static func columns(_ rows: [(String, String)]) -> [String] {
    let width = 32
    return rows.flatMap { left, right in
      left.count < width - 1
        ? [left + String(repeating: " ", count: width - left.count) + right]
        : [left, String(repeating: " ", count: width) + right]
    }
  }
}
