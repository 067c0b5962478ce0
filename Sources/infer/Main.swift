// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The command line: parsing arguments and printing; the work is done by the targets below.
@main
struct Main {
  static func main() async {
    // A reader that goes away ends the process quietly, also where the parent ignored the signal.
    signal(SIGPIPE, SIG_DFL)
    Interrupts.shared.install()
    let code = await run(Array(CommandLine.arguments.dropFirst()))
    exit(code.rawValue)
  }

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
      OutputStream.error.writeIgnoringErrors("infer: \(error.message)\n")
      return error.code
    } catch {
      OutputStream.error.writeIgnoringErrors("infer: \(error)\n")
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
    case .bench: try BenchCommand(environment).run()
    case .plan: return try await PlanCommand(environment).run()
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
    if error.problems.count == 1 { return "infer: \(error.problems[0]); see '\(help)'\n" }
    return error.problems.map { "infer: \($0)\n" }.joined() + "infer: see '\(help)'\n"
  }
}
