// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Generation
import Testing

@testable import TripPlanning

@Suite("Writing a part of a trip anew")
struct ReplanningTests {
  private func replanned(
    _ part: PlanPart, _ trip: PlannedTrip, seed: UInt64 = 1, failure: GenerationError? = nil
  ) async throws -> (trip: PlannedTrip, snapshots: [Itinerary.PartiallyGenerated]) {
    let backend = ScriptedBackend(calls: [], seed: seed, failure: failure)
    let planner = try ItineraryPlanner(
      landmark: trip.landmark, days: trip.dayCount, model: SystemLanguageModel(backend: backend))
    var snapshots: [Itinerary.PartiallyGenerated] = []
    var finished: PlannedTrip?
    for try await event in planner.replan(part, of: trip) {
      switch event {
      case .snapshot(let partial): snapshots.append(partial)
      case .finished(let trip): finished = trip
      default: break
      }
    }
    return (try #require(finished), snapshots)
  }

  private func check(_ trip: PlannedTrip) {
    let names = trip.places.flatMap(\.self).compactMap { $0?.name }
    #expect(Set(names).count == names.count)
    #expect(trip.places.map(\.count) == trip.itinerary.days.map(\.activities.count))
    #expect(trip.itinerary.days.flatMap(\.activities).map(\.title) == names)
  }

  @Test(arguments: 0..<3, [UInt64(1), 2])
  func aDayChangesAndTheOthersStay(day: Int, seed: UInt64) async throws {
    let trip = try SampleTrip.trip(days: 3)
    let (new, snapshots) = try await replanned(.day(day), trip, seed: seed)
    check(new)
    for index in 0..<3 where index != day {
      #expect(new.itinerary.days[index] == trip.itinerary.days[index])
      #expect(new.places[index] == trip.places[index])
    }
    // There is enough around Joshua Tree for a wholly different day.
    let names = (old: trip.places[day].compactMap { $0?.name }, new: new.places[day].compactMap { $0?.name })
    #expect(Set(names.new).isDisjoint(with: names.old))
    #expect(new.itinerary.title == trip.itinerary.title)
    #expect(!snapshots.isEmpty && snapshots.allSatisfy { $0.days?.count == 3 && $0.rationale != nil })
    #expect(new.places[day].map { $0?.category.activityKind } == new.itinerary.days[day].activities.map(\.type))
  }

  @Test(arguments: 0..<3)
  func aStopChangesAndTheOthersStay(index: Int) async throws {
    let trip = try SampleTrip.trip(days: 2)
    let (new, snapshots) = try await replanned(.stop(day: 1, index: index), trip)
    check(new)
    #expect(new.itinerary.days[0] == trip.itinerary.days[0])
    for other in 0..<3 {
      let isSame = new.itinerary.days[1].activities[other] == trip.itinerary.days[1].activities[other]
      #expect(isSame == (other != index))
    }
    #expect(new.itinerary.days[1].activities[index].type == trip.itinerary.days[1].activities[index].type)
    #expect(snapshots.allSatisfy { $0.days?[1].activities?.count == 3 })
  }

  @Test func aPlanThatBrokeOffIsCompleted() async throws {
    let trip = try SampleTrip.trip(days: 1, of: 4)
    let (new, snapshots) = try await replanned(.rest, trip)
    check(new)
    #expect(new.itinerary.days.count == 4 && new.isComplete)
    #expect(new.itinerary.days[0] == trip.itinerary.days[0])
    #expect(snapshots.allSatisfy { ($0.days?.count ?? 0) >= 1 })
  }

  @Test func aTripThatWasEditedIsTaken() async throws {
    var trip = try SampleTrip.trip(days: 2)
    trip.itinerary.days[0].activities[0].title = "My aunt's garden"
    trip.places[0][0] = nil
    trip.itinerary.days[1].activities.removeLast(2)
    trip.places[1].removeLast(2)
    let (new, _) = try await replanned(.day(1), trip)
    #expect(new.itinerary.days[0] == trip.itinerary.days[0] && new.places[0] == trip.places[0])
    #expect(new.itinerary.days[1].activities.count == 3)
  }

  @Test(arguments: [
    PlanPart.day(2), .day(-1), .day(.max), .stop(day: 0, index: 3), .stop(day: 9, index: 0), .stop(day: 0, index: -1),
    .rest,
  ])
  func whatIsNotThereIsAnError(part: PlanPart) async throws {
    let trip = try SampleTrip.trip(days: 2)
    await #expect(throws: TripPlanningError.self) { try await replanned(part, trip) }
  }

  @Test func aPreparedSessionPlansTheSame() async throws {
    let backend = ScriptedBackend(calls: [["category": "hotel", "query": "quiet rooms"]])
    let model = SystemLanguageModel(backend: backend)
    let session = ItineraryPlanner.session(for: .uluru, model: model)
    session.prewarm()
    let planner = try ItineraryPlanner(
      landmark: .uluru, days: 2, preferences: TripPreferences(travellers: .family, pace: .relaxed), model: model)
    var searches = 0
    var trips: [PlannedTrip] = []
    for try await event in planner.plan(using: session) {
      if case .searchFinished = event { searches += 1 }
      if case .finished(let trip) = event { trips.append(trip) }
    }
    #expect(trips.count == 1 && searches == trips.first?.searches.count)
    #expect(trips.first?.itinerary.days.map(\.activities.count) == [3, 2])
    #expect(trips.first?.itinerary.rationale.contains("a family with children") == true)
  }
}
