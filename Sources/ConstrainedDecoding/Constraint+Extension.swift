// SPDX-License-Identifier: Apache-2.0

// Tokens that run past the end of forced text.
extension Constraint {
  /// Whether some token may come whose bytes begin with `bytes[offset...]` and go on after them.
  ///
  /// `bytes` are bytes that this constraint would accept, such as `forcedBytes()`. Where it holds, the canonical tokens of
  /// the text need not end with those of `bytes`: a model may have meant the longer token, so that the tokens from
  /// `offset` on must be left to it (llguidance calls this chopping). False where `bytes` are refused.
  package func validExtension(afterForced bytes: [UInt8], from offset: Int) -> Bool {
    guard !isFinished, offset >= 0, offset <= bytes.count else { return false }
    let below = trie.trie.subtrees(below: bytes[offset...])
    guard !below.isEmpty else { return false }
    var work = makeWorkspace()
    var machine = machine
    let range = bytes.withUnsafeBufferPointer { machine.advance($0, from: 0..<heads.count, &work) }
    guard let range else { return false }
    let limit = costLimit(nil)
    let depth = bytes.count - offset
    return below.contains { machine.canEnter(trie.trie, $0, below: depth, from: range, limit, &work) }
  }
}

extension Machine {
  /// Whether the bytes of some entry among the nodes `nodes` of a trie, from `depth` on, can be read by the heads of `range`.
  func canEnter(
    _ trie: FlatTrie, _ nodes: Range<Int>, below depth: Int, from range: Range<Int>, _ limit: Int32?,
    _ work: inout Workspace
  ) -> Bool {
    let (heads, frames) = (work.headCount, work.frameCount)
    defer {
      work.headCount = heads
      work.frameCount = frames
    }
    var machine = self
    var levels = [(heads: range, frames: frames)]
    var index = nodes.lowerBound
    while index < nodes.upperBound {
      let node = trie.nodes[index]
      levels.removeLast(levels.count - (node.depth - depth))
      let level = levels[levels.count - 1]
      work.headCount = levels.count == 1 ? heads : level.heads.upperBound
      work.frameCount = level.frames
      machine.offset = offset + levels.count - 1
      let output = machine.read(node.byte, from: level.heads, &work)
      if output.isEmpty {
        index += node.size
        continue
      }
      if node.entry != FlatTrieNode.noEntry {
        guard let limit else { return true }
        if output.contains(where: { machine.cost(work.heads[$0], work) <= limit }) { return true }
      }
      levels.append((output, work.frameCount))
      index += 1
    }
    return false
  }
}
