// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// By string, what the dearest of its first keys costs while none has been used; found when it is asked for. The objects of
/// hundreds of alternatives ask for the same.
final class FreshKeyCosts: @unchecked Sendable {
  /// Counts of keys that are kept.
  static let mostKeys: Int32 = 4
  private static let unknown: Int32 = -1
  private let rows: UnsafeMutablePointer<Atomic<Int32>>

  init(stringCount: Int) {
    let count = max(stringCount, 1) * Int(Self.mostKeys)
    rows = .allocate(capacity: count)
    for index in 0..<count { (rows + index).initialize(to: Atomic(Self.unknown)) }
  }

  deinit { rows.deallocate() }

  /// What the dearest of the first `count` keys of a string costs; `search` finds it. Whoever asks first may be one of several.
  func cost(_ string: Int32, ofFirst count: Int32, _ search: () -> Int32) -> Int32 {
    guard count >= 1, count <= Self.mostKeys else { return search() }
    let row = rows + Int(string * Self.mostKeys + count - 1)
    let known = row.pointee.load(ordering: .relaxed)
    if known != Self.unknown { return known }
    let found = search()
    row.pointee.store(found, ordering: .relaxed)
    return found
  }
}
