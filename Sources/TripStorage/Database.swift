// SPDX-License-Identifier: Apache-2.0
import CSQLite

/// A connection to an SQLite file, for one thread at a time.
final class Database {
  let path: String
  private let handle: OpaquePointer

  /// - Throws: `TripStorageError.Kind.unusable`.
  init(path: String) throws(TripStorageError) {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      let cause = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory"
      sqlite3_close_v2(handle)
      throw TripStorageError(kind: .unusable, file: path, cause: cause)
    }
    self.path = path
    self.handle = handle
    // Another process may be writing.
    sqlite3_busy_timeout(handle, 5000)
  }

  deinit { sqlite3_close_v2(handle) }

  enum Value: Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)

    var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    var real: Double? {
      switch self {
      case .real(let value): value
      case .integer(let value): Double(value)
      default: nil
      }
    }
    var text: String? { if case .text(let value) = self { value } else { nil } }
  }

  /// Runs one statement with values for its question marks.
  ///
  /// - Returns: the rows.
  /// - Throws: `TripStorageError.Kind.refused`.
  @discardableResult
  func run(_ sql: String, _ values: [Value] = []) throws(TripStorageError) -> [[Value]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure() }
    defer { sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() {
      guard bind(value, Int32(index + 1), statement) == SQLITE_OK else { throw failure() }
    }
    var rows: [[Value]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: rows.append((0..<sqlite3_column_count(statement)).map { column($0, statement) })
      case SQLITE_DONE: return rows
      default: throw failure()
      }
    }
  }

  /// Runs `work` in a transaction, undone when it throws.
  func transaction<Result>(_ work: () throws(TripStorageError) -> Result) throws(TripStorageError) -> Result {
    try run("BEGIN IMMEDIATE")
    do {
      let result = try work()
      try run("COMMIT")
      return result
    } catch {
      _ = try? run("ROLLBACK")
      throw error
    }
  }

  var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }
  var changeCount: Int { Int(sqlite3_changes(handle)) }

  private func failure() -> TripStorageError {
    let code = sqlite3_errcode(handle)
    let kind: TripStorageError.Kind = code == SQLITE_NOTADB || code == SQLITE_CORRUPT ? .unusable : .refused
    return TripStorageError(kind: kind, file: path, cause: String(cString: sqlite3_errmsg(handle)))
  }

  private func bind(_ value: Value, _ index: Int32, _ statement: OpaquePointer?) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let value): return sqlite3_bind_int64(statement, index, value)
    case .real(let value): return sqlite3_bind_double(statement, index, value)
    case .text(var text):
      return text.withUTF8 { bytes in
        // SAFETY: SQLITE_TRANSIENT, -1 as a function pointer, makes SQLite copy the bytes before it returns.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        return bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text(statement, index, $0.baseAddress ?? emptyText, Int32($0.count), transient)
        }
      }
    }
  }

  private func column(_ index: Int32, _ statement: OpaquePointer?) -> Value {
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, index))
    case SQLITE_TEXT:
      guard let text = sqlite3_column_text(statement, index) else { return .null }
      let count = Int(sqlite3_column_bytes(statement, index))
      return .text(String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    default: return .null
    }
  }
}

/// What an empty text is bound from: SQLite takes a null pointer for NULL.
nonisolated(unsafe) private let emptyText: UnsafePointer<CChar> = {
  let text = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
  text.initialize(to: 0)
  return UnsafePointer(text)
}()
