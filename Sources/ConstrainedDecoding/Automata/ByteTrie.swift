// SPDX-License-Identifier: Apache-2.0

/// A set of byte strings: the texts of an enumeration, or the keys of an object.
struct ByteTrie: Sendable {
  struct Node: BitwiseCopyable, Sendable {
    /// Children are `children[firstChild ..< firstChild + childCount]`, by ascending byte.
    var firstChild: Int32
    var childCount: Int32
    /// The string that ends here, or -1.
    var entry: Int32
    /// Bytes from the root.
    var depth: Int32
    /// Entries of the strings that pass or end here are `entries[firstEntry ..< firstEntry + entryCount]`, ascending.
    var firstEntry: Int32
    var entryCount: Int32
  }
  struct Child: BitwiseCopyable, Sendable {
    var byte: UInt8
    var node: Int32
  }
  private(set) var nodes: [Node] = []
  private(set) var children: [Child] = []
  private(set) var entries: [Int32] = []
  let strings: [[UInt8]]

  /// Builds the trie of `strings`; entry i is `strings[i]`, of equal ones the first. With `listsEntries`, each node knows the
  /// entries below it, which costs as many integers as there are bytes.
  init(_ strings: [[UInt8]], listsEntries: Bool = false) {
    self.strings = strings
    struct Span { var low, high, depth, node: Int }
    let order = Self.sorted(strings)
    nodes = [Node(firstChild: 0, childCount: 0, entry: -1, depth: 0, firstEntry: 0, entryCount: 0)]
    var open = [Span(low: 0, high: order.count, depth: 0, node: 0)]
    var index = 0
    // Breadth first, so that the children of a node stand together.
    while index < open.count {
      let span = open[index]
      index += 1
      var low = span.low
      if listsEntries {
        nodes[span.node].firstEntry = Int32(entries.count)
        nodes[span.node].entryCount = Int32(span.high - span.low)
        entries += order[span.low..<span.high].map { Int32($0) }.sorted()
      }
      while low < span.high, strings[order[low]].count == span.depth {
        let entry = Int32(order[low])
        nodes[span.node].entry = nodes[span.node].entry < 0 ? entry : min(nodes[span.node].entry, entry)
        low += 1
      }
      nodes[span.node].firstChild = Int32(children.count)
      while low < span.high {
        let byte = strings[order[low]][span.depth]
        var high = low + 1
        while high < span.high, strings[order[high]][span.depth] == byte { high += 1 }
        let node = nodes.count
        nodes.append(
          Node(firstChild: 0, childCount: 0, entry: -1, depth: Int32(span.depth + 1), firstEntry: 0, entryCount: 0))
        children.append(Child(byte: byte, node: Int32(node)))
        open.append(Span(low: low, high: high, depth: span.depth + 1, node: node))
        low = high
      }
      nodes[span.node].childCount = Int32(children.count) - nodes[span.node].firstChild
    }
  }

  /// Indices in the order of their strings, compared by 16 bytes at first: lists of a million come in.
  private static func sorted(_ strings: [[UInt8]]) -> [Int] {
    struct Key {
      var high: UInt64 = 0
      var low: UInt64 = 0
      var index: Int
    }
    var keys: [Key] = []
    keys.reserveCapacity(strings.count)
    for (index, string) in strings.enumerated() {
      var key = Key(index: index)
      for place in 0..<min(string.count, 16) {
        let byte = UInt64(string[place])
        if place < 8 { key.high |= byte << UInt64(56 - 8 * place) } else { key.low |= byte << UInt64(120 - 8 * place) }
      }
      keys.append(key)
    }
    keys.sort { a, b in
      if a.high != b.high { return a.high < b.high }
      if a.low != b.low { return a.low < b.low }
      return strings[a.index].lexicographicallyPrecedes(strings[b.index])
    }
    return keys.map(\.index)
  }

  func child(_ node: Int, _ byte: UInt8) -> Int? {
    let first = Int(nodes[node].firstChild)
    for index in first..<first + Int(nodes[node].childCount) where children[index].byte == byte {
      return Int(children[index].node)
    }
    return nil
  }
}
