// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import HTTPService
import TripPlanning
import TripStorage

extension WebApplication {
  /// What the page says of the model.
  func status() -> WebJSON.Status {
    var status = WebJSON.Status(state: "available", canSave: (try? store.get()) != nil)
    guard case .unavailable(let reason) = model.availability else { return status }
    status.detail = model.unavailabilityExplanation
    switch reason {
    case .modelNotReady:
      status.state = "modelNotReady"
      status.message = "The trip planner isn't ready yet: it has no model."
      status.advice = "Run tools/fetch-weights, or start infer web with --model FILE; then reload this page."
    case .appleIntelligenceNotEnabled:
      status.state = "appleIntelligenceNotEnabled"
      status.message = "The trip planner is unavailable because models have not been turned on."
      status.advice = "Unset INFER_DISABLED where infer web is started, start it again, and reload this page."
    case .deviceNotEligible:
      status.state = "deviceNotEligible"
      status.message = nil
      status.advice = nil
    }
    return status
  }

  func prewarm(_ request: HTTPRequest) async throws(WebError) -> HTTPResponse {
    let body = try WebJSON.decode(PlanRequest.Prewarm.self, request)
    let landmark = try landmark(named: body.landmark)
    let preferences = try Self.preferences(body.preferences)
    if model.isAvailable { await pool.prepare(landmark, days: body.days ?? 3, preferences) }
    return HTTPResponse(status: 204)
  }

  func plan(_ request: HTTPRequest) async throws(WebError) -> HTTPResponse {
    let body = try WebJSON.decode(PlanRequest.Plan.self, request)
    let landmark = try landmark(named: body.landmark)
    var planner = try planner(
      landmark, days: body.days, try Self.preferences(body.preferences), seed: body.seed)
    planner.avoidedPlaces = Set((body.avoid ?? []).prefix(100))
    return try await stream(planner, part: nil, start: nil)
  }

  func replan(_ request: HTTPRequest) async throws(WebError) -> HTTPResponse {
    let body = try WebJSON.decode(PlanRequest.Replan.self, request)
    guard let part = body.planPart else { throw WebError(status: 400, message: "The part to write anew is not said.") }
    let document = try checked(body.document)
    let trip = document.trip
    let planner = try planner(trip.landmark, days: trip.dayCount, trip.preferences, seed: body.seed)
    return try await stream(planner, part: (trip, part), start: document.start)
  }

  private static func preferences(_ body: PlanRequest.Preferences?) throws(WebError) -> TripPreferences {
    try asked { () throws(TripPlanningError) in try body?.preferences() ?? TripPreferences() }
  }

  private static func asked<Value>(_ work: () throws(TripPlanningError) -> Value) throws(WebError) -> Value {
    do {
      return try work()
    } catch {
      throw WebError(status: 400, message: error.description)
    }
  }

  private func planner(
    _ landmark: Landmark, days: Int, _ preferences: TripPreferences, seed: UInt64?
  ) throws(WebError) -> ItineraryPlanner {
    let options =
      seed.map { GenerationOptions(sampling: .random(top: 40, seed: $0), temperature: 0.8) }
      ?? GenerationOptions(sampling: .greedy)
    return try Self.asked { () throws(TripPlanningError) in
      try ItineraryPlanner(landmark: landmark, days: days, preferences: preferences, model: model, options: options)
    }
  }

  /// Starts the work and answers with its events. The work stops when the page goes away.
  private func stream(
    _ planner: ItineraryPlanner, part: (trip: PlannedTrip, part: PlanPart)?, start: TripDate?
  ) async throws(WebError) -> HTTPResponse {
    guard model.isAvailable else {
      throw WebError(status: 503, message: status().message ?? "The trip planner is unavailable.")
    }
    guard running.add(1, ordering: .acquiringAndReleasing).newValue <= Self.planLimit else {
      running.subtract(1, ordering: .acquiringAndReleasing)
      throw WebError(status: 503, message: "\(Self.planLimit) plans are being written already; try again soon.")
    }
    let failsAfter = simulatedFailure.withLock { failure -> Int? in
      defer { failure = nil }
      return failure
    }
    let streamer = PlanStreamer(
      planner: planner, part: part, start: start, modelName: modelName, failsAfter: failsAfter)
    let session = await pool.take(planner.landmark)
    let stream = EventStream()
    let task = Task { [self] in
      await streamer.run(session, stream)
      running.subtract(1, ordering: .acquiringAndReleasing)
      // The next plan of the same place need not read it again, and will have its session ready unless nobody looks any more.
      await pool.keep(session.successor(), for: planner.landmark)
      if !Task.isCancelled { await pool.prepare(planner.landmark, days: planner.dayCount, planner.preferences) }
    }
    stream.onClose { task.cancel() }
    return .events(stream)
  }
}
