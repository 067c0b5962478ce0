// SPDX-License-Identifier: Apache-2.0
import Generation
import Kernels
import OrderedJSON

/// `infer perplexity`: how well a model predicts a text, window by window, as llama.cpp's tool of that name does.
struct PerplexityCommand {
  let environment: Environment
  private static let windowLength = 512

  init(_ environment: Environment) { self.environment = environment }

  func run() async throws -> ExitCode {
    let arguments = environment.arguments
    let types = arguments.has(.compareCache) ? CacheType.allCases : [try ModelPath.cacheType(arguments)]
    let source = try readText()
    let progress = environment.makeProgress()
    defer { progress.clear() }
    let length = arguments.integer(.contextSize) ?? Self.windowLength
    let model = try await ModelPath.load(environment, progress: progress)
    let text = PerplexityText(source, model.tokenizer, windowLength: length)
    guard text.windowCount > 0 else {
      throw CommandError(
        .usage,
        "the text has \(text.tokenCount) tokens, fewer than one window of \(length); give more text or a lower -c")
    }
    let chunks = arguments.integer(.chunks) ?? -1
    let count = chunks < 0 ? text.windowCount : min(chunks, text.windowCount)
    guard count > 0 else { throw CommandError(.usage, "nothing to score: --chunks is 0") }
    environment.detail("model", "\(model.name) (\(model.path))")
    environment.detail("text", "\(text.tokenCount) tokens, \(count) of \(text.windowCount) windows of \(length)")

    let prints = !arguments.has(.json) && !environment.isQuiet
    let (outcome, wasInterrupted) = await Interrupts.shared.run { [environment] in
      Result {
        var report = PerplexityReport(types: types, windowLength: length)
        let meters = try types.map { try PerplexityMeter(model.transformer, windowLength: length, cacheType: $0) }
        for index in 0..<count {
          progress.show("scoring", fraction: Double(index) / Double(count))
          report.add(try meters.map { try $0.losses(of: text.window(index)) { !Task.isCancelled } })
          progress.clear()
          if prints { try environment.output.write(report.progress(index + 1)) }
        }
        return report
      }
    }
    switch outcome {
    case .success(let report):
      try environment.output.write(
        arguments.has(.json) ? report.json(model: model.name).text(.pretty) + "\n" : report.text(afterProgress: prints))
      return .success
    case .failure where wasInterrupted: return .interrupted
    case .failure(let error): throw error as? CommandError ?? CommandError(.failure, "\(error)")
    }
  }

  private func readText() throws -> String {
    let arguments = environment.arguments
    let path = arguments.text(.promptFile) ?? arguments.positionals.first
    if let path, path != "-" { return try StandardInput.contents(of: path) }
    guard path == "-" || !StandardInput.isTerminal else {
      throw UsageError(problems: ["no text: give it with -f FILE, or on standard input"], command: .perplexity)
    }
    return try StandardInput.readAll()
  }
}
