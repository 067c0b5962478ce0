// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import HTTPService
import TripPlanning
import TripStorage

/// Sends what happens while a plan is written to the page, until it is there, fails, or the page has gone away.
struct PlanStreamer: Sendable {
  let planner: ItineraryPlanner
  /// The trip of which a part is written, and the part; nil for a new trip.
  let part: (trip: PlannedTrip, part: PlanPart)?
  let start: TripDate?
  let modelName: String?
  /// Ends the plan with an error after so many snapshots, to try the page's messages.
  let failsAfter: Int?

  struct SimulatedFailure: Error {}

  /// Writes all events to `stream`; returns when it is done or cancelled.
  func run(_ session: PlanningSession, _ stream: EventStream) async {
    let clock = ContinuousClock()
    let begin = clock.now
    var firstField: Duration?
    var changes = FieldChanges(from: part?.trip.itinerary.asPartiallyGenerated())
    var mapped: Set<Int> = []
    var last: Itinerary.PartiallyGenerated?
    var snapshots = 0
    var tokens = 0
    do {
      let events = part.map { planner.replan($0.part, of: $0.trip, using: session) } ?? planner.plan(using: session)
      for try await event in events {
        switch event {
        case .promptProgress(let done, let total):
          stream.send("progress", WebJSON.text(WebJSON.Progress(done: done, total: total)))
        case .answered(let count): tokens += count
        case .searchStarted(let category, let query, let requester):
          let search = WebJSON.Search(category: category.displayName, query: query, requester: requester.rawValue)
          stream.send("search", WebJSON.text(search))
        case .searchFinished(let search): stream.send("search", WebJSON.text(Self.entry(search)))
        case .snapshot(let partial):
          last = partial
          for change in changes.update(partial) {
            if firstField == nil { firstField = clock.now - begin }
            stream.send("field", WebJSON.text(WebJSON.Field(path: change.path, text: change.text)))
          }
          sendMaps(of: partial, &mapped, stream)
          snapshots += 1
          if snapshots == failsAfter { throw SimulatedFailure() }
        case .finished(let trip):
          let document = TripDocument(trip: trip, start: start, model: modelName)
          let finished = WebJSON.Finished(
            trip: WebJSON.Trip(document), firstField: Self.milliseconds(firstField ?? clock.now - begin),
            total: Self.milliseconds(clock.now - begin), tokens: tokens)
          stream.send("finished", WebJSON.text(finished))
        }
      }
    } catch {
      if !Task.isCancelled { stream.send("failed", WebJSON.text(failure(error, last))) }
    }
    stream.finish()
  }

  /// The map of each day of which all stops are known, once.
  private func sendMaps(of plan: Itinerary.PartiallyGenerated, _ mapped: inout Set<Int>, _ stream: EventStream) {
    guard part == nil || part?.part == .rest,
      let trip = PlannedTrip(
        salvaging: plan, landmark: planner.landmark, preferences: planner.preferences, dayCount: planner.dayCount)
    else { return }
    for day in trip.itinerary.days.indices where mapped.insert(day).inserted {
      stream.send("map", WebJSON.text(WebJSON.Map(day: day, svg: DayMap(trip, day: day).svg)))
    }
  }

  private static func entry(_ search: PlaceSearch) -> WebJSON.Search {
    WebJSON.Search(
      category: search.category.displayName, query: search.query, requester: search.requester.rawValue,
      count: search.results.count, names: search.results.prefix(10).map(\.name))
  }

  private static func milliseconds(_ duration: Duration) -> Int {
    Int(duration.components.seconds) * 1000 + Int(duration.components.attoseconds / 1_000_000_000_000_000)
  }

  // MARK: Failures

  private func failure(_ error: any Error, _ last: Itinerary.PartiallyGenerated?) -> WebJSON.Failure {
    var document: TripDocument?
    if part == nil || part?.part == .rest, let last,
      let trip = PlannedTrip(
        salvaging: last, landmark: planner.landmark, preferences: planner.preferences, dayCount: planner.dayCount)
    {
      document = TripDocument(trip: trip, start: start, model: modelName)
    }
    let (message, advice) = Self.words(error)
    return WebJSON.Failure(message: message, advice: advice, document: document)
  }

  static func words(_ error: any Error) -> (message: String, advice: String) {
    switch error {
    case let error as TripPlanningError:
      let advice =
        if case .notEnoughPlaces = error {
          "Choose fewer days, or add places from a file."
        } else {
          "Try again, or change what you ask for."
        }
      return (error.description.prefix(1).uppercased() + error.description.dropFirst() + ".", advice)
    case let error as LanguageModelSession.GenerationError:
      let text = error.failureReason.flatMap { $0.isEmpty ? nil : $0 } ?? error.errorDescription ?? "\(error)"
      let advice =
        switch error {
        case .assetsUnavailable: "Check the model file, then try again."
        case .exceededContextWindowSize: "Choose fewer days, or start infer web with a larger context (-c)."
        default: "Try again."
        }
      return ("The model stopped: \(text)", advice)
    case is SimulatedFailure: return ("The model stopped: INFER_SIMULATE_PLAN_FAILURE says so.", "Try again.")
    default: return ("The model stopped: \(error)", "Try again.")
    }
  }
}
