// SPDX-License-Identifier: Apache-2.0

/// A list of texts by code points, which knows how far the ends are.
struct TextTrie: Sendable {
  /// Code points to the nearest and the farthest end; -1 where there is none.
  struct Extent: BitwiseCopyable, Sendable {
    var shortest: Int32 = -1
    var longest: Int32 = -1
  }
  let trie: Trie<UInt32>
  /// By node.
  private(set) var extents: [Extent]

  init(_ texts: [String]) {
    trie = Trie(texts.map { $0.unicodeScalars.map(\.value) })
    var values: [UInt32] = []
    for symbol in trie.children.map(\.symbol).sorted() where values.last != symbol { values.append(symbol) }
    self.values = values
    extents = Array(repeating: Extent(), count: trie.nodes.count)
    for index in trie.nodes.indices.reversed() {
      let node = trie.nodes[index]
      var extent = node.entry >= 0 ? Extent(shortest: 0, longest: 0) : Extent()
      for child in node.firstChild..<node.firstChild + node.childCount {
        let below = extents[Int(trie.children[Int(child)].node)]
        extent.shortest = extent.shortest < 0 ? below.shortest + 1 : min(extent.shortest, below.shortest + 1)
        extent.longest = max(extent.longest, below.longest + 1)
      }
      extents[index] = extent
    }
  }

  /// The code points that occur, ascending.
  let values: [UInt32]

  func isEnd(_ node: Int32) -> Bool { trie.nodes[Int(node)].entry >= 0 }
}
