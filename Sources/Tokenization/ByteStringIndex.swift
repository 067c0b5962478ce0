// SPDX-License-Identifier: Apache-2.0

/// A hash from byte strings to numbers: open addressing with linear probing, no `String`.
///
/// Keys of up to eight bytes, which most tokens are, stand in the table itself, so that a lookup touches one line of memory;
/// longer ones stand in one block. The first value inserted for a key stays. Immutable once its builder has let it go, hence
/// safe to share.
final class ByteStringIndex: @unchecked Sendable {
  private struct Slot {
    /// The bytes of a short key, first byte lowest; of a longer one the upper half of its hash and where it begins.
    var key: UInt64
    /// Bytes of the key plus one; 0 marks a free slot.
    var length: UInt32
    var value: Int32
  }

  private var slots: UnsafeMutablePointer<Slot>
  private var mask: Int
  private var keys: UnsafeMutablePointer<UInt8>
  private var keyCapacity: Int
  private var keyCount = 0
  private(set) var count = 0
  /// Differs in each process, so that no file can be made to collide.
  private let seed: UInt64 = .random(in: .min ... .max)

  /// - Parameters:
  ///   - count: keys that there is room for without growing.
  ///   - byteCapacity: bytes of all keys together.
  init(minimumCapacity count: Int, byteCapacity: Int) {
    let capacity = max(16, count + count / 2).roundedUpToPowerOfTwo
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: Slot(key: 0, length: 0, value: 0), count: capacity)
    mask = capacity - 1
    keyCapacity = max(64, byteCapacity)
    keys = .allocate(capacity: keyCapacity)
  }

  deinit {
    slots.deallocate()
    keys.deallocate()
  }

  /// The number of `key`, or nil.
  @inline(__always)
  func value(of key: UnsafeBufferPointer<UInt8>) -> Int32? {
    let slot = slots[find(key).position]
    return slot.length == 0 ? nil : slot.value
  }

  /// Inserts `value` unless `key` has one already; returns the value that stands.
  @discardableResult
  func insert(_ key: UnsafeBufferPointer<UInt8>, _ value: Int32) -> Int32 {
    if (count + 1) * 3 > (mask + 1) * 2 { grow() }
    let (position, word) = find(key)
    guard slots[position].length == 0 else { return slots[position].value }
    slots[position] = Slot(
      key: key.count <= 8 ? word : word & ~0xFFFF_FFFF | UInt64(keyCount), length: UInt32(key.count) + 1, value: value)
    if key.count > 8 { store(key) }
    count += 1
    return value
  }

  /// Where a key stands or would stand, and the key's word there; of a longer key only the upper half is meant.
  @inline(__always)
  private func find(_ key: UnsafeBufferPointer<UInt8>) -> (position: Int, word: UInt64) {
    guard key.count <= 8 else { return findLong(key) }
    let word = shortWord(key)
    let length = UInt32(truncatingIfNeeded: key.count) + 1
    var position = home(word, key.count)
    while true {
      let slot = slots[position]
      if slot.length == 0 || (slot.key == word && slot.length == length) { return (position, word) }
      position = (position + 1) & mask
    }
  }

  private func findLong(_ key: UnsafeBufferPointer<UInt8>) -> (position: Int, word: UInt64) {
    let hash = hashBytes(key, seed: seed)
    let length = UInt32(truncatingIfNeeded: key.count) + 1
    var position = Int(truncatingIfNeeded: hash) & mask
    while true {
      let slot = slots[position]
      if slot.length == 0 { return (position, hash) }
      if slot.length == length, (slot.key ^ hash) >> 32 == 0, isEqual(Int(slot.key & 0xFFFF_FFFF), key) {
        return (position, hash)
      }
      position = (position + 1) & mask
    }
  }

  @inline(__always)
  private func home(_ word: UInt64, _ count: Int) -> Int {
    Int(truncatingIfNeeded: mix(word ^ seed &+ UInt64(truncatingIfNeeded: count))) & mask
  }

  private func isEqual(_ start: Int, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
    for i in 0..<key.count where keys[start + i] != key[i] { return false }
    return true
  }

  private func store(_ key: UnsafeBufferPointer<UInt8>) {
    if keyCount + key.count > keyCapacity {
      let capacity = max(keyCapacity * 2, keyCount + key.count)
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      larger.update(from: keys, count: keyCount)
      keys.deallocate()
      (keys, keyCapacity) = (larger, capacity)
    }
    if let base = key.baseAddress { (keys + keyCount).update(from: base, count: key.count) }
    keyCount += key.count
  }

  private func grow() {
    let (old, oldCount) = (slots, mask + 1)
    mask = oldCount * 2 - 1
    slots = .allocate(capacity: oldCount * 2)
    slots.initialize(repeating: Slot(key: 0, length: 0, value: 0), count: oldCount * 2)
    for place in 0..<oldCount where old[place].length != 0 {
      let slot = old[place]
      let length = Int(slot.length) - 1
      var position: Int
      if length <= 8 {
        position = home(slot.key, length)
      } else {
        let key = UnsafeBufferPointer(start: keys + Int(slot.key & 0xFFFF_FFFF), count: length)
        position = Int(truncatingIfNeeded: hashBytes(key, seed: seed)) & mask
      }
      while slots[position].length != 0 { position = (position + 1) & mask }
      slots[position] = slot
    }
    old.deallocate()
  }
}

/// Up to eight bytes as a number, the first byte lowest.
@inline(__always)
func shortWord(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
  let count = bytes.count
  guard count > 0, let base = bytes.baseAddress.map({ UnsafeRawPointer($0) }) else { return 0 }
  if count >= 4 {
    // Both ends, which overlap.
    let low = UInt64(UInt32(littleEndian: base.loadUnaligned(as: UInt32.self)))
    let high = UInt64(UInt32(littleEndian: base.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)))
    return low | high << UInt64(truncatingIfNeeded: (count - 4) * 8)
  }
  let (first, middle, last) = (UInt64(bytes[0]), UInt64(bytes[count / 2]), UInt64(bytes[count - 1]))
  return first | middle << UInt64(truncatingIfNeeded: count / 2 * 8) | last
    << UInt64(truncatingIfNeeded: (count - 1) * 8)
}

/// Mixes a byte string eight bytes at a time by widening multiplication.
@inline(__always)
func hashBytes(_ bytes: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt64 {
  let count = bytes.count
  var hash = seed ^ UInt64(truncatingIfNeeded: count)
  guard count > 8, let base = bytes.baseAddress.map({ UnsafeRawPointer($0) }) else {
    return mix(hash ^ shortWord(bytes))
  }
  var i = 0
  while i + 8 < count {
    hash = mix(hash ^ base.loadUnaligned(fromByteOffset: i, as: UInt64.self))
    i += 8
  }
  // The last eight bytes, some of them again.
  return mix(hash ^ base.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
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
