// SPDX-License-Identifier: Apache-2.0
import Foundation
import TripPlanning
import TripStorage

/// `infer trips`: the saved trips listed, shown, exported and deleted.
struct TripsCommand {
  let environment: Environment

  init(_ environment: Environment) { self.environment = environment }

  func run() throws {
    let words = environment.arguments.positionals
    let action = words.first ?? "list"
    let store = try TripArguments.store(environment)
    switch action {
    case "list":
      guard words.count <= 1 else { throw CommandError(.usage, "trips list takes no argument") }
      try list(store)
    case "show":
      guard words.count == 2 else { throw CommandError(.usage, "trips show needs the number of one trip") }
      try show(try TripArguments.trip(words[1], store))
    case "delete":
      guard words.count >= 2 else { throw CommandError(.usage, "trips delete needs the numbers of trips") }
      // All are looked up before any goes.
      let trips = try words.dropFirst().map { try TripArguments.trip($0, store) }
      for id in Set(trips.map(\.id)).sorted() {
        try TripArguments.translated { () throws(TripStorageError) in try store.delete(id) }
      }
    default:
      let meant = suggestions(for: action, among: ["list", "show", "delete"], limit: 1).first
      let hint = meant.map { " (did you mean \"\($0)\"?)" } ?? ""
      throw CommandError(.usage, "trips has list, show and delete, not \"\(action)\"\(hint)")
    }
  }

  private func list(_ store: TripStore) throws {
    let trips = try TripArguments.translated { () throws(TripStorageError) in try store.list() }
    if environment.arguments.has(.json) {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      let rows = trips.map {
        Row(id: $0.id, title: $0.title, landmark: $0.landmark, days: $0.dayCount, changed: $0.changed)
      }
      encoder.dateEncodingStrategy = .iso8601
      try environment.output.write(String(decoding: try encoder.encode(rows), as: UTF8.self) + "\n")
      return
    }
    if trips.isEmpty {
      environment.note("no trips are saved; infer plan LANDMARK --save keeps one")
      return
    }
    for trip in trips {
      let day = TripDate(trip.changed).description
      try environment.output.write("\(trip.id)\t\(day)\t\(trip.dayCount) d\t\(trip.landmark)\t\(trip.title)\n")
    }
  }

  private struct Row: Encodable {
    let id: Int64
    let title: String
    let landmark: String
    let days: Int
    let changed: Date
  }

  private func show(_ saved: SavedTrip) throws {
    let trip = saved.document.trip
    let start = try TripArguments.start(environment) ?? saved.document.start
    try environment.output.write(try TripArguments.text(of: trip, start: start, environment))
  }
}
