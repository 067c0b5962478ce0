// SPDX-License-Identifier: Apache-2.0

/// What joining two adjacent symbols gives.
struct Merge {
  /// Position in the list of merges; the lowest rank is applied first.
  var rank: UInt32
  var symbol: Int32

  /// The absence of a merge ranks behind every merge.
  static let none = Merge(rank: .max, symbol: -1)
}

/// A hash from pairs of symbols to merges: open addressing, 16 bytes a slot.
final class MergeTable: @unchecked Sendable {
  private struct Slot {
    /// Left symbol in the upper half, right in the lower; `free` where unused.
    var key: UInt64
    var merge: Merge
  }
  private static let free = UInt64.max

  private let slots: UnsafeMutablePointer<Slot>
  private let mask: Int
  /// Differs in each process, so that no file can be made to collide.
  private let seed: UInt64 = .random(in: .min ... .max)

  init(minimumCapacity count: Int) {
    let capacity = max(16, count + count / 2).roundedUpToPowerOfTwo
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: Slot(key: Self.free, merge: .none), count: capacity)
    mask = capacity - 1
  }

  deinit { slots.deallocate() }

  @inline(__always)
  private func home(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: mix(key ^ seed)) & mask
  }

  /// Adds a merge, unless the pair has one of a better rank. The table must be built for at least as many as are added.
  func insert(_ left: Int32, _ right: Int32, _ merge: Merge) {
    let key = UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
    var position = home(key)
    while slots[position].key != Self.free {
      if slots[position].key == key { return }
      position = (position + 1) & mask
    }
    slots[position] = Slot(key: key, merge: merge)
  }

  @inline(__always)
  func merge(_ left: Int32, _ right: Int32) -> Merge {
    let key = UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
    var position = home(key)
    while true {
      let slot = slots[position]
      if slot.key == key { return slot.merge }
      if slot.key == Self.free { return .none }
      position = (position + 1) & mask
    }
  }
}
