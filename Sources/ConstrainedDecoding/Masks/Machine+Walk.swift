// SPDX-License-Identifier: Apache-2.0

extension Machine {
  /// Walks a trie from the heads of `range`, calling `body` with every entry whose bytes can be read; with a limit, only
  /// where the text can then be completed at no higher cost. Returns the highest cost of an entry allowed, 0 without a limit.
  @inline(__always)
  func walk(
    _ trie: FlatTrie, from range: Range<Int>, _ limit: Int32?, _ work: inout Workspace, _ body: (Int) -> Void
  ) -> Int32 {
    struct Level: BitwiseCopyable {
      var start: Int
      var end: Int
      var frames: Int
    }
    let (heads, frames) = (work.headCount, work.frameCount)
    defer {
      work.headCount = heads
      work.frameCount = frames
    }
    var dearest: Int32 = 0
    let nodes = trie.nodes.pointer
    let count = trie.nodes.count
    withUnsafeTemporaryAllocation(of: Level.self, capacity: trie.depth + 1) { levels in
      let levels = levels.baseAddress!
      levels[0] = Level(start: range.lowerBound, end: range.upperBound, frames: frames)
      // The children of the root lie far apart: only those that a byte leads to are visited.
      for byte in UInt8.min...UInt8.max {
        var index = Int(trie.rootChildren.pointer[Int(byte)])
        guard index >= 0, canStep(range, byte, &work) else { continue }
        let first = index
        while index < count {
          let node = nodes[index]
          let depth = node.depth
          if depth == 1, index > first, node.byte != byte { break }
          let level = levels[depth - 1]
          // The first level lies apart from those that are pushed.
          let top = depth == 1 ? heads : level.end
          work.headCount = top
          work.frameCount = level.frames
          let output = read(node.byte, from: level.start..<level.end, &work)
          if output.isEmpty {
            index += node.size
            continue
          }
          levels[depth] = Level(start: top, end: output.upperBound, frames: work.frameCount)
          if node.entry != FlatTrieNode.noEntry {
            if let limit {
              var best = Cost.infinite
              for head in output { best = min(best, cost(work.heads[head], work)) }
              if best <= limit {
                dearest = max(dearest, best)
                body(node.entry)
              }
            } else {
              body(node.entry)
            }
          }
          index += 1
        }
      }
    }
    return dearest
  }

  /// Whether some head of `range` takes `byte`.
  private func canStep(_ range: Range<Int>, _ byte: UInt8, _ work: inout Workspace) -> Bool {
    let (heads, frames) = (work.headCount, work.frameCount)
    let output = read(byte, from: range, &work)
    work.headCount = heads
    work.frameCount = frames
    return !output.isEmpty
  }
}
