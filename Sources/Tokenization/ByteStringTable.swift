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

  /// Strings that `fill` gives one after another: `count` of them, `byteCount` bytes in all. What goes beyond is left out.
  package init(count: Int, byteCount: Int, _ fill: ((UnsafeRawBufferPointer) -> Void) -> Void) {
    var ends: [Int] = []
    storage = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, initialized in
      let memory = UnsafeMutableRawBufferPointer(buffer)
      ends = [Int](unsafeUninitializedCapacity: count + 1) { ends, endCount in
        ends[0] = 0
        endCount = 1
        fill { bytes in
          guard endCount <= count, bytes.count <= byteCount - initialized else { return }
          if let source = bytes.baseAddress, let target = memory.baseAddress {
            (target + initialized).copyMemory(from: source, byteCount: bytes.count)
          }
          initialized += bytes.count
          ends[endCount] = initialized
          endCount += 1
        }
      }
    }
    self.ends = ends
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

  /// What `write` makes of each string of another table, in order.
  ///
  /// - Parameter write: puts at most as many bytes as the string has, and one where it has none, into memory, and returns how
  ///   many it wrote.
  init(
    mapping table: ByteStringTable,
    _ write: (Int, UnsafeBufferPointer<UInt8>, UnsafeMutablePointer<UInt8>) -> Int
  ) {
    let count = table.count
    var ends: [Int] = []
    storage = [UInt8](unsafeUninitializedCapacity: table.byteCount + count + 1) { buffer, initialized in
      let base = buffer.baseAddress!
      ends = [Int](unsafeUninitializedCapacity: count + 1) { ends, endCount in
        ends[0] = 0
        table.forEach { position, text in
          initialized += write(position, text, base + initialized)
          ends[position + 1] = initialized
        }
        endCount = count + 1
      }
    }
    self.ends = ends
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

  /// Whether string `position` has these bytes.
  func isEqual(at position: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    withBytes(at: position) { own in
      guard own.count == bytes.count else { return false }
      for i in 0..<own.count where own[i] != bytes[i] { return false }
      return true
    }
  }

  /// Calls `body` once with each string in order.
  package func forEach(_ body: (Int, UnsafeBufferPointer<UInt8>) -> Void) {
    storage.withUnsafeBufferPointer { all in
      for position in 0..<count {
        body(position, UnsafeBufferPointer(rebasing: all[ends[position]..<ends[position + 1]]))
      }
    }
  }
}
