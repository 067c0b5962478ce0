// SPDX-License-Identifier: Apache-2.0

/// A list of texts by code points.
struct TextTrie: Sendable {
  struct Node: BitwiseCopyable, Sendable {
    /// Children are `children[firstChild ..< firstChild + childCount]`, by ascending code point.
    var firstChild: Int32
    var childCount: Int32
    /// Whether a text ends here.
    var isEnd: Bool
    /// Code points from here to the nearest and the farthest end; -1 where there is none.
    var shortest: Int32
    var longest: Int32
  }
  struct Child: BitwiseCopyable, Sendable {
    var value: UInt32
    var node: Int32
  }
  private(set) var nodes: [Node] = []
  private(set) var children: [Child] = []

  init(_ texts: [String]) {
    struct Span { var low, high, depth, node: Int }
    let strings = texts.map { $0.unicodeScalars.map(\.value) }
    let order = strings.indices.sorted { strings[$0].lexicographicallyPrecedes(strings[$1]) }
    let blank = Node(firstChild: 0, childCount: 0, isEnd: false, shortest: -1, longest: -1)
    nodes = [blank]
    var open = [Span(low: 0, high: order.count, depth: 0, node: 0)]
    var index = 0
    // Breadth first, so that the children of a node stand together.
    while index < open.count {
      let span = open[index]
      index += 1
      var low = span.low
      while low < span.high, strings[order[low]].count == span.depth {
        nodes[span.node].isEnd = true
        low += 1
      }
      nodes[span.node].firstChild = Int32(children.count)
      while low < span.high {
        let value = strings[order[low]][span.depth]
        var high = low + 1
        while high < span.high, strings[order[high]][span.depth] == value { high += 1 }
        children.append(Child(value: value, node: Int32(nodes.count)))
        open.append(Span(low: low, high: high, depth: span.depth + 1, node: nodes.count))
        nodes.append(blank)
        low = high
      }
      nodes[span.node].childCount = Int32(children.count) - nodes[span.node].firstChild
    }
    for index in nodes.indices.reversed() {
      var node = nodes[index]
      if node.isEnd { (node.shortest, node.longest) = (0, 0) }
      for child in node.firstChild..<node.firstChild + node.childCount {
        let below = nodes[Int(children[Int(child)].node)]
        node.shortest = node.shortest < 0 ? below.shortest + 1 : min(node.shortest, below.shortest + 1)
        node.longest = max(node.longest, below.longest + 1)
      }
      nodes[index] = node
    }
  }

  /// The code points that occur.
  var values: Set<UInt32> { Set(children.map(\.value)) }

  /// The child of `node` by `value`, or -1.
  func child(of node: Int32, _ value: UInt32) -> Int32 {
    let parent = nodes[Int(node)]
    var low = parent.firstChild
    var high = low + parent.childCount
    while low < high {
      let middle = (low + high) / 2
      let child = children[Int(middle)]
      if child.value == value { return child.node }
      if child.value < value { low = middle + 1 } else { high = middle }
    }
    return -1
  }
}
