// SPDX-License-Identifier: Apache-2.0
@testable import infer
import Testing

@Suite struct ArgumentParserTests {
  struct Accepted: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    var command = Command.respond
    var values: [Option.ID: [OptionValue]] = [:]
    var positionals: [String] = []
    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let accepted: [Accepted] = [
    Accepted(arguments: []),
    Accepted(arguments: ["-m", "a.gguf"], values: [.model: [.text("a.gguf")]]),
    Accepted(arguments: ["--model=a.gguf"], values: [.model: [.text("a.gguf")]]),
    Accepted(arguments: ["--model=a=b"], values: [.model: [.text("a=b")]]),
    Accepted(arguments: ["--model="], values: [.model: [.text("")]]),
    Accepted(arguments: ["-n", "-1"], values: [.maximumTokens: [.integer(-1)]]),
    Accepted(arguments: ["--max-tokens", "5"], values: [.maximumTokens: [.integer(5)]]),
    Accepted(arguments: ["--temp", "0.5"], values: [.temperature: [.number(0.5)]]),
    Accepted(arguments: ["--temperature", "1"], values: [.temperature: [.number(1)]]),
    Accepted(arguments: ["-s", "18446744073709551615"], values: [.seed: [.text("18446744073709551615")]]),
    Accepted(arguments: ["-s", "-1"], values: [.seed: [.text("-1")]]),
    Accepted(arguments: ["-sys", "Be brief"], values: [.systemPrompt: [.text("Be brief")]]),
    Accepted(arguments: ["--instructions", "Be brief"], values: [.systemPrompt: [.text("Be brief")]]),
    Accepted(arguments: ["-r", "a", "--stop", "b"], values: [.stop: [.text("a"), .text("b")]]),
    Accepted(arguments: ["-p", "--not-an-option"], values: [.prompt: [.text("--not-an-option")]]),
    Accepted(arguments: ["-p=-v"], values: [.prompt: [.text("-v")]]),
    Accepted(arguments: ["-v", "-v", "--json"], values: [.verbose: [.flag], .json: [.flag]]),
    Accepted(arguments: ["Why is the sky blue?"], positionals: ["Why is the sky blue?"]),
    Accepted(arguments: ["--", "--help me"], positionals: ["--help me"]),
    Accepted(arguments: ["-"], positionals: ["-"]),
    Accepted(arguments: ["Hello"], positionals: ["Hello"]),
    Accepted(
      arguments: ["plan", "Joshua Tree", "--days", "3"], command: .plan, values: [.days: [.integer(3)]],
      positionals: ["Joshua Tree"]),
    Accepted(arguments: ["plan", "Joshua", "Tree"], command: .plan, positionals: ["Joshua", "Tree"]),
    Accepted(
      arguments: ["bench", "-p", "512", "-n", "0", "-r", "2"], command: .bench,
      values: [.promptTokens: [.text("512")], .generatedTokens: [.text("0")], .repetitions: [.integer(2)]]),
    Accepted(arguments: ["count-tokens", "a b"], command: .tokenize, values: [.count: [.flag]], positionals: ["a b"]),
    Accepted(
      arguments: ["detokenize", "1", "2", "3", "--special"], command: .detokenize, values: [.special: [.flag]],
      positionals: ["1", "2", "3"]),
    Accepted(arguments: ["template", "a.json"], command: .template, positionals: ["a.json"]),
    Accepted(arguments: ["help", "bench"], command: .help, positionals: ["bench"]),
    Accepted(
      arguments: ["show", "--help", "a", "b"], command: .show, values: [.help: [.flag]], positionals: ["a", "b"]),
  ]

  @Test(arguments: accepted)
  func accepts(_ line: Accepted) throws {
    let parsed = try ArgumentParser.parse(line.arguments)
    #expect(parsed.command == line.command)
    #expect(parsed.values == line.values)
    #expect(parsed.positionals == line.positionals)
  }

