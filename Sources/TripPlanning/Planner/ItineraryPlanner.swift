// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Synchronization

/// Plans a trip to one landmark with a language model.
///
/// One request: the model searches for places with its tool, then writes the itinerary under a schema made from what was
/// found, so that every named place is real and none comes twice. Categories that the model did not search are searched by
/// the planner, and marked so.
///
/// ```swift
/// let planner = try ItineraryPlanner(landmark: landmark, days: 3)
/// for try await event in planner.plan() { … }
/// ```
public struct ItineraryPlanner: Sendable {
  public let landmark: Landmark
  public let dayCount: Int
  public let preferences: TripPreferences
  private let model: SystemLanguageModel
  private let options: GenerationOptions
  /// Names that the plan takes only where there is no other place: those of a plan that the traveller wants another of.
  public var avoidedPlaces: Set<String> = []
  /// Sees the session before it is used, for measurements.
  package var prepare: (@Sendable (LanguageModelSession) -> Void)?

  /// - Parameters:
  ///   - days: The length of the trip, 1 to 7.
  ///   - options: Sampling of the plan's text; the searches are always greedy. Token limits are set by the planner.
  /// - Throws: `TripPlanningError.unsupportedDayCount`.
  public init(
    landmark: Landmark, days: Int = 3, preferences: TripPreferences = TripPreferences(),
    model: SystemLanguageModel = .default, options: GenerationOptions = GenerationOptions(sampling: .greedy)
  ) throws(TripPlanningError) {
    guard TripOutline.allowedDays.contains(days) else {
      throw .unsupportedDayCount(days: days, allowed: TripOutline.allowedDays)
    }
    self.landmark = landmark
    dayCount = days
    self.preferences = preferences
    self.model = model
    self.options = options
  }

  /// A session for one plan, to be prewarmed before it is needed. Days and preferences may still change.
  public static func session(for landmark: Landmark, model: SystemLanguageModel = .default) -> PlanningSession {
    PlanningSession(landmark: landmark, model: model)
  }

  /// Plans the trip. The work stops when the stream is no longer read.
  ///
  /// - Parameter session: one of `session(for:model:)` that has not planned yet; by default a new one.
  public func plan(using session: PlanningSession? = nil) -> AsyncThrowingStream<PlanEvent, any Error> {
    stream { try await run(session ?? Self.session(for: landmark, model: model), $0) }
  }

  /// Writes a part of a trip anew; the rest stays. Places that the part named before are taken only where there is no other.
  ///
  /// Snapshots hold the whole trip. The landmark and preferences are the trip's.
  public func replan(
    _ part: PlanPart, of trip: PlannedTrip, using session: PlanningSession? = nil
  ) -> AsyncThrowingStream<PlanEvent, any Error> {
    stream { try await rerun(part, trip, session ?? Self.session(for: landmark, model: model), $0) }
  }

