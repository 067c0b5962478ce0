// SPDX-License-Identifier: Apache-2.0

/// The working memory of merging neighbours into tokens, used again for each piece of a text.
///
/// Symbols form a list linked by index; `ranks[i]` is the rank of joining symbol `i` with its successor.
final class MergeScratch {
  /// Longer pieces are cut: merging takes some fifty bytes of memory for each byte of a piece. Half a megabyte without a
  /// place where no merge can cross is no text.
  static let pieceLimit = 1 << 19

  private var capacity = 0
  private var symbols: UnsafeMutablePointer<Int32> = .allocate(capacity: 0)
  private var joined: UnsafeMutablePointer<Int32> = .allocate(capacity: 0)
  private var ranks: UnsafeMutablePointer<UInt32> = .allocate(capacity: 0)
  /// Byte position where each symbol begins.
  private var starts: UnsafeMutablePointer<Int32> = .allocate(capacity: 0)
  private var next: UnsafeMutablePointer<Int32> = .allocate(capacity: 0)
  private var previous: UnsafeMutablePointer<Int32> = .allocate(capacity: 0)
  /// Candidates, rank in the upper half and index in the lower: the least is the leftmost merge of the best rank.
  private var heap = MinimumHeap()

  deinit { free() }

  private func free() {
    symbols.deallocate()
    joined.deallocate()
    ranks.deallocate()
    starts.deallocate()
    next.deallocate()
    previous.deallocate()
  }

  private func reserve(_ count: Int) {
    guard count > capacity else { return }
    free()
    capacity = max(256, count <= 1 << 16 ? count.roundedUpToPowerOfTwo : count)
    symbols = .allocate(capacity: capacity)
    joined = .allocate(capacity: capacity)
    ranks = .allocate(capacity: capacity)
    starts = .allocate(capacity: capacity)
    next = .allocate(capacity: capacity)
    previous = .allocate(capacity: capacity)
  }

  /// Merges one piece, which is not empty, and calls `body` with each symbol that is left, -1 where there is none, and its
  /// bytes.
  @inline(__always)
  func run<Rule: MergeRule>(
    _ piece: UnsafeBufferPointer<UInt8>, _ rule: Rule, _ body: (Int32, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    reserve(piece.count + 1)
    let base = piece.baseAddress!
    var (count, position) = (0, 0)
    while position < piece.count {
      starts[count] = Int32(truncatingIfNeeded: position)
      let symbol = rule.symbol(base, at: position, end: piece.count)
      symbols[count] = symbol.value
      position += symbol.length
      count += 1
    }
    starts[count] = Int32(truncatingIfNeeded: position)
    if count <= Rule.linearLimit {
      count = runLinear(base, count, rule)
      for i in 0..<count { body(symbols[i], bytes(base, i, i + 1)) }
    } else {
      runHeap(base, count, rule)
      var i = 0
      while i < count {
        let end = Int(next[i])
        body(symbols[i], bytes(base, i, end))
        i = end
      }
    }
  }

  @inline(__always)
  private func bytes(_ base: UnsafePointer<UInt8>, _ first: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + Int(starts[first]), count: Int(starts[end] - starts[first]))
  }

  @inline(__always)
  private func score<Rule: MergeRule>(
    _ base: UnsafePointer<UInt8>, _ left: Int, _ right: Int, _ end: Int, _ rule: Rule
  ) {
    let merge = rule.merge(symbols[left], symbols[right], joined: bytes(base, left, end))
    (ranks[left], joined[left]) = (merge.rank, merge.symbol)
  }

  /// Finds the best merge by search and closes the gap by moving what follows. Quadratic, and fastest for words.
  @inline(__always)
  private func runLinear<Rule: MergeRule>(_ base: UnsafePointer<UInt8>, _ total: Int, _ rule: Rule) -> Int {
    var count = total
    for i in 0..<max(count - 1, 0) { score(base, i, i + 1, i + 2, rule) }
    while count > 1 {
      var best = 0
      for i in 0..<count - 1 where ranks[i] < ranks[best] { best = i }
      guard ranks[best] != .max else { break }
      symbols[best] = joined[best]
      let tail = count - best - 2
      (symbols + best + 1).update(from: symbols + best + 2, count: tail)
      (starts + best + 1).update(from: starts + best + 2, count: tail + 1)
      if tail > 0 {
        (ranks + best + 1).update(from: ranks + best + 2, count: tail - 1)
        (joined + best + 1).update(from: joined + best + 2, count: tail - 1)
      }
      count -= 1
      if best + 1 < count { score(base, best, best + 1, best + 2, rule) }
      if best > 0 { score(base, best - 1, best, best + 1, rule) }
    }
    return count
  }

  /// Takes the best merge from a heap; a candidate whose pair has changed since is dropped when it comes up.
  @inline(__always)
  private func runHeap<Rule: MergeRule>(_ base: UnsafePointer<UInt8>, _ count: Int, _ rule: Rule) {
    for i in 0..<count {
      next[i] = Int32(truncatingIfNeeded: i + 1)
      previous[i] = Int32(truncatingIfNeeded: i - 1)
    }
    heap.removeAll()
    ranks[count - 1] = .max
    for i in 0..<count - 1 { rescore(base, i, i + 1, i + 2, rule) }
    while let candidate = heap.removeMinimum() {
      let left = Int(candidate & 0xFFFF_FFFF)
      // An equal rank is as good a merge as the one that was meant, at the same place.
      guard ranks[left] == UInt32(candidate >> 32) else { continue }
      let right = Int(next[left])
      symbols[left] = joined[left]
      ranks[right] = .max
      let after = Int(next[right])
      next[left] = Int32(truncatingIfNeeded: after)
      ranks[left] = .max
      if after < count {
        previous[after] = Int32(truncatingIfNeeded: left)
        rescore(base, left, after, Int(next[after]), rule)
      }
      if left > 0 { rescore(base, Int(previous[left]), left, after, rule) }
    }
  }

  @inline(__always)
  private func rescore<Rule: MergeRule>(
    _ base: UnsafePointer<UInt8>, _ left: Int, _ right: Int, _ end: Int, _ rule: Rule
  ) {
    score(base, left, right, end, rule)
    if ranks[left] != .max { heap.insert(UInt64(ranks[left]) << 32 | UInt64(left)) }
  }
}
