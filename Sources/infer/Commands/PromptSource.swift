// SPDX-License-Identifier: Apache-2.0

/// The prompt, put together from where it may come from.
struct PromptSource: Equatable {
  /// Nil when nothing was given anywhere.
  var prompt: String?
  var instructions: String?

  /// - Parameter input: reads standard input; nil when nothing can come from there.
  init(_ arguments: ParsedArguments, input: (() throws -> String)?) throws {
    var parts: [String] = []
    if let input {
      let text = try input()
      if text.contains(where: { !$0.isWhitespace }) { parts.append(Self.withoutLastNewline(text)) }
    }
    for path in arguments.texts(.promptFile) {
      parts.append(Self.withoutLastNewline(try StandardInput.contents(of: path)))
    }
    if let text = arguments.text(.prompt) ?? arguments.positionals.first, text.contains(where: { !$0.isWhitespace }) {
      parts.append(text)
    }
    prompt = parts.isEmpty ? nil : parts.joined(separator: "\n\n")

    if arguments.has(.systemPrompt), arguments.has(.systemPromptFile) {
      throw CommandError(.usage, "the instructions are given twice; keep one of -sys and -sysf")
    }
    instructions = arguments.text(.systemPrompt)
    if let path = arguments.text(.systemPromptFile) {
      instructions = Self.withoutLastNewline(try StandardInput.contents(of: path))
    }
  }

  private static func withoutLastNewline(_ text: String) -> String {
    text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
