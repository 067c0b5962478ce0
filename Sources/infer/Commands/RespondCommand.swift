// SPDX-License-Identifier: Apache-2.0
import Generation
import Kernels
import OrderedJSON

/// `infer` with a prompt: one answer. Without one, on a terminal: a chat.
struct RespondCommand {
  let environment: Environment

  init(_ environment: Environment) { self.environment = environment }

  func run() async throws -> ExitCode {
    let arguments = environment.arguments
    let settings = try AnswerSettings(arguments)
    let isChat = arguments.command == .chat
    // A chat reads standard input line by line; a single answer reads it whole.
    let readsInput = !isChat && !arguments.has(.conversation) && StandardInput.mayHoldText
    let source = try PromptSource(arguments, input: readsInput ? { try StandardInput.readAll() } : nil)
    if arguments.has(.raw) {
      if arguments.has(.conversation) {
        throw CommandError(.usage, "a chat goes through the chat template; keep one of --raw and -cnv")
      }
      if source.instructions != nil {
        throw CommandError(.usage, "--raw has no place for instructions; write them into the prompt")
      }
    }
    if isChat || arguments.has(.conversation)
      || (source.prompt == nil && !arguments.has(.raw) && StandardInput.isTerminal && environment.output.isTerminal)
    {
      return try await ChatCommand(environment, settings: settings, source: source).run()
    }
    guard let prompt = source.prompt else {
      throw UsageError(
        problems: ["no prompt: give -p TEXT, -f FILE or standard input, or chat with 'infer chat'"], command: nil)
    }
    return try await answer(prompt, source.instructions, settings)
  }

  private func answer(
    _ prompt: String, _ instructions: String?, _ settings: AnswerSettings
  ) async throws -> ExitCode {
    let arguments = environment.arguments
    let progress = environment.makeProgress()
    let measurements = try Measurements(environment)
    let model = try await ModelPath.load(environment, progress: progress, measurements)
    environment.describe(model, settings)
    var request = GenerationRequest(messages: [])
    if arguments.has(.raw) {
      request.rawPrompt = prompt
    } else {
      var conversation = Conversation(instructions: instructions)
      conversation.ask(prompt)
      request.messages = conversation.request
    }
    let streams = settings.streams && !arguments.has(.json)
    let answerer = Answerer(
      environment: environment, context: model.makeContext(), progress: progress, measurements: measurements)
    let outcome = await answerer.answer(request, settings, prints: streams)
    defer { try? measurements.finish(environment) }
    switch outcome {
    case .failed(let error): throw error
    case .interrupted(let text):
      if streams, !text.isEmpty, !text.hasSuffix("\n") { try environment.output.write("\n") }
      return .interrupted
    case .finished(let result, let printed):
      let timings = TimingReport(statistics: result.statistics, loadSeconds: model.loadSeconds)
      if arguments.has(.json) {
        try environment.output.write(Self.json(result, model: model, timings).text(.pretty) + "\n")
      } else {
        try answerer.complete(result, printed: printed)
      }
      if result.finish == .length {
        environment.note(
          "the answer was cut after \(result.statistics.generatedTokens) tokens"
            + (settings.maximumTokens == nil ? ", the context is full; raise -c" : " by -n"))
      }
      for row in timings.rows { environment.detail(row.name, row.value) }
      try measurements.finish(environment)
      return .success
    }
  }

  static func json(_ result: GenerationResult, model: LanguageModel, _ timings: TimingReport) -> JSONValue {
    var object: JSONObject = ["model": .string(model.name), "text": .string(result.text)]
    if let value = result.value { object["value"] = value }
    object["finish_reason"] = result.finish == .length ? "length" : "stop"
    // Beyond 2^53 many readers of JSON round numbers, and a rounded seed is another seed.
    object["seed"] = .string("\(result.statistics.seed)")
    object["timings"] = timings.json
    return .object(object)
  }
}

extension Environment {
  /// What `--verbose` says before an answer.
  func describe(_ model: LanguageModel, _ settings: AnswerSettings) {
    detail("model", "\(model.name) (\(model.path))")
    detail("context", "\(model.contextLength) tokens")
    detail("threads", "\(model.transformer.pool.threadCount)")
    detail("instruction set", InstructionSet.active.rawValue)
    let sampling = settings.sampling
    detail(
      "sampling",
      sampling.greedy
        ? "greedy, repeat penalty \(sampling.repetitionPenalty)"
        : "temperature \(sampling.temperature), top-k \(sampling.topK), top-p \(sampling.topP), "
          + "min-p \(sampling.minP), repeat penalty \(sampling.repetitionPenalty) over \(sampling.repetitionWindow)")
  }
}
