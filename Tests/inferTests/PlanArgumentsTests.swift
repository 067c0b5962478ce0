// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import TripPlanning
import TripStorage

@testable import infer

@Suite struct PlanArgumentsTests {
  /// The environment of a command line, with a data directory of its own.
  private func environment(_ words: [String], data: String = "/nowhere") throws -> Environment {
    Environment(arguments: try ArgumentParser.parse(words), variables: ["XDG_DATA_HOME": data, "HOME": "/nowhere"])
  }

  @Test func wishesAreRead() throws {
    let words = [
      "plan", "Uluru", "--who", "family", "--pace", "relaxed", "--budget", "low", "--interests", "views,food",
      "--interests", "Art", "--diet", "glutenFree", "--step-free", "--note", "We love  trains",
    ]
    let preferences = try PreferenceArguments.preferences(try ArgumentParser.parse(words))
    let expected = TripPreferences(
      travellers: .family, pace: .relaxed, budget: .low, interests: [.art, .food, .views], diet: .glutenFree,
      stepFree: true, note: try TravellerNote("We love trains"))
    #expect(preferences == expected)
    #expect(try PreferenceArguments.preferences(try ArgumentParser.parse(["plan", "Uluru"])).isEmpty)
  }

  @Test(arguments: [
    (["plan"], "needs a landmark"), (["plan", "Ulru"], "Uluru"),
    (["plan", "Uluru", "--interests", "natur"], "did you mean \"nature\""),
    (["plan", "Uluru", "--note", String(repeating: "x", count: 401)], "401 characters"),
    (["plan", "Uluru", "--start", "tomorrow"], "2027-05-01"), (["plan", "Uluru", "--range", "5"], "--at"),
    (["plan", "Uluru", "--about", "x"], "--at"), (["plan", "Here", "--at", "95,0"], "latitude"),
    (["plan", "Here", "--at", "north"], "--at takes"), (["plan", "Here", "--at", "1,2,3"], "--at takes"),
    (["plan", "12", "--at", "1,2"], "letters"),
    (["plan", "Uluru", "--places", "/nowhere.geojson"], "/nowhere.geojson"),
    (["plan", "Uluru", "--trip", "3"], "--regenerate-day"), (["plan", "Uluru", "--regenerate-day", "1"], "keeps"),
    (["plan", "--regenerate-day", "1", "--days", "2"], "keeps"),
  ])
  func whatCannotBePlannedIsToldSo(words: [String], cause: String) throws {
    let environment = try environment(words)
    let error = #expect(throws: CommandError.self) { try PlanJob(environment) }
    #expect(error?.code == .usage && error?.message.contains(cause) == true, "\(error?.message ?? "")")
  }

  @Test func aLandmarkOfOnesOwn() throws {
    let words = ["plan", "My", "Place", "--at", "-23.7, 133.87", "--range", "50", "--about", "A town"]
    let job = try PlanJob(try environment(words))
    #expect(job.landmark.name == "My Place" && job.landmark.isCustom && job.landmark.searchRange == 50)
    #expect(job.landmark.coordinate == Coordinate(latitude: -23.7, longitude: 133.87))
  }

  @Test func savedTripsAreRegeneratedListedAndDeleted() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cli-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let regenerate = ["plan", "--regenerate-day", "1"]
    let none = #expect(throws: CommandError.self) { try PlanJob(try environment(regenerate, data: folder.path)) }
    #expect(none?.message.contains("no trip is saved") == true)

    let store = try TripStore(path: folder.appendingPathComponent("infer/trips.sqlite").path)
    let landmark = Landmark.all[0]
    let place = landmark.pointsOfInterest[0]
    let day = DayPlan(
      title: "a", subtitle: "b", destination: "c",
      activities: [Activity(type: .hotelAndLodging, title: place.name, description: "d")])
    let trip = PlannedTrip(
      landmark: landmark, dayCount: 1,
      itinerary: Itinerary(
        title: "T", destinationName: landmark.name, description: "x", rationale: "y", days: [day]), places: [[place]])
    let id = try store.add(TripDocument(trip: trip, start: TripDate("2027-05-01")))
    let job = try PlanJob(try environment(regenerate, data: folder.path))
    #expect(job.landmark == landmark && job.dayCount == 1 && job.start == TripDate("2027-05-01"))
    let beyond = #expect(throws: CommandError.self) {
      try PlanJob(try environment(["plan", "--regenerate-day", "2"], data: folder.path))
    }
    #expect(beyond?.message.contains("has 1 days") == true)

    for (words, cause) in [
      (["trips", "show"], "number"), (["trips", "show", "9"], "no saved trip 9"),
      (["trips", "show", "x"], "no number"),
      (["trips", "remove", "1"], "list, show and delete"), (["trips", "delete", "\(id)", "9"], "no saved trip 9"),
    ] {
      let error = #expect(throws: CommandError.self) {
        try TripsCommand(try environment(words, data: folder.path)).run()
      }
      #expect(error?.message.contains(cause) == true, "\(error?.message ?? "")")
    }
    #expect(try store.list().count == 1)
    try TripsCommand(try environment(["trips", "delete", "\(id)"], data: folder.path)).run()
    #expect(try store.list().isEmpty)
  }
}
