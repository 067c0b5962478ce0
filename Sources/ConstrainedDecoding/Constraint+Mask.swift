// SPDX-License-Identifier: Apache-2.0

// Masks: every allowed token at once.
extension Constraint {
  /// Sets `mask` to the tokens that may come next, end-of-generation tokens included where the text may end.
  ///
  /// With a budget (tokens left, this one included, ends of generation not counted), only those after which the text can
  /// still be completed in time; from `minimumBudget` on there is always one until the text may end.
  package func fillMask(_ mask: inout TokenMask, budget: Int? = nil) {
    if mask.count != trie.vocabularySize { mask = TokenMask(count: trie.vocabularySize) } else { mask.removeAll() }
    if canEnd { for token in trie.endOfGeneration { mask[token] = true } }
    guard !isFinished, budget.map({ $0 > 0 }) ?? true else { return }
    let limit = costLimit(budget)
    var work = makeWorkspace()
    let machine = machine
    // A token is allowed if some reading takes it, so that each head can be asked by itself.
    for index in heads.indices {
      if fillString(index, &mask, limit, machine, &work) { continue }
      let nodes = trie.trie.nodes
      _ = mask.withUnsafeMutableWords { words in
        machine.walk(nodes, depth: trie.trie.depth, from: index..<index + 1, limit, &work) { token in
          words[token >> 6] |= 1 << UInt64(token & 63)
        }
      }
    }
  }

  /// The mask of a string in which anything may come: prepared masks for what stays inside, a walk over the distinct tails of
  /// closing tokens for the rest. False where the head is in no such place.
  private func fillString(
    _ index: Int, _ mask: inout TokenMask, _ limit: Int32?, _ machine: Machine, _ work: inout Workspace
  ) -> Bool {
    let head = heads[index]
    guard head.phase == .string, !head.isKey || head.extra < 0 else { return false }
    let string = machine.stringSpecification(head)
    if let automaton = string.pointee.automaton, !automaton.isUniversal[Int(head.state)] { return false }
    let missing = max(Int(string.pointee.minimum - head.count), 0)
    let most = string.pointee.maximum == .max ? Int.max : Int(string.pointee.maximum - head.count)
    if let limit {
      // The dearest place inside the string: an escape, and code points that need a token each.
      let run = Int(costs.view.run)
      let inside = missing / run + run + 14
      guard Int(machine.cost(head, work)) + inside <= Int(limit) else { return false }
    }
    trie.strings.formInside(limit: most, &mask)
    var ready = head
    ready.count = max(head.count, string.pointee.minimum)
    let (heads, frames) = (work.headCount, work.frameCount)
    defer {
      work.headCount = heads
      work.frameCount = frames
    }
    let closed = machine.read(UInt8(ascii: "\""), from: ready, &work)
    guard !closed.isEmpty else { return true }
    func allow(_ tail: Int, _ mask: inout TokenMask) {
      for (token, characters) in trie.strings.closing[tail] where characters >= missing && characters <= most {
        mask[token] = true
      }
    }
    let isAffordable = limit.map { limit in closed.contains { machine.cost(work.heads[$0], work) <= limit } } ?? true
    if isAffordable { allow(0, &mask) }
    let tails = trie.strings.tails
    machine.walk(tails.nodes, depth: tails.depth, from: closed, limit, &work) { allow($0 + 1, &mask) }
    return true
  }
}

extension Machine {
  /// Walks a trie from the heads of `range`, calling `body` with every entry whose bytes can be read; with a limit, only
  /// where the text can then be completed at no higher cost.
  func walk(
    _ trie: Table<FlatTrieNode>, depth: Int, from range: Range<Int>, _ limit: Int32?, _ work: inout Workspace,
    _ body: (Int) -> Void
  ) {
    let (heads, frames) = (work.headCount, work.frameCount)
    defer {
      work.headCount = heads
      work.frameCount = frames
    }
    struct Level: BitwiseCopyable {
      var start: Int
      var end: Int
      var frames: Int
    }
    var machine = self
    withUnsafeTemporaryAllocation(of: Level.self, capacity: depth + 1) { levels in
      levels[0] = Level(start: range.lowerBound, end: range.upperBound, frames: frames)
      // The first level lies apart from those that are pushed.
      var top = heads
      var index = 0
      while index < trie.count {
        let node = trie.pointer[index]
        let level = levels[node.depth - 1]
        top = node.depth == 1 ? heads : level.end
        work.headCount = top
        work.frameCount = level.frames
        machine.offset = offset + node.depth - 1
        guard !machine.read(node.byte, from: level.start..<level.end, &work).isEmpty else {
          index += node.size
          continue
        }
        levels[node.depth] = Level(start: top, end: work.headCount, frames: work.frameCount)
        if node.entry != FlatTrieNode.noEntry {
          let isAffordable =
            limit.map { limit in (top..<work.headCount).contains { machine.cost(work.heads[$0], work) <= limit } }
            ?? true
          if isAffordable { body(node.entry) }
        }
        index += 1
      }
    }
  }
}
