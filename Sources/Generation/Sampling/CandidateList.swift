// SPDX-License-Identifier: Apache-2.0

/// A token that may be drawn, with its logit.
struct Candidate: Equatable {
  var id: Int32
  var logit: Float

  /// Whether it stands before another: the higher logit, the lower id among equals. A total order of numbers.
  @inline(__always) func precedes(_ other: Candidate) -> Bool {
    logit != other.logit ? logit > other.logit : id < other.id
  }
}

/// Candidates in memory that is kept from one token to the next.
///
/// They are sorted where they lie: the standard library's sort takes memory of its own each time.
struct CandidateList {
  private(set) var elements: [Candidate] = []

  var count: Int { elements.count }

  mutating func removeAll() { elements.removeAll(keepingCapacity: true) }
  mutating func append(_ candidate: Candidate) { elements.append(candidate) }
  mutating func keepFirst(_ count: Int) { elements.removeLast(max(0, elements.count - count)) }
  mutating func keep(atLeast logit: Float) { elements.removeAll { $0.logit < logit } }

  /// Brings those of at least `logit` to the front, in any order, and returns how many there are.
  mutating func bringForward(atLeast logit: Float) -> Int {
    var end = 0
    for index in elements.indices where elements[index].logit >= logit {
      elements.swapAt(index, end)
      end += 1
    }
    return end
  }

  /// Sorts the first `count` elements, best first.
  mutating func sort(first count: Int) {
    elements.withUnsafeMutableBufferPointer { list in
      guard count > 1 else { return }
      for start in stride(from: count / 2 - 1, through: 0, by: -1) { Self.sink(list, start, count) }
      for end in stride(from: count - 1, to: 0, by: -1) {
        list.swapAt(0, end)
        Self.sink(list, 0, end)
      }
    }
  }

  /// Restores a heap of `count` elements, the worst on top, below `start`.
  private static func sink(_ list: UnsafeMutableBufferPointer<Candidate>, _ start: Int, _ count: Int) {
    let value = list[start]
    var hole = start
    while true {
      var child = 2 * hole + 1
      guard child < count else { break }
      if child + 1 < count, list[child].precedes(list[child + 1]) { child += 1 }
      guard value.precedes(list[child]) else { break }
      list[hole] = list[child]
      hole = child
    }
    list[hole] = value
  }
}
