// SPDX-License-Identifier: Apache-2.0

/// A string automaton together with bounds on the count of code points, laid out for the machine.
final class StringMatcher: Sendable {
  let specification: StringSpecification
  let automaton: StringAutomaton?
  private let tables: [AnyObject & Sendable]

  /// Rows × states of one matcher at most.
  static let maximumCells = 4_000_000

  /// Nil where no text fits.
  init?(_ automaton: StringAutomaton?, minimum: Int, maximum: Int?) throws(PatternError) {
    let minimum = min(max(minimum, 0), Int(Int32.max) - 1)
    let maximum = min(maximum ?? Int(Int32.max), Int(Int32.max))
    guard minimum <= maximum else { return nil }
    self.automaton = automaton
    guard let automaton else {
      specification = StringSpecification(minimum: Int32(minimum), maximum: Int32(maximum), automaton: nil)
      tables = []
      return
    }
    guard !automaton.isEmpty else { return nil }
    let states = automaton.stateCount
    let isBounded = maximum < Int(Int32.max)
    let rows = isBounded ? maximum + 1 : minimum + 1
    guard rows <= Self.maximumCells / states else { throw PatternError(kind: .tooComplex, offset: 0) }
    let isLive = Self.live(automaton, rows: rows, minimum: minimum, isBounded: isBounded)
    guard isLive[0] else { return nil }
    let classes = automaton.classes
    let next = Table(automaton.next)
    let accepting = Table(automaton.isAccepting)
    let isUniversal = (0..<states).map { state in
      automaton.isAccepting[state]
        && (0..<classes.count).allSatisfy { automaton.next[state * classes.count + $0] == state }
    }
    let universal = Table(isUniversal)
    let printable = (UInt32(0x20)...0x7E).filter { $0 != 0x22 && $0 != 0x5C }.map { classes.class(of: $0) }
    let isOpen = Table(
      (0..<states).map { state in
        let ways = printable.count { number in
          let next = automaton.next[state * classes.count + number]
          return next >= 0 && isUniversal[Int(next)]
        }
        return ways > Machine.checkedKeys
      })
    let ascii = Table((0..<128).map { UInt16(classes.class(of: $0)) })
    let starts = Table(classes.starts)
    let intervals = Table(classes.classOfInterval)
    let live = Table(isLive)
    tables = [next, accepting, universal, isOpen, ascii, starts, intervals, live]
    specification = StringSpecification(
      minimum: Int32(minimum), maximum: Int32(maximum),
      automaton: .init(
        next: next.pointer, isAccepting: accepting.pointer, isUniversal: universal.pointer,
        isOpen: isOpen.pointer, classCount: classes.count,
        stateCount: states, asciiClasses: ascii.pointer, starts: starts.pointer, classOfInterval: intervals.pointer,
        intervalCount: starts.count, isLive: live.pointer, rowCount: rows))
  }

  /// Whether a text can still end well after n code points in each state, from the last row down.
  private static func live(_ automaton: StringAutomaton, rows: Int, minimum: Int, isBounded: Bool) -> [Bool] {
    let states = automaton.stateCount
    let width = automaton.classes.count
    var successors: [[Int32]] = []
    for state in 0..<states {
      successors.append(Array(Set(automaton.next[state * width..<(state + 1) * width])).filter { $0 >= 0 })
    }
    var isLive = [Bool](repeating: false, count: rows * states)
    for row in stride(from: rows - 1, through: 0, by: -1) {
      for state in 0..<states {
        // Unbounded above, every state of the automaton is live once the minimum is reached.
        if row == rows - 1 {
          isLive[row * states + state] = isBounded ? automaton.isAccepting[state] : true
        } else {
          isLive[row * states + state] =
            (row >= minimum && automaton.isAccepting[state])
            || successors[state].contains { isLive[(row + 1) * states + Int($0)] }
        }
      }
    }
    return isLive
  }
}
