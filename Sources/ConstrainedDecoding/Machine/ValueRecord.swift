// SPDX-License-Identifier: Apache-2.0

/// A finished value that others may have to differ from: its hash and, of a container, what it holds.
///
/// Kept as a record among the frames, a `Frame.keyRecord` with more fields in use.
struct ValueRecord: BitwiseCopyable {
  enum Kind: UInt16 { case scalar, array, object }

  var hash: UInt64
  var kind = Kind.scalar
  /// Records of its items or members, the last first; -1 for none.
  var parts: Int32 = -1
  /// How many these are.
  var count: Int32 = 0

  /// A container of the parts in `parts`.
  init(_ kind: Kind, parts: Int32, _ frames: UnsafePointer<Frame>) {
    var hash = ValueHash.start(kind)
    var count: Int32 = 0
    var index = parts
    while index >= 0 {
      let record = frames[Int(index)]
      hash =
        kind == .object ? ValueHash.member(record.value, key: record.key, hash) : ValueHash.item(record.value, hash)
      count += 1
      index = record.parent
    }
    (self.hash, self.kind, self.parts, self.count) = (hash, kind, parts, count)
  }

  init(hash: UInt64) { self.hash = hash }

  init(hash: UInt64, kind: Kind, parts: Int32, count: Int32) {
    (self.hash, self.kind, self.parts, self.count) = (hash, kind, parts, count)
  }

  /// Appends the record to the list `before`; where it stands.
  func push(before: Int32, key: UInt64 = 0, _ work: inout Workspace) -> Int32 {
    var record = Frame(parent: before, node: Frame.keyRecord)
    record.value = hash
    record.bits = kind.rawValue
    record.extra = parts
    record.closing = count
    record.key = key
    return work.push(record)
  }
}

extension Frame {
  /// Records of values: the hash of the key of a member, 0 for others.
  var key: UInt64 {
    get { UInt64(UInt32(bitPattern: position)) | UInt64(UInt32(bitPattern: count)) << 32 }
    set {
      position = Int32(truncatingIfNeeded: newValue)
      count = Int32(truncatingIfNeeded: newValue >> 32)
    }
  }

  func isRecord(of kind: ValueRecord.Kind) -> Bool { node == Self.keyRecord && bits == kind.rawValue }
}

/// Values that may not come again: a list of records, some more records, and a few more hashes.
struct UsedValues {
  /// The last record, -1 for none.
  let first: Int32
  let frames: UnsafePointer<Frame>
  /// Records that are no list.
  var records: [Int32] = []
  var more: [UInt64] = []

  init(_ first: Int32, _ frames: UnsafePointer<Frame>) {
    self.first = first
    self.frames = frames
  }

  init(_ first: Int32, _ work: borrowing Workspace) { self.init(first, UnsafePointer(work.frames)) }

  var isEmpty: Bool { first < 0 && records.isEmpty && more.isEmpty }

  func contains(_ hash: UInt64) -> Bool {
    var index = first
    while index >= 0 {
      let record = frames[Int(index)]
      if record.value == hash { return true }
      index = record.parent
    }
    return records.contains { frames[Int($0)].value == hash } || more.contains(hash)
  }

  /// How many there are, values that are listed twice counted twice.
  var count: Int32 {
    var count = Int32(records.count + more.count)
    forEachListed { _ in count += 1 }
    return count
  }

  func forEachRecord(_ body: (Int32) -> Void) {
    forEachListed(body)
    records.forEach(body)
  }

  private func forEachListed(_ body: (Int32) -> Void) {
    var index = first
    while index >= 0 {
      body(index)
      index = frames[Int(index)].parent
    }
  }
}
