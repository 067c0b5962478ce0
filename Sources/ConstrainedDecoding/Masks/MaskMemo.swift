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
    var hash: UInt64
    var key: [UInt64]
    var mask: TokenMask
    var dearest: Int32
    var lastUse: UInt64
  }

  private struct State: Sendable {
    var entries: [Entry?]
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
    state = Mutex(State(entries: Array(repeating: nil, count: capacity)))
  }

  func find(_ key: UnsafeBufferPointer<UInt64>, _ hash: UInt64) -> Hit? {
    guard setCount > 0 else { return nil }
    let first = Int(hash % UInt64(setCount)) * Self.ways
    return state.withLock { state in
      state.clock += 1
      for index in first..<first + Self.ways {
        guard let entry = state.entries[index], entry.hash == hash, entry.key.elementsEqual(key) else { continue }
        state.entries[index]?.lastUse = state.clock
        state.hits += 1
        return Hit(mask: entry.mask, dearest: entry.dearest)
      }
      state.misses += 1
      return nil
    }
  }

  func insert(_ key: UnsafeBufferPointer<UInt64>, _ hash: UInt64, _ mask: TokenMask, dearest: Int32) {
    guard setCount > 0 else { return }
    let first = Int(hash % UInt64(setCount)) * Self.ways
    let key = Array(key)
    state.withLock { state in
      state.clock += 1
      var place = first
      var oldest = UInt64.max
      for index in first..<first + Self.ways {
        guard let entry = state.entries[index] else {
          place = index
          break
        }
        if entry.hash == hash, entry.key == key {
          place = index
          break
        }
        if entry.lastUse < oldest {
          oldest = entry.lastUse
          place = index
        }
      }
      state.entries[place] = Entry(hash: hash, key: key, mask: mask, dearest: dearest, lastUse: state.clock)
    }
  }

  /// Questions answered from memory, and not.
  var counts: (hits: Int, misses: Int) { state.withLock { ($0.hits, $0.misses) } }
}
