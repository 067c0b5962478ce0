// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import TripPlanning

@testable import TripStorage

@Suite("Saved trips")
struct TripStoreTests {
  private static func document(_ title: String = "T", days: Int = 2) -> TripDocument {
    let landmark = Landmark.all[0]
    let plans = (0..<days).map { day in
      DayPlan(
        title: "Day \(day)", subtitle: "s", destination: "d",
        activities: landmark.pointsOfInterest[day * 2..<day * 2 + 2].map {
          Activity(type: $0.category.activityKind, title: $0.name, description: "See \($0.name).")
        })
    }
    let trip = PlannedTrip(
      landmark: landmark, preferences: TripPreferences(travellers: .family, interests: [.art]), dayCount: days,
      itinerary: Itinerary(title: title, destinationName: landmark.name, description: "x", rationale: "y", days: plans),
      places: (0..<days).map { [landmark.pointsOfInterest[$0 * 2], nil] })
    return TripDocument(trip: trip, start: TripDate("2027-05-01"), model: "m")
  }

  /// Runs with a file of its own.
  private func withStore(_ work: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trips-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try work(folder.appendingPathComponent("deep/er/trips.sqlite").path)
  }

  @Test func whatIsKeptIsFound() throws {
    try withStore { path in
      let first = Self.document("It's \"quoted\" ; DROP TABLE trips; -- 旅\u{0}")
      let id = try TripStore(path: path).add(first, now: Date(timeIntervalSince1970: 100))
      // Opened anew, as by another process.
      let store = try TripStore(path: path)
      let saved = try store.trip(id)
      #expect(saved.document == first)
      #expect(saved.created == Date(timeIntervalSince1970: 100) && saved.changed == saved.created)
      try store.update(id, Self.document("Other", days: 3), now: Date(timeIntervalSince1970: 200))
      #expect(try store.trip(id).document == Self.document("Other", days: 3))
      #expect(try store.trip(id).changed == Date(timeIntervalSince1970: 200))
    }
  }

  @Test func theListHasTheLastChangedFirst() throws {
    try withStore { path in
      let store = try TripStore(path: path)
      #expect(try store.list().isEmpty)
      for number in 1...3 {
        let id = try store.add(Self.document("T\(number)"), now: Date(timeIntervalSince1970: Double(number)))
        #expect(id == Int64(number))
      }
      try store.update(1, Self.document("T1"), now: Date(timeIntervalSince1970: 9))
      #expect(try store.list().map(\.id) == [1, 3, 2])
      try store.delete(3)
      #expect(try store.list().map(\.title) == ["T1", "T2"])
      // A number that was given is not given again.
      #expect(try store.add(Self.document()) == 4)
    }
  }

  @Test func unknownNumbersAreErrors() throws {
    try withStore { path in
      let store = try TripStore(path: path)
      for id in [Int64(0), 7, -1, .max] {
        let expected = TripStorageError(kind: .unknownTrip(id), file: path, cause: "")
        #expect(throws: expected) { try store.trip(id) }
        #expect(throws: expected) { try store.delete(id) }
        #expect(throws: expected) { try store.update(id, Self.document()) }
      }
    }
  }

  @Test(arguments: [
    "UPDATE trips SET document = 'x'", "UPDATE trips SET document = '{}'", "UPDATE trips SET document = NULL || ''",
    "UPDATE trips SET document = replace(document, '\"dayCount\":2', '\"dayCount\":1')",
    "UPDATE trips SET document = replace(document, '\"places\":[[', '\"places\":[[],[')",
  ])
  func damagedTripsAreErrors(sql: String) throws {
    try withStore { path in
      let store = try TripStore(path: path)
      let id = try store.add(Self.document())
      do {
        try Database(path: path).run(sql)
      } catch {
        // The table refuses it itself.
        return
      }
      let error = #expect(throws: TripStorageError.self) { try store.trip(id) }
      #expect(error?.kind == .damagedTrip(id))
      #expect(try store.list().count == 1)
    }
  }

  @Test func otherFilesAreRefused() throws {
    try withStore { path in
      try FileManager.default.createDirectory(
        at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(repeating: 0x41, count: 5000).write(to: URL(fileURLWithPath: path))
      let error = #expect(throws: TripStorageError.self) { try TripStore(path: path) }
      #expect(error?.kind == .unusable)
    }
    #expect(throws: TripStorageError.self) { try TripStore(path: "/proc/none/trips.sqlite") }
  }

  @Test func aNewerFileIsRefused() throws {
    try withStore { path in
      _ = try TripStore(path: path)
      try Database(path: path).run("PRAGMA user_version = 99")
      let error = #expect(throws: TripStorageError.self) { try TripStore(path: path) }
      #expect(error?.kind == .newer(version: 99))
    }
  }

  @Test func manyWritersTakeTurns() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trips-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("trips.sqlite").path
    _ = try TripStore(path: path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let store = try TripStore(path: path)
          for _ in 0..<10 { _ = try store.add(Self.document()) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try TripStore(path: path).list().count == 40)
  }

  @Test(arguments: [
    (["XDG_DATA_HOME": "/d", "HOME": "/h"], "/d/infer/trips.sqlite"),
    (["HOME": "/h"], "/h/.local/share/infer/trips.sqlite"),
    (["XDG_DATA_HOME": "rel", "HOME": "/h"], "/h/.local/share/infer/trips.sqlite"),
    (["XDG_DATA_HOME": "", "HOME": "/h"], "/h/.local/share/infer/trips.sqlite"),
  ])
  func theFileIsInTheDataDirectory(variables: [String: String], path: String) {
    #expect(TripStore.defaultPath(variables) == path)
  }
}
