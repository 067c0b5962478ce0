// SPDX-License-Identifier: Apache-2.0

/// Finds stop and forbidden literals in free text, byte by byte (Aho–Corasick).
struct TextAutomaton: Sendable {
  static let forbidden: Int32 = -1
  static let stopped: Int32 = -2

  /// State × byte.
  private(set) var next: [Int32]
  let hasStop: Bool
  var stateCount: Int { next.count / 256 }
  private(set) var special: ByteSet

  /// - Parameters:
  ///   - stop: the literal that ends the text and belongs to it.
  ///   - excluded: literals that the text must not contain.
  init(stop: [UInt8]?, excluded: [[UInt8]]) {
    let patterns = (stop.map { [$0] } ?? []) + excluded.filter { !$0.isEmpty }
    let strings = Array(Set(patterns))
    let trie = ByteTrie(strings)
    hasStop = stop != nil
    // `Trie` numbers nodes breadth first, so that a node's failure state is complete before it.
    var next = [Int32](repeating: 0, count: trie.nodes.count * 256)
    var failure = [Int](repeating: 0, count: trie.nodes.count)
    var outcome = [Int32](repeating: 0, count: trie.nodes.count)
    for (index, node) in trie.nodes.enumerated() {
      if index > 0 {
        if node.entry >= 0 {
          outcome[index] = strings[Int(node.entry)] == stop ? Self.stopped : Self.forbidden
        } else {
          outcome[index] = outcome[failure[index]]
        }
        for byte in 0..<256 { next[index * 256 + byte] = next[failure[index] * 256 + byte] }
      }
      for child in Int(node.firstChild)..<Int(node.firstChild + node.childCount) {
        let (byte, target) = (Int(trie.children[child].symbol), Int(trie.children[child].node))
        failure[target] = index == 0 ? 0 : Int(next[failure[index] * 256 + byte])
        next[index * 256 + byte] = Int32(target)
      }
    }
    special = ByteSet(trie.children[..<Int(trie.nodes[0].childCount)].map(\.symbol))
    self.next = next.map { outcome[Int($0)] < 0 ? outcome[Int($0)] : $0 }
  }
}
