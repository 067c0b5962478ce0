// SPDX-License-Identifier: Apache-2.0
import FoundationModels

/// Plans a trip to one landmark with a language model.
///
/// Two requests of one session: in the first the model searches for places with its tool; in the second it writes the
/// itinerary under a schema made from what was found, so that every named place is real and none comes twice. Categories
/// that the model did not search are searched by the planner, and marked so.
///
/// ```swift
/// let planner = try ItineraryPlanner(landmark: landmark, days: 3)
/// for try await event in planner.plan() { … }
/// ```
public struct ItineraryPlanner: Sendable {
  public let landmark: Landmark
  public let dayCount: Int
  private let model: SystemLanguageModel
  private let options: GenerationOptions
  /// Sees the session before it is used, for measurements.
  package var prepare: (@Sendable (LanguageModelSession) -> Void)?

  /// - Parameters:
  ///   - days: The length of the trip, 1 to 7.
  ///   - options: Sampling of the plan's text; the searches are always greedy. A token limit is set by the planner.
  /// - Throws: `TripPlanningError.unsupportedDayCount`.
  public init(
    landmark: Landmark, days: Int = 3, model: SystemLanguageModel = .default,
    options: GenerationOptions = GenerationOptions(sampling: .greedy)
  ) throws(TripPlanningError) {
    guard TripOutline.allowedDays.contains(days) else {
      throw .unsupportedDayCount(days: days, allowed: TripOutline.allowedDays)
    }
    self.landmark = landmark
    dayCount = days
    self.model = model
    self.options = options
  }

  /// Plans the trip. The work stops when the stream is no longer read.
  public func plan() -> AsyncThrowingStream<PlanEvent, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          try await run { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func run(_ send: @escaping @Sendable (PlanEvent) -> Void) async throws {
    let prompts = PlanPrompts(landmark: landmark, dayCount: dayCount)
    let tool = FindPointsOfInterestTool(
      landmark: landmark, onStart: { send(.searchStarted(category: $0, query: $1, requester: $2)) },
      onFinish: { send(.searchFinished($0)) })
    let session = LanguageModelSession(model: model, tools: [tool], instructions: prompts.instructions)
    session.eventHandler = { event in
      if case .promptProgress(let done, let total) = event { send(.promptProgress(done: done, total: total)) }
    }

    prepare?(session)
    try await search(session, prompts)
    completeSearches(tool)

    let outline = try OutlineBuilder(landmark: landmark, places: found(tool.searches), dayCount: dayCount).build()
    let schema = try PlanSchema(outline: outline).generationSchema()
    session.toolChoice = .none
    let stream = session.streamResponse(
      to: prompts.plan(outline), schema: schema, includeSchemaInPrompt: false, options: planOptions)
    var last: GeneratedContent?
    for try await snapshot in stream {
      // Before the first brace there is nothing to show.
      guard case .structure = snapshot.rawContent.kind else { continue }
      last = snapshot.rawContent
      send(.snapshot(try PlanShape.partialItinerary(from: snapshot.rawContent)))
    }
    guard let last else { throw TripPlanningError.malformedPlan(reason: "the model wrote nothing") }
    let itinerary = try Itinerary(PlanShape.itineraryContent(from: last))
    send(.finished(try trip(itinerary, outline, tool.searches)))
  }

  // MARK: Searching

  /// Has the model call its tool. The answer that closes the turn is one fixed word, which costs next to nothing.
  private func search(_ session: LanguageModelSession, _ prompts: PlanPrompts) async throws {
    let acknowledgement = try GenerationSchema(
      root: DynamicGenerationSchema(
        name: "SearchReport",
        properties: [
          .init(name: "status", schema: DynamicGenerationSchema(name: "SearchStatus", anyOf: ["found"]))
        ]), dependencies: [])
    session.toolChoice = .required
    session.toolChoiceAfterCalls = .none
    try await session.respond(
      to: prompts.search, schema: acknowledgement, includeSchemaInPrompt: false,
      options: GenerationOptions(sampling: .greedy, maximumResponseTokens: 160))
  }

  /// Searches the categories that a plan needs and the model left out.
  private func completeSearches(_ tool: FindPointsOfInterestTool) {
    let found = Dictionary(grouping: tool.searches.flatMap(\.results), by: \.category).mapValues { places in
      Set(places.map(\.name)).count
    }
    for category in PlaceCategory.allCases {
      let known = landmark.reachablePlaces.filter { $0.category == category }.count
      if found[category, default: 0] < known {
        tool.search(category, query: landmark.name, requester: .planner)
      }
    }
  }

  /// All places found, each once: what the model asked for first, the rest in the order of the landmark's table.
  private func found(_ searches: [PlaceSearch]) -> [PointOfInterest] {
    var seen: Set<String> = []
    let asked = searches.filter { $0.requester == .model }.flatMap(\.results)
    let all = Set(searches.flatMap(\.results).map(\.name))
    let rest = landmark.reachablePlaces.filter { all.contains($0.name) }
    return (asked + rest).filter { seen.insert($0.name).inserted }
  }

  // MARK: The plan

  /// Room for long sentences in every field; the grammar closes the value in any case.
  private var planOptions: GenerationOptions {
    var options = options
    options.maximumResponseTokens = 200 + 450 * dayCount
    return options
  }

  private func trip(
    _ itinerary: Itinerary, _ outline: TripOutline, _ searches: [PlaceSearch]
  ) throws(TripPlanningError) -> PlannedTrip {
    guard itinerary.days.count == dayCount else {
      throw .malformedPlan(reason: "\(itinerary.days.count) days instead of \(dayCount)")
    }
    var places: [[PointOfInterest]] = []
    for day in itinerary.days {
      var stops: [PointOfInterest] = []
      for activity in day.activities {
        guard let place = outline.place(named: activity.title) else {
          throw .malformedPlan(reason: "it names \"\(activity.title)\", which was not found by the search")
        }
        stops.append(place)
      }
      places.append(stops)
    }
    return PlannedTrip(landmark: landmark, itinerary: itinerary, places: places, searches: searches)
  }
}
