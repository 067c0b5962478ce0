// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Masks that have been computed, by the exact state of the machine they belong to: shared by all grammars and sessions of
/// a vocabulary, bounded in bytes.
///
/// Eight-way sets: a state has eight places, of which the one unused longest is given up. A mask is handed out as the
/// shared storage of its array, so that a hit copies nothing.
final class MaskMemo: Sendable {
  static let defaultBytes = 16 << 20
  private static let ways = 8

  struct Hit {
    let mask: TokenMask
    /// With a budget: the highest bound on the rest after any allowed token.
    let dearest: Int32
  }

  private struct Entry: Sendable {
    var key: [UInt64]
    var mask: TokenMask
    var dearest: Int32
  }
  /// Apart from the entries, so that looking at the places of a set touches nothing else.
  private struct Place: Sendable {
    var hash: UInt64 = 0
    /// 0 where the place is empty.
    var lastUse: UInt64 = 0
  }

  private struct State: Sendable {
    var places: [Place]
    var entries: [Entry]
    var clock: UInt64 = 0
    var hits = 0
    var misses = 0
  }

  private let state: Mutex<State>
  private let setCount: Int
  /// Masks kept at most.
  let capacity: Int

  init(bytes: Int, maskBytes: Int) {
    // A key and the bookkeeping take some three hundred bytes.
    setCount = max(bytes, 0) / (max(maskBytes, 1) + 512) / Self.ways
    capacity = setCount * Self.ways
    let empty = Entry(key: [], mask: TokenMask(count: 0), dearest: 0)
    state = Mutex(
      State(
        places: Array(repeating: Place(), count: capacity), entries: Array(repeating: empty, count: capacity)))
  }

  func find(_ key: UnsafeBufferPointer<UInt64>, _ hash: UInt64) -> Hit? {
    guard setCount > 0 else { return nil }
    let first = Int(hash % UInt64(setCount)) * Self.ways
    return state.withLock { state in
      state.clock += 1
      for index in first..<first + Self.ways
      where state.places[index].hash == hash && state.places[index].lastUse > 0
        && Self.isEqual(state.entries[index].key, key)
      {
        state.places[index].lastUse = state.clock
        state.hits += 1
        return Hit(mask: state.entries[index].mask, dearest: state.entries[index].dearest)
      }
      state.misses += 1
      return nil
    }
  }

  func insert(_ key: [UInt64], _ hash: UInt64, _ mask: TokenMask, dearest: Int32) {
    guard setCount > 0 else { return }
    let first = Int(hash % UInt64(setCount)) * Self.ways
    state.withLock { state in
      state.clock += 1
      var place = first
      var oldest = UInt64.max
      for index in first..<first + Self.ways {
        let old = state.places[index]
        if old.lastUse == 0 || old.hash == hash && state.entries[index].key == key {
          place = index
          break
        }
        if old.lastUse < oldest {
          oldest = old.lastUse
          place = index
        }
      }
      state.entries[place] = Entry(key: key, mask: mask, dearest: dearest)
      state.places[place] = Place(hash: hash, lastUse: state.clock)
    }
  }

  /// A part of masks, by words that no state has.
  func find(_ key: [UInt64]) -> TokenMask? { key.withUnsafeBufferPointer { find($0, MaskKey.hash($0))?.mask } }

  func insert(_ key: [UInt64], _ part: TokenMask) {
    insert(key, key.withUnsafeBufferPointer { MaskKey.hash($0) }, part, dearest: 0)
  }

  private static func isEqual(_ own: [UInt64], _ key: UnsafeBufferPointer<UInt64>) -> Bool {
    own.count == key.count
      && own.withUnsafeBufferPointer { own in
        // Most differences show early, but nearly all keys compared are equal.
        var difference: UInt64 = 0
        for index in key.indices { difference |= own[index] ^ key[index] }
        return difference == 0
      }
  }

  /// Questions answered from memory, and not.
  var counts: (hits: Int, misses: Int) { state.withLock { ($0.hits, $0.misses) } }
}
