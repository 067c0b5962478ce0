// SPDX-License-Identifier: Apache-2.0

/// A binary heap of integers: those of the least key first.
struct PriorityQueue {
  private var items: [(key: UInt64, value: Int32)] = []

  mutating func push(_ value: Int32, _ key: UInt64) {
    items.append((key, value))
    var index = items.count - 1
    while index > 0, items[(index - 1) / 2].key > items[index].key {
      items.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func pop() -> Int32? {
    guard let first = items.first else { return nil }
    let last = items.removeLast()
    if !items.isEmpty {
      items[0] = last
      var index = 0
      while true {
        var least = index
        for child in [2 * index + 1, 2 * index + 2] where child < items.count && items[child].key < items[least].key {
          least = child
        }
        if least == index { break }
        items.swapAt(index, least)
        index = least
      }
    }
    return first.value
  }
}
