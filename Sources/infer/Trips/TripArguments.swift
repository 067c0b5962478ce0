// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationModels
import OrderedJSON
import TripPlanning
import TripStorage

/// What commands on trips share: the store, a trip by its number, dates and formats.
enum TripArguments {
  static func store(_ environment: Environment) throws(CommandError) -> TripStore {
    try translated { () throws(TripStorageError) in
      try TripStore(path: TripStore.defaultPath(environment.variables))
    }
  }

  static func trip(_ number: String, _ store: TripStore) throws(CommandError) -> SavedTrip {
    guard let id = Int64(number), id > 0 else {
      throw CommandError(.usage, "\"\(number)\" is no number of a trip; infer trips lists them")
    }
    return try translated { () throws(TripStorageError) in try store.trip(id) }
  }

  /// Runs work on the store; an unknown number is wrong usage, anything else a failure.
  static func translated<Value>(_ work: () throws(TripStorageError) -> Value) throws(CommandError) -> Value {
    do {
      return try work()
    } catch {
      if case .unknownTrip = error.kind { throw CommandError(.usage, "\(error); infer trips lists them") }
      throw CommandError(.failure, error.description)
    }
  }

  static func start(_ environment: Environment) throws(CommandError) -> TripDate? {
    guard let text = environment.arguments.text(.start) else { return nil }
    guard let date = TripDate(text) else { throw CommandError(.usage, "--start takes a date, as in 2027-05-01") }
    return date
  }

  static func format(_ environment: Environment) -> TripFormat? {
    environment.arguments.text(.format).flatMap(TripFormat.init(rawValue:))
  }

  /// A whole trip as text: in the format asked for, as JSON, or as a pipe gets it.
  static func text(of trip: PlannedTrip, start: TripDate?, _ environment: Environment) throws -> String {
    if let format = format(environment) { return format.text(of: trip, start: start) }
    if environment.arguments.has(.json) {
      return try JSONValue(parsing: trip.itinerary.generatedContent.jsonString).text(.pretty) + "\n"
    }
    var text = PlanText()
    let plan = text.newText(for: trip.itinerary.asPartiallyGenerated(), landmark: trip.landmark, isFinished: true)
    let notes = trip.cautions.map { "Note: \($0)\n" }.joined()
    return plan + (notes.isEmpty ? "" : "\n" + notes)
  }
}
