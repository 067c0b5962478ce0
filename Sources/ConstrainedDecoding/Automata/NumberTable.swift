// SPDX-License-Identifier: Apache-2.0

/// Numbers, 0 or more, by key, such as those given in the order in which keys come: open addressing, since most of the time of
/// making an automaton goes into asking for states met before.
struct NumberTable {
  private var keys: [UInt64]
  /// -1 in a free slot.
  private var numbers: [Int32]
  private(set) var count = 0

  /// - Parameter capacity: slots at first, a power of two.
  init(capacity: Int = 256) {
    keys = Array(repeating: 0, count: capacity)
    numbers = Array(repeating: -1, count: capacity)
  }

  /// The number of `key`, -1 where it has none.
  subscript(key: UInt64) -> Int32 { numbers[slot(of: key)] }

  /// Gives `key` a number, in place of the one that it may have.
  mutating func set(_ key: UInt64, to number: Int32) {
    if count * 2 >= keys.count { grow() }
    let slot = slot(of: key)
    if numbers[slot] < 0 { count += 1 }
    keys[slot] = key
    numbers[slot] = number
  }

  /// The number of `key`; `next` from now on, if it has none.
  mutating func number(of key: UInt64, next: Int32) -> Int32 {
    if count * 2 >= keys.count { grow() }
    let slot = slot(of: key)
    if numbers[slot] >= 0 { return numbers[slot] }
    keys[slot] = key
    numbers[slot] = next
    count += 1
    return next
  }

  /// Where `key` is, or would be.
  private func slot(of key: UInt64) -> Int {
    let mask = keys.count - 1
    // The high bits of the product depend on all bits of the key (Fibonacci hashing).
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while numbers[slot] >= 0, keys[slot] != key { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let (oldKeys, oldNumbers) = (keys, numbers)
    keys = Array(repeating: 0, count: oldKeys.count * 2)
    numbers = Array(repeating: -1, count: keys.count)
    for index in oldKeys.indices where oldNumbers[index] >= 0 {
      let slot = slot(of: oldKeys[index])
      keys[slot] = oldKeys[index]
      numbers[slot] = oldNumbers[index]
    }
  }
}
