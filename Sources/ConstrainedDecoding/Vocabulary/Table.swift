// SPDX-License-Identifier: Apache-2.0

/// Read-only rows of plain data at a fixed address.
///
/// Inner loops read it through `pointer`: no reference counting, no uniqueness test. Whoever keeps the pointer keeps the table.
final class Table<Row: BitwiseCopyable>: @unchecked Sendable {
  let pointer: UnsafePointer<Row>
  let count: Int
  private let storage: UnsafeMutablePointer<Row>

  init(_ rows: some Collection<Row>) {
    count = rows.count
    storage = .allocate(capacity: max(count, 1))
    let isCopied: Void? = rows.withContiguousStorageIfAvailable { [storage] rows in
      if let first = rows.baseAddress { storage.initialize(from: first, count: rows.count) }
    }
    if isCopied == nil {
      var next = storage
      for row in rows {
        next.initialize(to: row)
        next += 1
      }
    }
    pointer = UnsafePointer(storage)
  }

  deinit { storage.deallocate() }

  subscript(index: Int) -> Row {
    precondition(index >= 0 && index < count)
    return pointer[index]
  }

  var rows: UnsafeBufferPointer<Row> { UnsafeBufferPointer(start: pointer, count: count) }
}
