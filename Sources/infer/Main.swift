// SPDX-License-Identifier: Apache-2.0
import Foundation
import GGUFFormat

/// The command line: parsing arguments and printing; the work is done by the targets below.
@main
struct Main {
  static func main() async {
    // A reader that goes away ends the process quietly, also where the parent ignored the signal.
    signal(SIGPIPE, SIG_DFL)
    reserveStandardDescriptors()
    Interrupts.shared.install()
    let code = await run(Array(CommandLine.arguments.dropFirst()))
    exit(code.rawValue)
  }

  /// Keeps 0, 1 and 2 from being given to files that are opened later, where the parent has closed them.
  private static func reserveStandardDescriptors() {
    for (descriptor, mode) in [(0, O_RDONLY), (1, O_RDONLY), (2, O_WRONLY)] as [(Int32, Int32)]
    where fcntl(descriptor, F_GETFD) == -1 {
      // Output is opened for reading, so that writing to it fails as it would have.
      _ = open("/dev/null", mode)
    }
  }

  /// One line fit for a terminal: control characters, which may come from a file or an argument, escaped; cut where long.
  private static func line(_ text: String) -> String { GGUFError.printable(text, limit: 600) + "\n" }

  /// Runs one command line and says what went wrong on standard error.
  static func run(_ words: [String]) async -> ExitCode {
    do {
      let arguments = try ArgumentParser.parse(words)
      let environment = Environment(arguments: arguments)
      return try await dispatch(environment)
    } catch let error as UsageError {
      OutputStream.error.writeIgnoringErrors(text(of: error))
      return .usage
    } catch let error as CommandError {
      OutputStream.error.writeIgnoringErrors(line("infer: \(error.message)"))
      return error.code
    } catch {
      OutputStream.error.writeIgnoringErrors(line("infer: \(error)"))
      return .failure
    }
  }

  static func dispatch(_ environment: Environment) async throws -> ExitCode {
    let arguments = environment.arguments
    if arguments.has(.version) {
      try environment.output.write("infer \(HelpText.version)\n")
      return .success
    }
    if arguments.has(.help) || arguments.command == .help { return try help(environment) }
    switch arguments.command.id {
    case .show: try ShowCommand(environment).run()
    case .tokenize: try TokenizeCommand(environment).run()
    case .detokenize: try DetokenizeCommand(environment).run()
    case .template: try TemplateCommand(environment).run()
    case .quantize: return try await QuantizeCommand(environment).run()
    case .schema:
      var command = SchemaCommand(environment)
      return try command.run()
    case .perplexity: return try await PerplexityCommand(environment).run()
    case .bench where arguments.has(.draftLookup): try await DraftBench(environment).run()
    case .bench where arguments.has(.schema): try await SchemaBench(environment).run()
    case .bench: try BenchCommand(environment).run()
    case .plan: return try await PlanCommand(environment).run()
    case .trips: try TripsCommand(environment).run()
    case .web: return try await WebCommand(environment).run()
    case .playground: return try await PlaygroundCommand(environment).run()
    case .respond, .chat: return try await RespondCommand(environment).run()
    case .help: break
    }
    return .success
  }

  private static func help(_ environment: Environment) throws -> ExitCode {
    let arguments = environment.arguments
    var topic = arguments.isExplicit ? arguments.command : nil
    if topic == .help { topic = nil }
    if arguments.command == .help, let name = arguments.positionals.first {
      guard let command = Command.named(name) else {
        let meant = suggestions(for: name, among: Command.all.map(\.name), limit: 1).first
        let hint = meant.map { " (did you mean '\($0)'?)" } ?? ""
        throw UsageError(problems: ["unknown command '\(name)'\(hint)"], command: nil)
      }
      topic = command
    }
    try environment.output.write(topic.map(HelpText.text(for:)) ?? HelpText.overview)
    return .success
  }

  /// One problem is one line; several are listed, then the way to help.
  static func text(of error: UsageError) -> String {
    let help = error.command.map { "infer \($0.name) --help" } ?? "infer --help"
    if error.problems.count == 1 { return line("infer: \(error.problems[0]); see '\(help)'") }
    return error.problems.map { line("infer: \($0)") }.joined() + line("infer: see '\(help)'")
  }
}
