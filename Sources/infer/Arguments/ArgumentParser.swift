// SPDX-License-Identifier: Apache-2.0

/// The command line, read: a command, its options' values, and the other arguments.
struct ParsedArguments: Sendable, Equatable {
  var command: Command
  /// Whether the command was named, rather than taken because none was.
  var isExplicit = false
  var values: [Option.ID: [OptionValue]] = [:]
  var positionals: [String] = []

  func has(_ id: Option.ID) -> Bool { values[id] != nil }

  func text(_ id: Option.ID) -> String? {
    guard case .text(let text) = values[id]?.last else { return nil }
    return text
  }

  func texts(_ id: Option.ID) -> [String] {
    (values[id] ?? []).compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  func integer(_ id: Option.ID) -> Int? {
    guard case .integer(let value) = values[id]?.last else { return nil }
    return value
  }

  func number(_ id: Option.ID) -> Double? {
    guard case .number(let value) = values[id]?.last else { return nil }
    return value
  }
}

/// Everything wrong with a command line, so that one run shows all of it.
struct UsageError: Error, Equatable {
  var problems: [String]
  /// The command whose help is pointed to.
  var command: Command?
}

/// Reads arguments by the tables of commands and options.
///
/// `--name value` and `--name=value` are the same; a single `--` ends the options. Names of one dash are words of their
/// own (`-sys`), never clusters of letters.
struct ArgumentParser {
  static func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments {
    var parser = ArgumentParser(arguments: arguments)
    return try parser.run()
  }

  private var arguments: [String]
  private var problems: [String] = []

  private init(arguments: [String]) { self.arguments = arguments }

  private mutating func run() throws(UsageError) -> ParsedArguments {
    var result = ParsedArguments(command: .respond)
    if let first = arguments.first, let command = Command.named(first) {
      result = ParsedArguments(command: command, isExplicit: true)
      if first == "count-tokens" { result.values[.count] = [.flag] }
      arguments.removeFirst()
    }
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      index += 1
      if argument == "--" {
        result.positionals += arguments[index...]
        break
      }
      if argument.hasPrefix("-"), argument != "-" {
        readOption(argument, at: &index, into: &result)
      } else {
        result.positionals.append(argument)
      }
    }
    if !result.has(.help) { checkPositionals(result) }
    if !problems.isEmpty {
      throw UsageError(problems: problems, command: result.isExplicit ? result.command : nil)
    }
    return result
  }

