// SPDX-License-Identifier: Apache-2.0
import Generation
import OrderedJSON
import Synchronization

/// Asks a model and prints the answer while it comes.
struct Answerer: Sendable {
  let environment: Environment
  let context: GenerationContext
  let progress: ProgressLine
  var measurements: Measurements?

  /// What became of a request.
  enum Outcome: Sendable {
    /// `printed` is the part of the answer that was written while it came.
    case finished(GenerationResult, printed: String)
    /// Ctrl-C came; `text` is what had been written.
    case interrupted(text: String)
    case failed(CommandError)
  }

  /// - Parameters:
  ///   - request: the prompt; the rest of it is filled from `settings`.
  ///   - prints: whether the text goes to standard output as it comes.
  func answer(_ request: GenerationRequest, _ settings: AnswerSettings, prints: Bool) async -> Outcome {
    var request = request
    request.format = settings.format
    request.sampling = settings.sampling
    request.maximumTokens = settings.maximumTokens
    request.stop = settings.stop
    request.documents = settings.documents
    request.draftLookup = settings.draftLookup
    request.trace = measurements?.trace
    let printer = AnswerPrinter(output: environment.output, progress: progress, isEnabled: prints)
    let (outcome, wasInterrupted) = await Interrupts.shared.run {
      [context, request] () -> Result<GenerationResult, any Error> in
      do {
        return .success(try await context.generate(request) { printer.handle($0) })
      } catch {
        return .failure(error)
      }
    }
    progress.clear()
    if let failure = printer.failure { return .failed(failure) }
    if case .success(let result) = outcome { measurements?.answered(result.statistics) }
    switch outcome {
    case .success(let result): return .finished(result, printed: prints ? printer.text : "")
    case .failure where wasInterrupted: return .interrupted(text: printer.text)
    case .failure(let error): return .failed(Self.commandError(error))
    }
  }

  /// Writes what is missing of an answer on standard output, and the end of its last line.
  func complete(_ result: GenerationResult, printed: String) throws(CommandError) {
    let rest = result.text.hasPrefix(printed) ? String(result.text.dropFirst(printed.count)) : result.text
    try environment.output.write(rest + (result.text.hasSuffix("\n") ? "" : "\n"))
  }

  /// The exit code and the line for an error of the engine.
  static func commandError(_ error: any Error) -> CommandError {
    guard let error = error as? GenerationError else {
      return error as? CommandError ?? CommandError(.failure, "\(error)")
    }
    return switch error.kind {
    case .contextOverflow:
      CommandError(.context, "\(error); shorten the prompt or raise -c (0 takes the model's own limit)")
    case .budgetTooSmall: CommandError(.incomplete, "\(error); raise -n")
    case .cancelled: CommandError(.interrupted, "interrupted")
    case .schema: CommandError(.schema, "\(error)")
    case .template, .model: CommandError(.model, "\(error)")
    }
  }
}

/// Prints the events of one answer; used from the compute thread.
final class AnswerPrinter: Sendable {
  private struct State {
    var text = ""
    var failure: CommandError?
  }

  private let output: OutputStream
  private let progress: ProgressLine
  private let isEnabled: Bool
  private let state = Mutex(State())

  init(output: OutputStream, progress: ProgressLine, isEnabled: Bool) {
    self.output = output
    self.progress = progress
    self.isEnabled = isEnabled
  }

  /// What has come so far.
  var text: String { state.withLock { $0.text } }
  /// Why the output could not be written.
  var failure: CommandError? { state.withLock { $0.failure } }

  func handle(_ event: GenerationEvent) {
    switch event {
    case .promptProgress(let done, let total):
      // Short prompts are read before the eye could follow.
      if done < total, total >= 64 { progress.show("reading \(total) tokens", fraction: Double(done) / Double(total)) }
    case .text(let delta):
      state.withLock { $0.text += delta }
      guard isEnabled else { return progress.show("writing, \(text.count) characters") }
      progress.clear()
      do {
        try output.write(delta)
      } catch {
        state.withLock { $0.failure = $0.failure ?? error }
        // Nobody will read the rest.
        withUnsafeCurrentTask { $0?.cancel() }
      }
    case .partial, .toolCall: break
    }
  }
}
