// SPDX-License-Identifier: Apache-2.0

/// A hash from byte strings to numbers: open addressing with linear probing, keys in one block, no `String`.
///
/// The first value inserted for a key stays. Immutable once its builder has let it go, hence safe to share.
final class ByteStringIndex: @unchecked Sendable {
  private struct Slot {
    /// Upper half of the hash; compared before the bytes are.
    var tag: UInt32
    /// Entry number plus one; 0 marks a free slot.
    var entry: UInt32
  }

  private var slots: UnsafeMutablePointer<Slot>
  private var mask: Int
  private var keys: UnsafeMutablePointer<UInt8>
  private var keyCapacity: Int
  private var keyCount = 0
  /// (count + 1) ends of keys and (count) values.
  private var ends: [UInt32] = [0]
  private var values: [Int32] = []
  /// Differs in each process, so that no file can be made to collide.
  private let seed: UInt64 = .random(in: .min ... .max)

  init(minimumCapacity count: Int, byteCapacity: Int) {
    let capacity = max(16, count * 2).roundedUpToPowerOfTwo
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: Slot(tag: 0, entry: 0), count: capacity)
    mask = capacity - 1
    keyCapacity = max(64, byteCapacity)
    keys = .allocate(capacity: keyCapacity)
    ends.reserveCapacity(count + 1)
    values.reserveCapacity(count)
  }

  deinit {
    slots.deallocate()
    keys.deallocate()
  }

  var count: Int { values.count }

  /// The number of `key`, or nil.
  func value(of key: UnsafeBufferPointer<UInt8>) -> Int32? {
    let hash = hashBytes(key, seed: seed)
    var position = Int(truncatingIfNeeded: hash) & mask
    let tag = UInt32(truncatingIfNeeded: hash >> 32)
    while slots[position].entry != 0 {
      let slot = slots[position]
      if slot.tag == tag, isEqual(Int(slot.entry) - 1, key) { return values[Int(slot.entry) - 1] }
      position = (position + 1) & mask
    }
    return nil
  }

  /// Inserts `value` unless `key` has one already; returns the value that stands.
  @discardableResult
  func insert(_ key: UnsafeBufferPointer<UInt8>, _ value: Int32) -> Int32 {
    if (count + 1) * 3 > (mask + 1) * 2 { grow() }
    let hash = hashBytes(key, seed: seed)
    var position = Int(truncatingIfNeeded: hash) & mask
    let tag = UInt32(truncatingIfNeeded: hash >> 32)
    while slots[position].entry != 0 {
      let slot = slots[position]
      if slot.tag == tag, isEqual(Int(slot.entry) - 1, key) { return values[Int(slot.entry) - 1] }
      position = (position + 1) & mask
    }
    append(key)
    values.append(value)
    slots[position] = Slot(tag: tag, entry: UInt32(values.count))
    return value
  }

  private func isEqual(_ entry: Int, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = Int(ends[entry])
    guard Int(ends[entry + 1]) - start == key.count else { return false }
    for i in 0..<key.count where keys[start + i] != key[i] { return false }
    return true
  }

  private func append(_ key: UnsafeBufferPointer<UInt8>) {
    if keyCount + key.count > keyCapacity {
      let capacity = max(keyCapacity * 2, keyCount + key.count)
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      larger.update(from: keys, count: keyCount)
      keys.deallocate()
      (keys, keyCapacity) = (larger, capacity)
    }
    if let base = key.baseAddress { (keys + keyCount).update(from: base, count: key.count) }
    keyCount += key.count
    ends.append(UInt32(keyCount))
  }

  private func grow() {
    let capacity = (mask + 1) * 2
    slots.deallocate()
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: Slot(tag: 0, entry: 0), count: capacity)
    mask = capacity - 1
    for entry in 0..<count {
      let start = Int(ends[entry])
      let key = UnsafeBufferPointer(start: keys + start, count: Int(ends[entry + 1]) - start)
      let hash = hashBytes(key, seed: seed)
      var position = Int(truncatingIfNeeded: hash) & mask
      while slots[position].entry != 0 { position = (position + 1) & mask }
      slots[position] = Slot(tag: UInt32(truncatingIfNeeded: hash >> 32), entry: UInt32(entry + 1))
    }
  }
}

/// Mixes a byte string eight bytes at a time by widening multiplication.
@inline(__always)
func hashBytes(_ bytes: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt64 {
  guard let base = bytes.baseAddress.map({ UnsafeRawPointer($0) }) else { return seed }
  var hash = seed ^ UInt64(bytes.count)
  var i = 0
  while i + 8 <= bytes.count {
    hash = mix(hash ^ base.loadUnaligned(fromByteOffset: i, as: UInt64.self))
    i += 8
  }
  var tail: UInt64 = 0
  while i < bytes.count {
    tail = tail << 8 | UInt64(bytes[i])
    i += 1
  }
  return mix(hash ^ tail)
}

/// Multiplies by an odd constant with many set bits and folds both halves of the product.
@inline(__always)
func mix(_ value: UInt64) -> UInt64 {
  let product = (value ^ 0x2D35_8DCC_AA6C_78A5).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
  return product.high ^ product.low
}

extension Int {
  var roundedUpToPowerOfTwo: Int { self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