  private mutating func readOption(_ argument: String, at index: inout Int, into result: inout ParsedArguments) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = result.command.options.first(where: { $0.allNames.contains(name) }) else {
      problems.append(Self.unknownOption(name, of: result.command))
      // What follows an unknown option is more likely its value than an argument.
      if parts.count == 1, index < arguments.count, !arguments[index].hasPrefix("-") { index += 1 }
      return
    }
    if case .flag = option.form {
      if parts.count == 2 {
        problems.append("\(name) takes no value")
      } else {
        result.values[option.id] = [.flag]
      }
      return
    }
    let text: String
    if parts.count == 2 {
      text = String(parts[1])
    } else if case .optionalInteger(_, _, let standard) = option.form {
      let next = index < arguments.count && Int(arguments[index]) != nil
      text = next ? arguments[index] : "\(standard)"
      if next { index += 1 }
    } else if index < arguments.count {
      text = arguments[index]
      if result.command.options.contains(where: { $0.allNames.contains(text) }) {
        problems.append("\(name) needs a value (to pass '\(text)' itself, write \(name)=\(text))")
        return
      }
      index += 1
    } else {
      problems.append("\(name) needs a value")
      return
    }
    switch Self.value(text, for: option) {
    case .success(let value):
      result.values[option.id, default: []].append(value)
    case .failure(let problem):
      problems.append(option.advice.map { "\(problem.text); \($0)" } ?? problem.text)
    }
  }

  private mutating func checkPositionals(_ result: ParsedArguments) {
    let limit = result.command.positionalLimit
    if !result.isExplicit, let word = result.positionals.first, !word.contains(where: \.isWhitespace),
      let meant = suggestions(for: word, among: Command.all.map(\.name), limit: 1).first
    {
      problems.append("unknown command '\(word)' (did you mean '\(meant)'? for a prompt use -p)")
    } else if result.positionals.count > limit {
      let extra = result.positionals[limit]
      problems.append(
        limit == 0
          ? "unexpected argument '\(extra)'" : "unexpected argument '\(extra)' (put text with spaces in quotes)")
    } else if result.has(.prompt), !result.positionals.isEmpty, result.command.id != .show {
      problems.append("the prompt is given twice: with -p and as '\(result.positionals[0])'")
    }
  }

  // MARK: Values

  struct Problem: Error { let text: String }

  /// Reads one value; also used for settings typed in a chat.
  static func value(_ text: String, for option: Option) -> Result<OptionValue, Problem> {
    func failure(_ expected: String) -> Result<OptionValue, Problem> {
      .failure(Problem(text: "\(option.displayName) must be \(expected), not '\(text)'"))
    }
    switch option.form {
    case .flag: return .success(.flag)
    case .text: return .success(.text(text))
    case .integer(_, let range), .optionalInteger(_, let range, _):
      guard let value = Int(text), range.contains(value) else {
        // A bound that nobody meets by chance is named only where it was passed.
        let isTooLarge = text.allSatisfy(\.isNumber) && !text.isEmpty
        return failure(
          range.upperBound >= 1024 && !isTooLarge
            ? "a whole number of at least \(range.lowerBound)"
            : "a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return .success(.integer(value))
    case .number(_, let range):
      guard let value = Double(text), range.contains(value) else {
        return failure("a number from \(short(range.lowerBound)) to \(short(range.upperBound))")
      }
      return .success(.number(value))
    case .choice(let words):
      guard words.contains(text) else { return failure("one of \(words.joined(separator: ", "))") }
      return .success(.text(text))
    case .seed:
      guard text == "-1" || UInt64(text) != nil else { return failure("a whole number, or -1") }
      return .success(.text(text))
    case .whitespace:
      guard WhitespaceArgument.whitespace(text) != nil else { return failure(WhitespaceArgument.expected) }
      return .success(.text(text))
    }
  }

  private static func short(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }

  // MARK: Unknown names

  private static func unknownOption(_ name: String, of command: Command) -> String {
    let head = "unknown option '\(name)'"
    if let advice = foreignOptions[name] { return "\(head): \(advice)" }
    let known = command.options.flatMap(\.allNames)
    if let meant = suggestions(for: name, among: known, limit: 1).first { return "\(head) (did you mean '\(meant)'?)" }
    let owners = Command.all.filter { other in other.options.contains { $0.allNames.contains(name) } }
    if let owner = owners.first { return "\(head) of '\(command.name)'; 'infer \(owner.name)' has it" }
    return head
  }

  /// What other tools' options are called here, or why they are not there.
  private static let foreignOptions: [String: String] = {
    let cpu = "infer computes on the CPU, leave it out"
    let layout = "infer maps the file and keeps the weights in its own layout; see --no-repack"
    let conversation = "use -cnv for a conversation, or nothing for a single answer"
    return [
      "-ngl": cpu, "--n-gpu-layers": cpu, "--gpu-layers": cpu, "-fa": cpu, "--flash-attn": cpu,
      "--mlock": layout, "--no-mmap": layout, "-i": "use 'infer chat', and -sys for instructions",
      "--interactive": "use 'infer chat'", "-no-cnv": conversation, "--no-conversation": conversation,
      "-o": "for JSON output use --json; to keep the answer, redirect standard output",
      "-S": "for a system prompt use -sys", "--greedy": "use --temp 0", "--no-color": "use --color off",
      "--format": "use --json, or -j with a JSON Schema", "-tb": "-t sets the threads of both phases",
      "--threads-batch": "-t sets the threads of both phases",
    ]
  }()
}
