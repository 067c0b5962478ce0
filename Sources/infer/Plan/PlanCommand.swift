// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationModels
import OrderedJSON
import TripPlanning

/// `infer plan`: an itinerary for a landmark, shown while it is written.
struct PlanCommand {
  let environment: Environment

  init(_ environment: Environment) { self.environment = environment }

  func run() async throws -> ExitCode {
    let arguments = environment.arguments
    let name = arguments.positionals.joined(separator: " ")
    guard !name.isEmpty else {
      throw CommandError(.usage, "plan needs a landmark: \(Landmark.names.joined(separator: ", "))")
    }
    let landmark = try usage { () throws(TripPlanningError) in try LandmarkDirectory.builtIn.landmark(named: name) }
    let measurements = try Measurements(environment)
    let loaded = try await ModelPath.load(environment, progress: environment.makeProgress(), measurements)
    let model = SystemLanguageModel(backend: EngineBackend(model: loaded))
    var planner = try usage { () throws(TripPlanningError) in
      try ItineraryPlanner(
        landmark: landmark, days: arguments.integer(.days) ?? 3, model: model, options: options(arguments))
    }
    planner.prepare = { measurements.follow($0) }
    let output = makeOutput(planner)
    let (result, wasInterrupted) = await Interrupts.shared.run { [planner] () -> Result<Void, any Error> in
      do {
        return .success(try await show(planner, output))
      } catch {
        return .failure(error)
      }
    }
    await output.end()
    defer { try? measurements.finish(environment) }
    if wasInterrupted { return .interrupted }
    do {
      try result.get()
      try measurements.finish(environment)
      return .success
    } catch {
      throw Self.commandError(for: error)
    }
  }

  private func show(_ planner: ItineraryPlanner, _ output: any PlanOutput) async throws {
    await output.begin()
    for try await event in planner.plan() { try await output.show(event) }
    try Task.checkCancellation()
  }

  private func makeOutput(_ planner: ItineraryPlanner) -> any PlanOutput {
    let state = PlanState(landmark: planner.landmark, dayCount: planner.dayCount)
    if environment.arguments.has(.json) { return JSONPlanOutput(environment, state) }
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
