// SPDX-License-Identifier: Apache-2.0

/// The working memory of byte-pair merging, used again for each piece of a text.
///
/// Symbols form a list linked by index. `ranks[i]` is the rank of joining symbol `i` with its successor.
final class MergeScratch {
  private var capacity = 0
  private var symbols: UnsafeMutablePointer<Int32>
  private var joined: UnsafeMutablePointer<Int32>
  private var ranks: UnsafeMutablePointer<UInt32>
  /// Byte position where each symbol begins; its end is where the next one begins.
  private var starts: UnsafeMutablePointer<Int32>
  private var next: UnsafeMutablePointer<Int32>
  private var previous: UnsafeMutablePointer<Int32>
  /// Candidates, rank in the upper half and index in the lower: the least is the leftmost merge of the best rank.
  private var heap = MinimumHeap()

  /// Pieces up to so many bytes are searched for the best merge from end to end, longer ones use the heap.
  private static let linearLimit = 48

  init() {
    (symbols, joined, ranks) = (.allocate(capacity: 0), .allocate(capacity: 0), .allocate(capacity: 0))
    (starts, next, previous) = (.allocate(capacity: 0), .allocate(capacity: 0), .allocate(capacity: 0))
    reserve(256)
  }

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
    capacity = count.roundedUpToPowerOfTwo
    symbols = .allocate(capacity: capacity)
    joined = .allocate(capacity: capacity)
    ranks = .allocate(capacity: capacity)
    starts = .allocate(capacity: capacity)
    next = .allocate(capacity: capacity)
    previous = .allocate(capacity: capacity)
  }

  /// Merges one piece and calls `body` with each symbol that is left and its bytes.
  @inline(__always)
  func run(
    _ piece: UnsafeBufferPointer<UInt8>, byteSymbols: UnsafePointer<Int32>, merges: MergeTable,
    _ body: (Int32, Slice<UnsafeBufferPointer<UInt8>>) -> Void
  ) {
    guard !piece.isEmpty else { return }
    reserve(piece.count + 1)
    if piece.count <= Self.linearLimit {
      let count = runLinear(piece, byteSymbols, merges)
      for i in 0..<count { body(symbols[i], piece[Int(starts[i])..<Int(starts[i + 1])]) }
    } else {
      runHeap(piece, byteSymbols, merges)
      var i = 0
      while i < piece.count {
        let end = Int(next[i])
        body(symbols[i], piece[i..<end])
        i = end
      }
    }
  }

  /// Finds the best merge by search and closes the gap by moving what follows. Quadratic, and fastest for words.
  private func runLinear(
    _ piece: UnsafeBufferPointer<UInt8>, _ byteSymbols: UnsafePointer<Int32>, _ merges: MergeTable
  ) -> Int {
    var count = piece.count
    for i in 0..<count {
      symbols[i] = byteSymbols[Int(piece[i])]
      starts[i] = Int32(truncatingIfNeeded: i)
    }
    starts[count] = Int32(truncatingIfNeeded: count)
    for i in 0..<count - 1 { score(i, symbols[i], symbols[i + 1], merges) }
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
      if best + 1 < count { score(best, symbols[best], symbols[best + 1], merges) }
      if best > 0 { score(best - 1, symbols[best - 1], symbols[best], merges) }
    }
    return count
  }

  @inline(__always)
  private func score(_ i: Int, _ left: Int32, _ right: Int32, _ merges: MergeTable) {
    let merge = merges.merge(left, right)
    (ranks[i], joined[i]) = (merge.rank, merge.symbol)
  }

  /// Takes the best merge from a heap; a candidate whose pair has changed since is dropped when it comes up.
  private func runHeap(
    _ piece: UnsafeBufferPointer<UInt8>, _ byteSymbols: UnsafePointer<Int32>, _ merges: MergeTable
  ) {
    let count = piece.count
    for i in 0..<count {
      symbols[i] = byteSymbols[Int(piece[i])]
      next[i] = Int32(i + 1)
      previous[i] = Int32(i - 1)
    }
    heap.removeAll()
    ranks[count - 1] = .max
    for i in 0..<count - 1 {
      score(i, symbols[i], symbols[i + 1], merges)
      if ranks[i] != .max { heap.insert(UInt64(ranks[i]) << 32 | UInt64(i)) }
    }
    while let candidate = heap.removeMinimum() {
      let left = Int(candidate & 0xFFFF_FFFF)
      // A rank names one pair, so an equal rank means that the pair is still there.
      guard ranks[left] == UInt32(candidate >> 32) else { continue }
      let right = Int(next[left])
      symbols[left] = joined[left]
      ranks[right] = .max
      let after = Int(next[right])
      next[left] = Int32(after)
      ranks[left] = .max
      if after < count {
        previous[after] = Int32(left)
        rescore(left, after, merges)
      }
      if left > 0 { rescore(Int(previous[left]), left, merges) }
    }
  }

  private func rescore(_ left: Int, _ right: Int, _ merges: MergeTable) {
    score(left, symbols[left], symbols[right], merges)
    if ranks[left] != .max { heap.insert(UInt64(ranks[left]) << 32 | UInt64(left)) }
  }
}

/// A binary heap of integers, least first.
struct MinimumHeap {
  private var items: [UInt64] = []

  mutating func removeAll() { items.removeAll(keepingCapacity: true) }

  mutating func insert(_ item: UInt64) {
    var child = items.count
    items.append(item)
    while child > 0 {
      let parent = (child - 1) / 2
      guard items[parent] > item else { break }
      items[child] = items[parent]
      child = parent
    }
    items[child] = item
  }

  mutating func removeMinimum() -> UInt64? {
    guard let least = items.first else { return nil }
    let item = items.removeLast()
    guard !items.isEmpty else { return least }
    var parent = 0
    while true {
      var child = parent * 2 + 1
      guard child < items.count else { break }
      if child + 1 < items.count, items[child + 1] < items[child] { child += 1 }
      guard items[child] < item else { break }
      items[parent] = items[child]
      parent = child
    }
    items[parent] = item
    return least
  }
}
