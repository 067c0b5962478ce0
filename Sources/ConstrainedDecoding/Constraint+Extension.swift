// SPDX-License-Identifier: Apache-2.0

// Tokens that begin in text already there and run past its end.
extension Constraint {
  /// Tokens whose bytes begin with `tail` and go on with bytes that may come next here; in byte order, `limit` at most.
  ///
  /// `tail` is the end of the text that has been accepted. Had its tokens not been chosen yet, a model could have meant one
  /// of these in place of them.
  package func extensions(of tail: ArraySlice<UInt8>, limit: Int) -> [Int] {
    guard !isFinished, limit > 0 else { return [] }
    let below = trie.trie.subtrees(below: tail)
    guard !below.isEmpty else { return [] }
    var work = makeWorkspace()
    var found: [Int] = []
    for nodes in below where found.count < limit {
      machine.enter(trie.trie, nodes, below: tail.count, from: 0..<heads.count, costLimit(nil), &work) { entry in
        found.append(entry)
        return found.count < limit
      }
    }
    return found
  }
}

extension Machine {
  /// Calls `body` with each entry among the nodes `nodes` of a trie whose bytes, from `depth` on, the heads of `range` can
  /// read, until it returns false.
  func enter(
    _ trie: FlatTrie, _ nodes: Range<Int>, below depth: Int, from range: Range<Int>, _ limit: Int32?,
    _ work: inout Workspace, _ body: (Int) -> Bool
  ) {
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
      if node.entry != FlatTrieNode.noEntry,
        limit.map({ limit in output.contains { machine.cost(work.heads[$0], work) <= limit } }) ?? true
      {
        if !body(node.entry) { return }
      }
      levels.append((output, work.frameCount))
      index += 1
    }
  }
}
