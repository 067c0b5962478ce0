// SPDX-License-Identifier: Apache-2.0

/// Many short byte strings in one block of memory, addressed by position.
///
/// A vocabulary of 262,144 entries costs three allocations here and none per entry.
package struct ByteStringTable: Sendable {
  /// The strings one after another.
  private var storage: [UInt8] = []
  /// (count + 1) positions in `storage`; string `i` is `ends[i] ..< ends[i + 1]`.
  private var ends: [Int] = [0]

  package init(minimumCapacity count: Int = 0, byteCapacity: Int = 0) {
    ends.reserveCapacity(count + 1)
    storage.reserveCapacity(byteCapacity)
  }

  package init(_ strings: some Sequence<String>) {
    for string in strings { append(string) }
  }

  package var count: Int { ends.count - 1 }
  /// Bytes of all strings together.
  package var byteCount: Int { storage.count }

  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    storage.append(contentsOf: bytes)
    ends.append(storage.count)
  }

  package mutating func append(_ string: String) {
    storage.append(contentsOf: string.utf8)
    ends.append(storage.count)
  }

  package mutating func append(_ bytes: some Sequence<UInt8>) {
    storage.append(contentsOf: bytes)
    ends.append(storage.count)
  }

  /// Appends what `write` puts into memory for at most `capacity` bytes; it returns how many it wrote.
  mutating func append(capacity: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(capacity, 1)) { scratch in
      let written = write(scratch.baseAddress!)
      storage.append(contentsOf: scratch[..<written])
    }
    ends.append(storage.count)
  }

  /// Calls `body` with string `position`, which the caller keeps below `count`.
  package func withBytes<Result>(at position: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let range = ends[position]..<ends[position + 1]
    return storage.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  package func bytes(at position: Int) -> [UInt8] { Array(storage[ends[position]..<ends[position + 1]]) }

  /// The string as text, invalid UTF-8 repaired.
  package func text(at position: Int) -> String {
    withBytes(at: position) { String(decoding: $0, as: UTF8.self) }
  }

  package func length(at position: Int) -> Int { ends[position + 1] - ends[position] }

  /// Calls `body` once with each string in order.
  package func forEach(_ body: (Int, UnsafeBufferPointer<UInt8>) -> Void) {
    storage.withUnsafeBufferPointer { all in
      for position in 0..<count {
        body(position, UnsafeBufferPointer(rebasing: all[ends[position]..<ends[position + 1]]))
      }
    }
  }
}
