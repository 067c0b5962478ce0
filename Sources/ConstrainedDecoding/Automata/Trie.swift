// SPDX-License-Identifier: Apache-2.0

/// A set of strings of bytes: the texts of an enumeration, or the keys of an object.
typealias ByteTrie = Trie<UInt8>

/// A set of strings of symbols: bytes or code points.
struct Trie<Symbol: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable>: Sendable {
  struct Node: BitwiseCopyable, Sendable {
    /// Children are `children[firstChild ..< firstChild + childCount]`, by ascending symbol.
    var firstChild: Int32
    var childCount: Int32
    /// The string that ends here, or -1.
    var entry: Int32
    /// Symbols from the root.
    var depth: Int32
    /// Entries of the strings that pass or end here are `entries[firstEntry ..< firstEntry + entryCount]`, ascending.
    var firstEntry: Int32
    var entryCount: Int32
  }
  struct Child: BitwiseCopyable, Sendable {
    var symbol: Symbol
    var node: Int32
  }
  /// Breadth first: a node stands before its children, and those of one node together.
  private(set) var nodes: [Node] = []
  private(set) var children: [Child] = []
  private(set) var entries: [Int32] = []

  /// Strings, by their order, that begin alike up to a node.
  private struct Span { var low, high, depth, node: Int }
  /// The first 128 bits of a string.
  private struct SortKey {
    var high: UInt64 = 0
    var low: UInt64 = 0
    var index: Int
  }

  /// Builds the trie of `strings`; entry i is `strings[i]`, of equal ones the first. With `listsEntries`, each node knows the
  /// entries below it, which costs as many integers as there are symbols.
  init(_ strings: [[Symbol]], listsEntries: Bool = false) {
    let order = Self.sorted(strings)
    nodes = [Node(firstChild: 0, childCount: 0, entry: -1, depth: 0, firstEntry: 0, entryCount: 0)]
    var open = [Span(low: 0, high: order.count, depth: 0, node: 0)]
    var index = 0
    while index < open.count {
      let span = open[index]
      index += 1
      var low = span.low
      if listsEntries {
        nodes[span.node].firstEntry = Int32(entries.count)
        nodes[span.node].entryCount = Int32(span.high - span.low)
        let first = entries.count
        for place in span.low..<span.high { entries.append(Int32(order[place])) }
        if span.high - span.low > 1 { entries.withUnsafeMutableBufferPointer { $0[first...].sort() } }
      }
      while low < span.high, strings[order[low]].count == span.depth {
        let entry = Int32(order[low])
        nodes[span.node].entry = nodes[span.node].entry < 0 ? entry : min(nodes[span.node].entry, entry)
        low += 1
      }
      nodes[span.node].firstChild = Int32(children.count)
      while low < span.high {
        let symbol = strings[order[low]][span.depth]
        var high = low + 1
        while high < span.high, strings[order[high]][span.depth] == symbol { high += 1 }
        let node = nodes.count
        nodes.append(
          Node(firstChild: 0, childCount: 0, entry: -1, depth: Int32(span.depth + 1), firstEntry: 0, entryCount: 0))
        children.append(Child(symbol: symbol, node: Int32(node)))
        open.append(Span(low: low, high: high, depth: span.depth + 1, node: node))
        low = high
      }
      nodes[span.node].childCount = Int32(children.count) - nodes[span.node].firstChild
    }
  }

  /// Indices in the order of their strings, compared by their first 128 bits at first: lists of a million come in.
  private static func sorted(_ strings: [[Symbol]]) -> [Int] {
    let half = 64 / Symbol.bitWidth
    var keys: [SortKey] = []
    keys.reserveCapacity(strings.count)
    for (index, string) in strings.enumerated() {
      var key = SortKey(index: index)
      for place in 0..<min(string.count, 2 * half) {
        let symbol = UInt64(string[place])
        let shift = UInt64((half - 1 - place % half) * Symbol.bitWidth)
        if place < half { key.high |= symbol << shift } else { key.low |= symbol << shift }
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

  /// The child of `node` by `symbol`, or -1.
  func child(of node: Int32, _ symbol: Symbol) -> Int32 {
    let parent = nodes[Int(node)]
    var low = parent.firstChild
    var high = low + parent.childCount
    while low < high {
      let middle = (low + high) / 2
      let child = children[Int(middle)]
      if child.symbol == symbol { return child.node }
      if child.symbol < symbol { low = middle + 1 } else { high = middle }
    }
    return -1
  }
}
