// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationModels
import TripPlanning

/// `infer plan`: an itinerary for a landmark, shown while it is written.
struct PlanCommand {
  let environment: Environment

  init(_ environment: Environment) { self.environment = environment }

  func run() async throws -> ExitCode {
    let job = try PlanJob(environment)
    let measurements = try Measurements(environment)
    let loaded = try await ModelPath.load(environment, progress: environment.makeProgress(), measurements)
    let model = SystemLanguageModel(backend: EngineBackend(model: loaded))
    var planner = try usage { () throws(TripPlanningError) in
      try job.planner(model: model, options: options(environment.arguments))
    }
    planner.prepare = { measurements.follow($0) }
    let output = makeOutput(job)
    let (result, wasInterrupted) = await Interrupts.shared.run { [planner] () -> Result<PlannedTrip?, any Error> in
      do {
        return .success(try await show(job.events(planner), output))
      } catch {
        return .failure(error)
      }
    }
    await output.end()
    defer { try? measurements.finish(environment) }
    if wasInterrupted { return .interrupted }
    let trip: PlannedTrip?
    do {
      trip = try result.get()
    } catch {
      throw Self.commandError(for: error)
    }
    try measurements.finish(environment)
    if let trip { try job.save(trip, model: loaded.name, environment) }
    return .success
  }

  private func show(
    _ events: AsyncThrowingStream<PlanEvent, any Error>, _ output: any PlanOutput
  ) async throws -> PlannedTrip? {
    await output.begin()
    var trip: PlannedTrip?
    for try await event in events {
      if case .finished(let finished) = event { trip = finished }
      try await output.show(event)
    }
    try Task.checkCancellation()
    return trip
  }

  private func makeOutput(_ job: PlanJob) -> any PlanOutput {
    let state = PlanState(landmark: job.landmark, dayCount: job.dayCount)
    if environment.arguments.has(.json) || environment.arguments.has(.format) {
      return WholePlanOutput(environment, state) { [environment] trip in
        try TripArguments.text(of: trip, start: job.start, environment)
      }
    }
    let isDumb = environment.variables["TERM"] == "dumb"
    return environment.output.isTerminal && !isDumb
      ? LivePlanOutput(environment, state) : PlainPlanOutput(environment, state)
  }

  // MARK: Options

  /// Greedy unless the command line asks for chance: a plan is the same each time.
  private func options(_ arguments: ParsedArguments) -> GenerationOptions {
    let seed = arguments.text(.seed).flatMap { UInt64($0) }
    let temperature = arguments.number(.temperature)
    if temperature == 0 || (temperature == nil && seed == nil) { return GenerationOptions(sampling: .greedy) }
    let sampling: GenerationOptions.SamplingMode
    if let probability = arguments.number(.topP) {
      sampling = .random(probabilityThreshold: probability, seed: seed)
    } else {
      sampling = .random(top: arguments.integer(.topK) ?? 40, seed: seed)
    }
    return GenerationOptions(sampling: sampling, temperature: temperature ?? 0.8)
  }

  // MARK: Errors

  private func usage<Value>(_ work: () throws(TripPlanningError) -> Value) throws(CommandError) -> Value {
    do {
      return try work()
    } catch {
      throw CommandError(.usage, error.description)
    }
  }

  /// The exit code and line of an error from the session.
  static func commandError(for error: any Error) -> any Error {
    switch error {
    case let error as CommandError: return error
    case let error as TripPlanningError: return CommandError(.failure, error.description)
    case let error as LanguageModelSession.GenerationError:
      let text = error.failureReason.flatMap { $0.isEmpty ? nil : $0 } ?? error.errorDescription ?? "\(error)"
      let code: ExitCode =
        switch error {
        case .assetsUnavailable: .model
        case .exceededContextWindowSize: .context
        case .unsupportedGuide: .schema
        case .decodingFailure: .incomplete
        default: .failure
        }
      return CommandError(code, code == .context ? "\(text); raise -c (0 takes the model's own limit)" : text)
    default: return CommandError(.failure, (error as? any LocalizedError)?.errorDescription ?? "\(error)")
    }
  }
}