  struct Refused: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let message: String
    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let refused: [Refused] = [
    Refused(
      arguments: ["--modle", "x"], message: "unknown option '--modle' (did you mean '--model'?); see 'infer --help'"),
    Refused(arguments: ["--wat"], message: "unknown option '--wat'; see 'infer --help'"),
    Refused(arguments: ["-m"], message: "-m needs a value; see 'infer --help'"),
    Refused(
      arguments: ["-p", "--temp", "1"],
      message: "-p needs a value (to pass '--temp' itself, write -p=--temp); see 'infer --help'"),
    Refused(arguments: ["--json=yes"], message: "--json takes no value; see 'infer --help'"),
    Refused(
      arguments: ["--top-p", "1.5"], message: "--top-p must be a number from 0 to 1, not '1.5'; see 'infer --help'"),
    Refused(
      arguments: ["--top-p", "nan"], message: "--top-p must be a number from 0 to 1, not 'nan'; see 'infer --help'"),
    Refused(
      arguments: ["-s", "Be brief"],
      message: "--seed must be a whole number, or -1, not 'Be brief'; -s is --seed and takes a number; "
        + "for a system prompt use -sys; see 'infer --help'"),
    Refused(
      arguments: ["-t", "0.7"],
      message: "--threads must be a whole number of at least 1, not '0.7'; -t is --threads and takes a number; "
        + "for the temperature use --temp; see 'infer --help'"),
    Refused(
      arguments: ["-o", "out.txt"],
      message: "unknown option '-o': for JSON output use --json; to keep the answer, redirect standard output; "
        + "see 'infer --help'"),
    Refused(
      arguments: ["-ngl", "99"],
      message: "unknown option '-ngl': infer computes on the CPU, leave it out; see 'infer --help'"),
    Refused(
      arguments: ["--days", "3"],
      message: "unknown option '--days' of 'respond'; 'infer plan' has it; see 'infer --help'"),
    Refused(
      arguments: ["plan", "Petra", "--days", "0"],
      message: "--days must be a whole number from 1 to 7, not '0'; see 'infer plan --help'"),
    Refused(
      arguments: ["--color", "red"], message: "--color must be one of auto, on, off, not 'red'; see 'infer --help'"),
    Refused(
      arguments: ["shw", "a.gguf"],
      message: "unknown command 'shw' (did you mean 'show'? for a prompt use -p); see 'infer --help'"),
    Refused(
      arguments: ["Why", "is", "it?"],
      message: "unexpected argument 'is' (put text with spaces in quotes); see 'infer --help'"),
    Refused(arguments: ["bench", "x"], message: "unexpected argument 'x'; see 'infer bench --help'"),
    Refused(
      arguments: ["-p", "a", "b"], message: "the prompt is given twice: with -p and as 'b'; see 'infer --help'"),
  ]

  @Test(arguments: refused)
  func refuses(_ line: Refused) throws {
    let error = try #require(throws: UsageError.self) { try ArgumentParser.parse(line.arguments) }
    #expect(Main.text(of: error) == "infer: \(line.message)\n")
  }

  @Test func allProblemsAreToldAtOnce() throws {
    let error = try #require(throws: UsageError.self) {
      try ArgumentParser.parse(["plan", "--dais", "3", "--temp", "hot", "-c"])
    }
    #expect(
      Main.text(of: error) == """
        infer: unknown option '--dais' (did you mean '--days'?)
        infer: --temp must be a number from 0 to 100, not 'hot'
        infer: -c needs a value
        infer: see 'infer plan --help'

        """)
  }

  @Test(arguments: Command.all)
  func namesOfOptionsAreUniqueWithinACommand(_ command: Command) {
    let names = command.options.flatMap(\.allNames)
    #expect(Set(names).count == names.count, "\(names.sorted())")
    #expect(command.options.allSatisfy { !$0.names.isEmpty && !$0.help.isEmpty })
  }
}

extension Command: CustomTestStringConvertible {
  public var testDescription: String { name }
}
