// SPDX-License-Identifier: Apache-2.0

/// Finds tokens that stand in text as themselves: control and unknown tokens in template text, user-defined ones anywhere.
///
/// A trie over their bytes; children of a node form a list of siblings.
struct SpecialTokenTable: Sendable {
  private struct Node {
    var byte: UInt8
    var firstChild: Int32 = -1
    var nextSibling: Int32 = -1
    /// The token whose text ends here, or -1.
    var token: TokenID = -1
    /// Whether that token is cut in any text, not only in template text.
    var isUserDefined = false
  }
  struct Match {
    var token: TokenID
    var length: Int
  }

  /// Longer tokens are never cut, or one made for the purpose could make each byte of a text cost its length.
  static let maximumLength = 256

  private var nodes: [Node] = []
  /// (256) the node of each first byte, or -1.
  private var roots = [Int32](repeating: -1, count: 256)

  mutating func insert(_ text: UnsafeBufferPointer<UInt8>, _ token: TokenID, isUserDefined: Bool) {
    guard let first = text.first, text.count <= Self.maximumLength else { return }
    if roots[Int(first)] < 0 { roots[Int(first)] = append(first) }
    var node = Int(roots[Int(first)])
    for byte in text.dropFirst() { node = child(of: node, byte) }
    // Of two tokens with one text the first counts.
    guard nodes[node].token < 0 else { return }
    nodes[node].token = token
    nodes[node].isUserDefined = isUserDefined
  }

  private mutating func append(_ byte: UInt8) -> Int32 {
    nodes.append(Node(byte: byte))
    return Int32(nodes.count - 1)
  }

  private mutating func child(of node: Int, _ byte: UInt8) -> Int {
    var child = nodes[node].firstChild
    while child >= 0 {
      if nodes[Int(child)].byte == byte { return Int(child) }
      child = nodes[Int(child)].nextSibling
    }
    child = append(byte)
    nodes[Int(child)].nextSibling = nodes[node].firstChild
    nodes[node].firstChild = child
    return Int(child)
  }

  @inline(__always) func mayStart(with byte: UInt8) -> Bool { roots[Int(byte)] >= 0 }

  /// The longest token at `start`.
  ///
  /// - Parameter templateEnd: the end of the template text that holds `start`, or `start` itself in content: a control
  ///   token counts only if all of it is template text.
  func longestMatch(in text: UnsafeBufferPointer<UInt8>, at start: Int, templateEnd: Int) -> Match? {
    var best: Match?
    var node = roots[Int(text[start])]
    var position = start
    while node >= 0 {
      position += 1
      let current = nodes[Int(node)]
      if current.token >= 0, current.isUserDefined || position <= templateEnd {
        best = Match(token: current.token, length: position - start)
      }
      guard position < text.count else { break }
      let byte = text[position]
      node = current.firstChild
      while node >= 0, nodes[Int(node)].byte != byte { node = nodes[Int(node)].nextSibling }
    }
    return best
  }
}
