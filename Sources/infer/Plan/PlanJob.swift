// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import TripPlanning
import TripStorage

/// What `infer plan` is to do: a new trip, or one day of a saved one.
struct PlanJob: Sendable {
  let landmark: Landmark
  let dayCount: Int
  let start: TripDate?
  private let preferences: TripPreferences
  private let keepsTrip: Bool
  /// The saved trip and the day of it, from 0, that is written anew.
  private let regenerated: (saved: SavedTrip, day: Int)?

  /// - Throws: what is wrong with the command line, before any model is loaded.
  init(_ environment: Environment) throws(CommandError) {
    let arguments = environment.arguments
    let start = try TripArguments.start(environment)
    if let day = arguments.integer(.regenerateDay) {
      let saved = try Self.savedTrip(environment)
      let trip = saved.document.trip
      guard day <= trip.itinerary.days.count else {
        throw CommandError(.usage, "saved trip \(saved.id) has \(trip.itinerary.days.count) days")
      }
      landmark = trip.landmark
      dayCount = trip.dayCount
      preferences = trip.preferences
      self.start = start ?? saved.document.start
      keepsTrip = true
      regenerated = (saved, day - 1)
      return
    }
    guard !arguments.has(.trip) else { throw CommandError(.usage, "--trip goes with --regenerate-day") }
    let name = arguments.positionals.joined(separator: " ")
    guard !name.isEmpty else {
      throw CommandError(.usage, "plan needs a landmark: \(Landmark.names.joined(separator: ", "))")
    }
    landmark = try LandmarkArguments(environment).landmark(named: name)
    dayCount = arguments.integer(.days) ?? 3
    preferences = try PreferenceArguments.preferences(arguments)
    self.start = start
    keepsTrip = arguments.has(.save)
    regenerated = nil
  }

  /// The trip that `--trip` names, else the one changed last. What else would say what to plan does not go with it.
  private static func savedTrip(_ environment: Environment) throws(CommandError) -> SavedTrip {
    let arguments = environment.arguments
    let others: [Option.ID] = [
      .days, .travellers, .pace, .tripBudget, .interests, .diet, .stepFree, .note, .places, .at, .range, .about,
    ]
    if !arguments.positionals.isEmpty || others.contains(where: arguments.has) {
      throw CommandError(
        .usage, "--regenerate-day keeps the saved trip's landmark and preferences; it takes --trip NUMBER and no others"
      )
    }
    let store = try TripArguments.store(environment)
    if let number = arguments.integer(.trip) { return try TripArguments.trip("\(number)", store) }
    let trips = try TripArguments.translated { () throws(TripStorageError) in try store.list() }
    guard let last = trips.first else {
      throw CommandError(.usage, "no trip is saved yet; infer plan LANDMARK --save keeps one")
    }
    return try TripArguments.trip("\(last.id)", store)
  }

  func planner(
    model: SystemLanguageModel, options: GenerationOptions
  ) throws(TripPlanningError) -> ItineraryPlanner {
    try ItineraryPlanner(
      landmark: landmark, days: dayCount, preferences: preferences, model: model, options: options)
  }

  func events(_ planner: ItineraryPlanner) -> AsyncThrowingStream<PlanEvent, any Error> {
    guard let regenerated else { return planner.plan() }
    return planner.replan(.day(regenerated.day), of: regenerated.saved.document.trip)
  }

  /// Keeps the finished trip where that was asked for.
  func save(_ trip: PlannedTrip, model: String, _ environment: Environment) throws(CommandError) {
    guard keepsTrip else { return }
    let store = try TripArguments.store(environment)
    let document = TripDocument(trip: trip, start: start, model: model)
    let number = try TripArguments.translated { () throws(TripStorageError) in
      guard let saved = regenerated?.saved else { return try store.add(document) }
      try store.update(saved.id, document)
      return saved.id
    }
    environment.note("saved as trip \(number)")
  }
}
