// SPDX-License-Identifier: Apache-2.0

/// A binary heap of integers, least first.
struct MinimumHeap {
  private var items: [UInt64] = []

  mutating func removeAll() { items.removeAll(keepingCapacity: true) }

  mutating func insert(_ item: UInt64) {
    var child = items.count
    items.append(item)
    while child > 0 {
      let parent = (child - 1) / 2
      guard items[parent] > item else { break }
      items[child] = items[parent]
      child = parent
    }
    items[child] = item
  }

  mutating func removeMinimum() -> UInt64? {
    guard let least = items.first else { return nil }
    let item = items.removeLast()
    guard !items.isEmpty else { return least }
    var parent = 0
    while true {
      var child = parent * 2 + 1
      guard child < items.count else { break }
      if child + 1 < items.count, items[child + 1] < items[child] { child += 1 }
      guard items[child] < item else { break }
      items[parent] = items[child]
      parent = child
    }
    items[parent] = item
    return least
  }
}