  private func stream(
    _ work: @escaping @Sendable (@escaping @Sendable (PlanEvent) -> Void) async throws -> Void
  ) -> AsyncThrowingStream<PlanEvent, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          try await work { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  // MARK: A whole plan

  private func run(_ planning: PlanningSession, _ send: @escaping @Sendable (PlanEvent) -> Void) async throws {
    let order = PlanOrder(
      landmark: landmark, dayCount: dayCount, preferences: preferences, avoidedPlaces: avoidedPlaces)
    let (session, tool) = (planning.session, planning.tool)
    planning.follow(send)
    prepare?(session)
    tool.tell(of: order.told.names)
    let planned = Mutex<TripOutline?>(nil)
    let stream = session.streamResponse(
      to: order.prompt, options: Self.textOptions(options, days: dayCount), callOptions: Self.searchOptions
    ) {
      let outline = try order.outline(from: tool)
      planned.withLock { $0 = outline }
      return try planning.schemas.schema(of: outline, order.preferences)
    }
    let content = try await Self.content(of: stream) { send(.snapshot(try PlanShape.partialItinerary(from: $0))) }
    guard let outline = planned.withLock({ $0 }) else {
      throw TripPlanningError.malformedPlan(reason: "it has no outline")
    }
    let itinerary = try Itinerary(PlanShape.itineraryContent(from: content))
    guard itinerary.days.count == dayCount else {
      throw TripPlanningError.malformedPlan(reason: "\(itinerary.days.count) days instead of \(dayCount)")
    }
    let places = try itinerary.days.map { try Self.places(of: $0.activities, outline) }
    send(
      .finished(
        PlannedTrip(
          landmark: landmark, preferences: preferences, dayCount: dayCount, itinerary: itinerary, places: places,
          searches: tool.searches)))
  }

  // MARK: A part of a plan

  private func rerun(
    _ part: PlanPart, _ trip: PlannedTrip, _ planning: PlanningSession,
    _ send: @escaping @Sendable (PlanEvent) -> Void
  ) async throws {
    let prompts = PlanPrompts(landmark: trip.landmark, dayCount: trip.dayCount, preferences: trip.preferences)
    planning.follow(send)
    prepare?(planning.session)
    let frame = try PartFrame(part, of: trip)
    planning.tool.completeSearches(for: Set(frame.kinds.flatMap(\.self)))
    let used = trip.namesOutside(part)
    let told = ToldPlaces(
      landmark: trip.landmark, frame: { places in frame.fitted(to: places.filter { !used.contains($0.name) }) },
      preferences: trip.preferences, anchors: frame.anchors, avoided: frame.avoided.union(used))
    let places = planning.tool.found(among: told).filter { !used.contains($0.name) }
    let outline = try OutlineBuilder(
      landmark: trip.landmark, places: places, frame: frame.fitted(to: places), preferences: trip.preferences,
      anchors: frame.anchors, avoided: frame.avoided
    ).build()
    let schema = try PlanSchema(
      outline: outline, preferences: trip.preferences, days: frame.days, stop: frame.stop,
      earlierStops: frame.earlierStops
    ).partSchema()
    let merge = PlanMerge(part: part, trip: trip)
    planning.session.toolChoice = .none
    let stream = planning.session.streamResponse(
      to: prompts.part(told, days: frame.days, of: trip), schema: schema, includeSchemaInPrompt: false,
      options: Self.textOptions(options, days: frame.days.count))
    let content = try await Self.content(of: stream) { send(.snapshot(try merge.partial($0))) }
    let written = try merge.itinerary(content)
    var merged = trip
    merged.itinerary = written
    merged.places = try merge.places(in: written) { try Self.places(of: $0, outline) }
    send(.finished(merged))
  }

  // MARK: What the model writes

  /// How searches are chosen: always in the same way, and no more of them than fit.
  static let searchOptions = GenerationOptions(sampling: .greedy, maximumResponseTokens: 60)

  /// How the plan's text is chosen, with room for long sentences in every field; the grammar closes the value in any case.
  static func textOptions(_ options: GenerationOptions, days: Int) -> GenerationOptions {
    var options = options
    options.maximumResponseTokens = 200 + 450 * days
    return options
  }

  /// All that the model writes, shown as it grows.
  private static func content(
    of stream: LanguageModelSession.ResponseStream<GeneratedContent>, show: (GeneratedContent) throws -> Void
  ) async throws -> GeneratedContent {
    var last: GeneratedContent?
    for try await snapshot in stream {
      // Before the first brace there is nothing to show.
      guard case .structure = snapshot.rawContent.kind else { continue }
      last = snapshot.rawContent
      try show(snapshot.rawContent)
    }
    guard let last else { throw TripPlanningError.malformedPlan(reason: "the model wrote nothing") }
    return last
  }

  private static func places(
    of activities: [Activity], _ outline: TripOutline
  ) throws(TripPlanningError) -> [PointOfInterest?] {
    var places: [PointOfInterest?] = []
    for activity in activities {
      guard let place = outline.place(named: activity.title) else {
        throw .malformedPlan(reason: "it names \"\(activity.title)\", which was not found by the search")
      }
      places.append(place)
    }
    return places
  }
}
