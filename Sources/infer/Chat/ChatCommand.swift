// SPDX-License-Identifier: Apache-2.0
import Foundation
import Generation
import OrderedJSON

/// `infer chat`: a conversation, line by line.
struct ChatCommand {
  let environment: Environment
  var settings: AnswerSettings
  private let firstPrompt: String?
  private var conversation: Conversation
  private var lastTimings: TimingReport?

  init(_ environment: Environment, settings: AnswerSettings, source: PromptSource) {
    self.environment = environment
    self.settings = settings
    firstPrompt = source.prompt
    conversation = Conversation(instructions: source.instructions)
  }

  func run() async throws -> ExitCode {
    let progress = environment.makeProgress()
    let measurements = try Measurements(environment)
    let model = try await ModelPath.load(environment, progress: progress, measurements)
    environment.describe(model, settings)
    let answerer = Answerer(
      environment: environment, context: model.makeContext(), progress: progress, measurements: measurements)
    var copy = self
    defer { try? measurements.finish(environment) }
    let code = try await copy.talk(model, answerer)
    try measurements.finish(environment)
    return code
  }

  private mutating func talk(_ model: LanguageModel, _ answerer: Answerer) async throws -> ExitCode {
    let isInteractive = StandardInput.isTerminal && environment.output.isTerminal
    if isInteractive, !environment.isQuiet {
      environment.say("\(model.name), context of \(model.contextLength) tokens. /help lists commands, Ctrl-D ends.")
    }
    if let firstPrompt {
      try await send(firstPrompt, model, answerer)
      if environment.arguments.has(.singleTurn) { return .success }
    }
    var reader = MessageReader(lines: lineReader(isInteractive))
    while true {
      let line: String?
      do {
        line = try reader.next()
      } catch is LineInterrupted {
        return .interrupted
      }
      guard let line else { return .success }
      guard line.contains(where: { !$0.isWhitespace }) else { continue }
      switch SlashCommand.parse(line) {
      case .message(let text):
        try await send(text, model, answerer)
      case .mistake(let text):
        environment.say(text)
        continue
      case .command(.exit): return .success
      case .command(let command):
        let wasMessage = try await perform(command, model, answerer)
        if !wasMessage { continue }
      }
      if environment.arguments.has(.singleTurn) { return .success }
    }
  }

  private func lineReader(_ isInteractive: Bool) -> any LineReader {
    if isInteractive, environment.variables["TERM"] != "dumb",
      let reader = TerminalLineReader(historyPath: TerminalLineReader.historyPath(environment.variables))
    {
      return reader
    }
    return PlainLineReader()
  }

  // MARK: Messages

  private mutating func send(_ text: String, _ model: LanguageModel, _ answerer: Answerer) async throws {
    conversation.ask(text)
    switch await answerer.answer(GenerationRequest(messages: conversation.request), settings, prints: settings.streams)
    {
    case .finished(let result, let printed):
      conversation.answer(result.text)
      let timings = TimingReport(statistics: result.statistics, loadSeconds: model.loadSeconds)
      lastTimings = timings
      try answerer.complete(result, printed: printed)
      if result.finish == .length { environment.note("cut after \(result.statistics.generatedTokens) tokens") }
      if environment.isVerbose { environment.say(timings.line) }
    case .interrupted(let text):
      // What was said stays said, so that one can go on from there.
      if text.isEmpty { conversation.undo() } else { conversation.answer(text) }
      try environment.output.write("\n")
    case .failed(let error):
      conversation.undo()
      // The session goes on after what another message can mend.
      guard error.code == .context || error.code == .incomplete else { throw error }
      environment.say(
        error.code == .context ? "\(error.message), or make room with /undo or /clear" : error.message)
    }
  }

  // MARK: Commands

  /// - Returns: whether the command has sent a message.
  private mutating func perform(
    _ command: SlashCommand, _ model: LanguageModel, _ answerer: Answerer
  ) async throws -> Bool {
    do {
      switch command {
      case .help: environment.say(SlashCommand.helpText)
      case .exit: break
      case .clear:
        conversation.clear()
        environment.say("The conversation is empty.")
      case .undo:
        environment.say(conversation.undo() == nil ? "There is nothing to take back." : "Taken back.")
      case .regenerate:
        guard let text = conversation.undo() else {
          environment.say("There is nothing to answer again.")
          return false
        }
        try await send(text, model, answerer)
        return true
      case .read(let path):
        try await send(try StandardInput.contents(of: path), model, answerer)
        return true
      case .system(nil):
        environment.say(conversation.instructions.map { $0.isEmpty ? "No instructions." : $0 } ?? "No instructions.")
      case .system(let text?):
        conversation.instructions = text.isEmpty ? nil : text
      case .settings:
        environment.say(TextTable(settings.rows.map { [$0.name, $0.value] }).lines.joined(separator: "\n"))
      case .set(let name, let value): try settings.set(name, to: value)
      case .statistics:
        guard let lastTimings else {
          environment.say("No answer yet.")
          return false
        }
        let rows = lastTimings.rows.map { [$0.name + ":", $0.value] }
        environment.say(TextTable(rows).lines.joined(separator: "\n"))
      case .tokens:
        let count = try model.tokenCount(messages: conversation.request)
        environment.say("\(count) of \(model.contextLength) tokens")
      case .save(let path): try save(path)
      case .load(let path): try load(path)
      }
    } catch let error as CommandError where error.code != .interrupted {
      // A mistyped file name must not end the conversation; an output that is gone must.
      if environment.output.hasFailed { throw error }
      environment.say(error.message)
    } catch let error as GenerationError {
      environment.say("\(error)")
    }
    return false
  }

  private func save(_ path: String) throws(CommandError) {
    do {
      try Data((conversation.json.text(.pretty) + "\n").utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw CommandError(.failure, "cannot write '\(path)': \(error.localizedDescription)")
    }
  }

  private mutating func load(_ path: String) throws(CommandError) {
    let text = try StandardInput.contents(of: path)
    let value: JSONValue
    do {
      value = try JSONValue(parsing: text)
    } catch {
      throw CommandError(.failure, "'\(path)': \(error)")
    }
    conversation = try Conversation(json: value)
    environment.say("\(conversation.messages.count) messages loaded.")
  }
}

extension Environment {
  /// Something said in a chat that is no part of the answer.
  func say(_ text: String) {
    errors.writeIgnoringErrors(errorStyle.dim(text) + "\n")
  }
}
