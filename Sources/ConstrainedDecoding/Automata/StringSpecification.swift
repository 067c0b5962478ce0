// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// JSON strings, and keys of objects: a set of texts over code points and bounds on their count.
struct StringSpecification: BitwiseCopyable, @unchecked Sendable {
  var minimum: Int32
  /// `Int32.max`: without bound.
  var maximum: Int32
  /// The automaton, or nil where any text will do.
  var automaton: AutomatonView?

  /// Addresses of a `LazyAutomaton`, for inner loops. Whoever holds it keeps the `StringMatcher`.
  struct AutomatonView: BitwiseCopyable, @unchecked Sendable {
    let directory: UnsafePointer<LazyAutomaton.Chunk>
    let asciiClasses: UnsafePointer<UInt16>
    let starts: UnsafePointer<UInt32>
    let classOfInterval: UnsafePointer<UInt16>
    let intervalCount: Int
    let classCount: Int
    let matcher: Unmanaged<StringMatcher>

    @inline(__always)
    func state(_ state: Int32) -> UnsafePointer<LazyAutomaton.State> {
      let (chunk, offset) = LazyAutomaton.place(state)
      return UnsafePointer(directory[chunk].states.unsafelyUnwrapped + offset)
    }

    /// The live state after `state` by a class, bounds on the count aside; -1 for none. Makes it on the first visit.
    @inline(__always)
    func next(_ state: Int32, _ number: Int) -> Int32 {
      let (chunk, offset) = LazyAutomaton.place(state)
      let entry = directory[chunk].rows.unsafelyUnwrapped + (offset * classCount + number)
      let next = entry.pointee.load(ordering: .acquiring)
      if next >= LazyAutomaton.dead { return next }
      return matcher._withUnsafeGuaranteedRef { $0.fill(state, number) }
    }

    @inline(__always)
    func `class`(of value: UInt32) -> Int {
      value < 128 ? Int(asciiClasses[Int(value)]) : Int(classOfInterval[interval(of: value)])
    }

    /// Index of the interval that holds `value`.
    @inline(__always)
    func interval(of value: UInt32) -> Int {
      var low = 0
      var high = intervalCount
      while high - low > 1 {
        let middle = (low + high) / 2
        if starts[middle] <= value { low = middle } else { high = middle }
      }
      return low
    }

    func isAccepting(_ state: Int32) -> Bool { self.state(state).pointee.isAccepting }

    /// Whether every continuation of `state` is accepted.
    func isUniversal(_ state: Int32) -> Bool { self.state(state).pointee.isUniversal }

    /// Whether more than `count` characters lead to where any text may follow, so that some text always is a new one.
    func leavesChoice(_ state: Int32, moreThan count: Int) -> Bool {
      matcher._withUnsafeGuaranteedRef { $0.leavesChoice(state, moreThan: count) }
    }
  }

  /// Whether a good end within the bounds can follow `state`, reached by `count` code points.
  @inline(__always)
  func isLive(_ automaton: AutomatonView, _ state: Int32, _ count: Int32) -> Bool {
    let row = automaton.state(state)
    let most = maximum == .max ? .max : maximum - count
    if row.pointee.shortest > most { return false }
    if row.pointee.shortest >= minimum - count { return true }
    if row.pointee.isExact, row.pointee.isContiguous || most == .max { return row.pointee.longest >= minimum - count }
    return automaton.matcher._withUnsafeGuaranteedRef { $0.isLive(state, count) }
  }

  /// Every text of so many plain characters (`CodePointSet.plain`) can follow, with a good end after it: at least, and at most
  /// `LazyAutomaton.farthest`.
  func openness(_ state: Int32, _ count: Int32) -> Int {
    guard let automaton else {
      return Int(min(maximum == .max ? .max : maximum - count, LazyAutomaton.farthest))
    }
    return automaton.matcher._withUnsafeGuaranteedRef { $0.openness(state, count) }
  }
}
