// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import TripPlanning

/// The trips that a user keeps, in an SQLite file in the user's data directory.
///
/// Several processes may use one file; each call is one transaction.
public final class TripStore: Sendable {
  public let path: String
  private let database: Mutex<Database>

  private static let version = 1

  /// `infer/trips.sqlite` under `XDG_DATA_HOME`, by default `~/.local/share`.
  public static func defaultPath(_ variables: [String: String] = ProcessInfo.processInfo.environment) -> String {
    let home = variables["HOME"] ?? NSHomeDirectory()
    // The specification has relative paths ignored.
    let data = variables["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.local/share"
    return "\(data)/infer/trips.sqlite"
  }

  /// Opens the file, and makes it and its folder where they are missing.
  ///
  /// - Throws: `TripStorageError`.
  public init(path: String) throws(TripStorageError) {
    self.path = path
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw TripStorageError(kind: .unusable, file: path, cause: error.localizedDescription)
    }
    let database = try Database(path: path)
    try Self.prepare(database)
    self.database = Mutex(database)
  }

  private static func prepare(_ database: Database) throws(TripStorageError) {
    let found = try database.run("PRAGMA user_version").first?.first?.integer ?? 0
    if found > version {
      throw TripStorageError(kind: .newer(version: Int(found)), file: database.path, cause: "")
    }
    guard found < version else { return }
    try database.run("PRAGMA journal_mode = WAL")
    try database.transaction { () throws(TripStorageError) in
      try database.run(
        """
        CREATE TABLE IF NOT EXISTS trips (
          id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, landmark TEXT NOT NULL, days INTEGER NOT NULL,
          created REAL NOT NULL, changed REAL NOT NULL, document TEXT NOT NULL)
        """)
      try database.run("PRAGMA user_version = \(version)")
    }
  }

  /// All trips, the last changed first.
  public func list() throws(TripStorageError) -> [TripSummary] {
    try access { (database) throws(TripStorageError) in
      try database.run("SELECT id, title, landmark, days, changed FROM trips ORDER BY changed DESC, id DESC").map {
        row in
        TripSummary(
          id: row[0].integer ?? 0, title: row[1].text ?? "", landmark: row[2].text ?? "",
          dayCount: Int(row[3].integer ?? 0), changed: Date(timeIntervalSince1970: row[4].real ?? 0))
      }
    }
  }

  /// - Throws: `unknownTrip`, `damagedTrip` and what the database says.
  public func trip(_ id: Int64) throws(TripStorageError) -> SavedTrip {
    let rows = try access { (database) throws(TripStorageError) in
      try database.run("SELECT created, changed, document FROM trips WHERE id = ?", [.integer(id)])
    }
    guard let row = rows.first else { throw TripStorageError(kind: .unknownTrip(id), file: path, cause: "") }
    do {
      let document = try JSONDecoder().decode(TripDocument.self, from: Data((row[2].text ?? "").utf8))
      if let defect = document.trip.defect { throw Defect(description: defect) }
      return SavedTrip(
        id: id, created: Date(timeIntervalSince1970: row[0].real ?? 0),
        changed: Date(timeIntervalSince1970: row[1].real ?? 0), document: document)
    } catch {
      throw TripStorageError(kind: .damagedTrip(id), file: path, cause: "\(error)")
    }
  }

  private struct Defect: Error, CustomStringConvertible { let description: String }

  /// Keeps a new trip.
  ///
  /// - Returns: its number.
  public func add(_ document: TripDocument, now: Date = Date()) throws(TripStorageError) -> Int64 {
    let values = try values(document)
    return try access { (database) throws(TripStorageError) in
      try database.run(
        "INSERT INTO trips (title, landmark, days, document, created, changed) VALUES (?, ?, ?, ?, ?, ?)",
        values + [.real(now.timeIntervalSince1970), .real(now.timeIntervalSince1970)])
      return database.lastInsertedID
    }
  }

  /// Puts another version in the place of a kept trip.
  ///
  /// - Throws: `unknownTrip` and what the database says.
  public func update(_ id: Int64, _ document: TripDocument, now: Date = Date()) throws(TripStorageError) {
    let values = try values(document)
    let count = try access { (database) throws(TripStorageError) in
      try database.run(
        "UPDATE trips SET title = ?, landmark = ?, days = ?, document = ?, changed = ? WHERE id = ?",
        values + [.real(now.timeIntervalSince1970), .integer(id)])
      return database.changeCount
    }
    guard count > 0 else { throw TripStorageError(kind: .unknownTrip(id), file: path, cause: "") }
  }

  /// - Throws: `unknownTrip` and what the database says.
  public func delete(_ id: Int64) throws(TripStorageError) {
    let count = try access { (database) throws(TripStorageError) in
      try database.run("DELETE FROM trips WHERE id = ?", [.integer(id)])
      return database.changeCount
    }
    guard count > 0 else { throw TripStorageError(kind: .unknownTrip(id), file: path, cause: "") }
  }

  private func values(_ document: TripDocument) throws(TripStorageError) -> [Database.Value] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text: String
    do {
      text = String(decoding: try encoder.encode(document), as: UTF8.self)
    } catch {
      throw TripStorageError(kind: .refused, file: path, cause: "\(error)")
    }
    let trip = document.trip
    return [
      .text(trip.itinerary.title), .text(trip.landmark.name), .integer(Int64(trip.dayCount)), .text(text),
    ]
  }

  private func access<Result: Sendable>(
    _ work: (Database) throws(TripStorageError) -> Result
  ) throws(TripStorageError) -> Result {
    try database.withLock { (database) throws(TripStorageError) in try work(database) }
  }
}
