// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationModels
import Generation
import Synchronization

/// What `--trace` and `--summary` ask for: what is recorded while a command runs, and written at its end.
final class Measurements: Sendable {
  /// Nil without `--trace`.
  let trace: TraceRecorder?
  private let path: String?
  private let showsSummary: Bool
  private let state = Mutex((summary: SummaryTable(), isWritten: false))

  /// - Throws: `CommandError` when the trace's file cannot be written; better now than after minutes of work.
  init(_ environment: Environment) throws(CommandError) {
    path = environment.arguments.text(.trace)
    showsSummary = environment.arguments.has(.summary)
    trace = path == nil ? nil : TraceRecorder()
    if let path { try Self.write(Data(), to: path) }
  }

  /// A model has been loaded.
  func loaded(_ model: LanguageModel, since start: ContinuousClock.Instant) {
    trace?.span(.loading, "load", since: start, ["model": .string(model.name), "path": .string(model.path)])
    state.withLock {
      $0.summary.loadSeconds = model.loadSeconds
      $0.summary.contextLength = model.contextLength
    }
  }

  /// A request has been answered.
  func answered(_ statistics: GenerationStatistics) { state.withLock { $0.summary.requests.append(statistics) } }

  /// Follows what a session does, beside the handler that it has.
  func follow(_ session: LanguageModelSession) {
    session.trace = trace
    let handler = session.eventHandler
    session.eventHandler = { event in
      handler?(event)
      if case .roundFinished(let statistics) = event { self.answered(statistics) }
    }
  }

  /// Writes the trace, and the summary to standard error.
  func finish(_ environment: Environment) throws(CommandError) {
    let summary: SummaryTable? = state.withLock { state in
      defer { state.isWritten = true }
      return state.isWritten ? nil : state.summary
    }
    guard let summary else { return }
    if showsSummary { environment.errors.writeIgnoringErrors(summary.lines.joined(separator: "\n") + "\n") }
    guard let path, let trace else { return }
    try Self.write(Data((trace.json().text() + "\n").utf8), to: path)
    if trace.droppedCount > 0 { environment.note("\(trace.droppedCount) late events are not in the trace") }
  }

  private static func write(_ data: Data, to path: String) throws(CommandError) {
    do {
      try data.write(to: URL(fileURLWithPath: path))
    } catch {
      throw CommandError(.failure, "cannot write '\(path)': \(error.localizedDescription)")
    }
  }
}
