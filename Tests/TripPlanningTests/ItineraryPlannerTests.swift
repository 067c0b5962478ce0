// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Generation
import OrderedJSON
import Testing

@testable import TripPlanning

@Suite("Planning a trip")
struct ItineraryPlannerTests {
  private static let hotelCall: JSONValue = ["category": "hotel", "query": "quiet rooms"]
  private static let restaurantCall: JSONValue = ["category": "restaurant", "query": "local food"]

  private func events(
    _ landmark: Landmark, days: Int, backend: ScriptedBackend
  ) async throws -> [PlanEvent] {
    let planner = try ItineraryPlanner(landmark: landmark, days: days, model: SystemLanguageModel(backend: backend))
    var events: [PlanEvent] = []
    for try await event in planner.plan() { events.append(event) }
    return events
  }

  private func trip(in events: [PlanEvent]) throws -> PlannedTrip {
    guard case .finished(let trip) = try #require(events.last) else {
      Issue.record("the last event is not the plan")
      throw CancellationError()
    }
    return trip
  }

  /// Whatever a model writes under the schema, the plan has only real places of the landmark, each once.
  @Test(arguments: Landmark.all, [1, 7])
  func everyPlanIsWhole(landmark: Landmark, days: Int) async throws {
    for seed in UInt64(days)...UInt64(days) + 1 {
      let backend = ScriptedBackend(calls: [Self.hotelCall, Self.restaurantCall], seed: seed)
      let trip = try trip(in: try await events(landmark, days: days, backend: backend))
      #expect(trip.itinerary.days.count == days)
      #expect(trip.itinerary.destinationName == landmark.name)
      let activities = trip.itinerary.days.flatMap(\.activities)
      #expect(activities.count == 3 * days)
      #expect(Set(activities.map(\.title)).count == activities.count)
      #expect(Set(activities.map(\.description)).count == activities.count)
      #expect(Set(trip.itinerary.days.map(\.title)).count == days)
      for (activity, place) in zip(activities, trip.places.flatMap(\.self).compactMap(\.self)) {
        #expect(activity.title == place.name)
        #expect(activity.type == place.category.activityKind)
        #expect(landmark.reachablePlaces.contains(place))
        #expect(activity.description.hasSuffix("."))
        #expect((12...700).contains(activity.description.count))
      }
      for (day, places) in zip(trip.itinerary.days, trip.places) {
        #expect(landmark.reachablePlaces.map(\.area).contains(day.destination))
        #expect(places.count == 3)
      }
    }
  }

  @Test func eventsComeInOrder() async throws {
    let backend = ScriptedBackend(calls: [Self.hotelCall, Self.restaurantCall])
    let events = try await events(.joshuaTree, days: 3, backend: backend)
    let kinds = events.map { event in
      switch event {
      case .promptProgress: "progress"
      case .answered: "answered"
      case .searchStarted: "search"
      case .searchFinished: "found"
      case .snapshot: "snapshot"
      case .finished: "finished"
      }
    }
    let firstSnapshot = try #require(kinds.firstIndex(of: "snapshot"))
    let lastSearch = try #require(kinds.lastIndex(of: "found"))
    #expect(lastSearch < firstSnapshot)
    #expect(kinds.filter { $0 == "finished" }.count == 1)
    #expect(kinds.filter { $0 == "search" }.count == kinds.filter { $0 == "found" }.count)

    // Fields only grow, in the order of the type.
    var seen = (title: 0, days: 0)
    for case .snapshot(let partial) in events {
      let title = partial.title?.count ?? 0
      let days = partial.days?.count ?? 0
      #expect(title >= seen.title && days >= seen.days)
      if days > 0 { #expect(partial.rationale != nil) }
      seen = (title, days)
    }
    #expect(seen.days == 3)
  }

  @Test func searchesOfTheModelAndOfThePlannerAreToldApart() async throws {
    let backend = ScriptedBackend(calls: [Self.hotelCall])
    let trip = try trip(in: try await events(.uluru, days: 2, backend: backend))
    let byModel = trip.searches.filter { $0.requester == .model }
    #expect(byModel.map(\.category) == [.hotel])
    #expect(byModel.first?.query == "quiet rooms")
    let byPlanner = trip.searches.filter { $0.requester == .planner }.map(\.category)
    #expect(byPlanner.contains(.restaurant) && byPlanner.contains(.sight))
  }

  @Test func theSessionAsksForToolsOnceThenForThePlan() async throws {
    let backend = ScriptedBackend(calls: [Self.hotelCall, Self.restaurantCall])
    _ = try await events(.mountFuji, days: 1, backend: backend)
    let requests = backend.requests
    #expect(requests.map(\.toolChoice) == [.required, .none])
    #expect(requests.map(\.maximumTokens) == [60, 650])
    // Each request continues the one before, so that the KV cache serves it.
    for (earlier, later) in zip(requests, requests.dropFirst()) {
      #expect(Array(later.messages.prefix(earlier.messages.count)) == earlier.messages)
    }
    let instructions = try #require(requests.first?.messages.first)
    #expect(instructions.role == .system)
    #expect(instructions.content.contains(Landmark.mountFuji.description))
    #expect(instructions.content.contains(Itinerary.exampleTripToJapan.title))
  }

  /// What is made ready is the request that comes, to the letter; other wishes share all that stands before them.
  @Test func prewarmingReadsThePromptThatComes() async throws {
    let backend = ScriptedBackend(calls: [Self.hotelCall])
    let model = SystemLanguageModel(backend: backend)
    let session = ItineraryPlanner.session(for: .mountFuji, model: model)
    session.prewarm()
    let wishes = TripPreferences(travellers: .family, budget: .low)
    session.prewarm(days: 2, preferences: wishes)
    session.prewarm(days: 9)
    let planner = try ItineraryPlanner(landmark: .mountFuji, days: 2, preferences: wishes, model: model)
    for try await _ in planner.plan(using: session) {}
    let asked = try #require(backend.requests.last)
    let ready = try #require(backend.prewarmed.withLock { $0.last })
    #expect(ready.asksTheSame(as: asked) && ready.messages.last?.role == .tool)
    #expect(session.schemas.madeCount <= 2)

    let plain = PlanPrompts(landmark: .mountFuji, dayCount: 3, preferences: TripPreferences())
    let other = PlanPrompts(landmark: .mountFuji, dayCount: 2, preferences: wishes)
    let shared = plain.plan(plain.toldPlaces()).commonPrefix(with: other.plan(other.toldPlaces()))
    for place in Landmark.mountFuji.reachablePlaces { #expect(shared.contains(ToldPlaces.line(place))) }
  }

  /// The search is made ready too, for each of the wishes once; the plan, what is told of it, and what is searched are those
  /// of a session that was not made ready, whatever else is asked of it.
  @Test(arguments: [false, true], [nil, 7] as [UInt64?])
  func whatIsMadeReadyChangesNothing(isAnother: Bool, seed: UInt64?) async throws {
    // Another plan than the first one.
    let avoided = isAnother ? Set(Landmark.joshuaTree.reachablePlaces.prefix(3).map(\.name)) : []
    // Snapshots come through a stream, the rest as it happens: each keeps its order, and neither waits for the other.
    var events: [[String]] = []
    var snapshots: [[Int]] = []
    for isReady in [true, false] {
      let backend = ScriptedBackend(calls: [Self.hotelCall, Self.restaurantCall])
      let model = SystemLanguageModel(backend: backend)
      let options =
        seed.map { GenerationOptions(sampling: .random(top: 40, seed: $0)) } ?? GenerationOptions(sampling: .greedy)
      var planner = try ItineraryPlanner(landmark: .joshuaTree, days: 2, model: model, options: options)
      planner.avoidedPlaces = avoided
      let session = ItineraryPlanner.session(for: .joshuaTree, model: model)
      if isReady {
        for _ in 0..<3 { session.prewarm(days: 2) }
        let end = ContinuousClock.now + .seconds(600)
        while backend.prewarmed.withLock({ $0.isEmpty }), ContinuousClock.now < end {
          try await Task.sleep(for: .milliseconds(1))
        }
        #expect(backend.requests.count == 1 && session.tool.searches.isEmpty && session.schemas.madeCount == 1)
      }
      var told: [String] = []
      var dayCounts: [Int] = []
      for try await event in planner.plan(using: session) {
        switch event {
        case .promptProgress: break
        case .snapshot(let partial): dayCounts.append(partial.days?.count ?? 0)
        case .finished(let trip): told.append("\(trip.itinerary) \(trip.searches)")
        default: told.append("\(event)")
        }
      }
      #expect(backend.requests.count == 2)
      // With the same outline the schema that was made ready serves.
      if isReady { #expect(session.schemas.madeCount == (avoided.isEmpty ? 1 : 2)) }
      events.append(told)
      snapshots.append(dayCounts)
    }
    #expect(events[0] == events[1] && events[0].count > 3)
    #expect(snapshots[0] == snapshots[1] && snapshots[0].last == 2)
  }

  /// The next session of a landmark goes on with what the model has read for the one before.
  @Test func aSuccessorPlansInTheSameContext() async throws {
    let backend = ScriptedBackend(calls: [Self.hotelCall])
    let model = SystemLanguageModel(backend: backend)
    let planner = try ItineraryPlanner(landmark: .uluru, days: 1, model: model)
    var session = ItineraryPlanner.session(for: .uluru, model: model)
    for _ in 0..<3 {
      var searches: [PlaceSearch] = []
      for try await event in planner.plan(using: session) {
        if case .finished(let trip) = event { searches = trip.searches }
      }
      #expect(searches.count { $0.requester == .model } == 1)
      session = session.successor()
    }
    #expect(backend.contexts.withLock { $0 } == 1 && backend.requests.count == 6)
    // Nothing of the plan before is told.
    #expect(backend.requests.dropFirst().allSatisfy { $0.messages[1] == backend.requests[0].messages[1] })
  }

  @Test func aFailureInMidStreamKeepsWhatCame() async throws {
    let backend = ScriptedBackend(calls: [Self.hotelCall], failure: GenerationError(.model, "broken"))
    let planner = try ItineraryPlanner(
      landmark: .matterhorn, days: 2, model: SystemLanguageModel(backend: backend))
    var snapshots = 0
    await #expect(throws: LanguageModelSession.GenerationError.self) {
      for try await event in planner.plan() {
        if case .snapshot = event { snapshots += 1 }
      }
    }
    #expect(snapshots > 0)
  }

  @Test(arguments: [-1, 0, 8, Int.max])
  func otherNumbersOfDaysAreRefused(days: Int) {
    let backend = ScriptedBackend(calls: [])
    #expect(throws: TripPlanningError.unsupportedDayCount(days: days, allowed: 1...7)) {
      _ = try ItineraryPlanner(landmark: .uluru, days: days, model: SystemLanguageModel(backend: backend))
    }
  }
}
