// SPDX-License-Identifier: Apache-2.0

/// A deterministic automaton over code points: which texts a string may be.
///
/// Only live states are kept (some text leads from each to acceptance); a transition to no live state is -1.
struct StringAutomaton: Sendable {
  let classes: CodePointClasses
  /// Next state by state × class.
  private(set) var next: [Int32]
  private(set) var isAccepting: [Bool]

  var stateCount: Int { isAccepting.count }
  /// No text is accepted.
  var isEmpty: Bool { stateCount == 0 }
  // State 0 is where text begins.

  static let maximumStates = 16_384

  /// Keeps the live states of a table in which state 0 begins, renumbered in order.
  init(classes: CodePointClasses, next: [Int32], isAccepting: [Bool]) {
    let width = classes.count
    var predecessors = [[Int32]](repeating: [], count: isAccepting.count)
    for state in isAccepting.indices {
      for number in 0..<width where next[state * width + number] >= 0 {
        predecessors[Int(next[state * width + number])].append(Int32(state))
      }
    }
    var isLive = isAccepting
    var open = isAccepting.indices.filter { isAccepting[$0] }
    while let state = open.popLast() {
      for source in predecessors[state] where !isLive[Int(source)] {
        isLive[Int(source)] = true
        open.append(Int(source))
      }
    }
    self.classes = classes
    guard isLive.first == true else {
      self.next = []
      self.isAccepting = []
      return
    }
    var number: [Int32] = []
    var count: Int32 = 0
    for live in isLive {
      number.append(live ? count : -1)
      if live { count += 1 }
    }
    self.next = []
    self.isAccepting = []
    for state in isAccepting.indices where isLive[state] {
      self.isAccepting.append(isAccepting[state])
      for index in 0..<width {
        let target = next[state * width + index]
        self.next.append(target < 0 ? -1 : number[Int(target)])
      }
    }
  }

  func step(_ state: Int, _ value: UInt32) -> Int { Int(next[state * classes.count + classes.class(of: value)]) }

  /// Whether `text` is accepted, lengths aside.
  func accepts(_ text: String) -> Bool {
    guard !isEmpty else { return false }
    var state = 0
    for scalar in text.unicodeScalars {
      state = step(state, scalar.value)
      if state < 0 { return false }
    }
    return isAccepting[state]
  }

  // MARK: Made from a pattern

  /// Texts that contain a match of `pattern`, or with `isWhole` are one.
  init(_ pattern: Pattern, isWhole: Bool = false) throws(PatternError) {
    var builder = try SubsetConstruction(PatternNFA(pattern, isWhole: isWhole))
    try builder.run()
    self.init(classes: builder.classes, next: builder.next, isAccepting: builder.isAccepting)
  }

  // MARK: Made from texts

  /// Every text but those of `texts`.
  static func excluding(_ texts: [String]) -> StringAutomaton {
    var scalars: Set<UInt32> = []
    for text in texts { for scalar in text.unicodeScalars { scalars.insert(scalar.value) } }
    let classes = CodePointClasses(scalars.sorted().map { CodePointSet($0) })
    // State 1 is off every text.
    var next: [[Int32]] = [Array(repeating: 1, count: classes.count), Array(repeating: 1, count: classes.count)]
    var isAccepting = [true, true]
    for text in texts {
      var state = 0
      for scalar in text.unicodeScalars {
        let number = classes.class(of: scalar.value)
        if next[state][number] == 1 {
          next[state][number] = Int32(next.count)
          next.append(Array(repeating: 1, count: classes.count))
          isAccepting.append(true)
        }
        state = Int(next[state][number])
      }
      isAccepting[state] = false
    }
    return StringAutomaton(classes: classes, next: next.flatMap { $0 }, isAccepting: isAccepting)
  }

  // MARK: Combined

  /// The product with `other`; acceptance by `accept`, where a state of -1 is "already refused".
  private func product(
    _ other: StringAutomaton, _ accept: (Bool, Bool) -> Bool, keepsRefused: Bool
  ) throws(PatternError) -> StringAutomaton {
    let classes = CodePointClasses(self.classes.sets + other.classes.sets)
    let representatives = classes.representatives
    let mine = representatives.map { self.classes.class(of: $0) }
    let theirs = representatives.map { other.classes.class(of: $0) }
    struct Pair: Hashable { let a, b: Int32 }
    var pairs = [Pair(a: isEmpty ? -1 : 0, b: other.isEmpty ? -1 : 0)]
    var numbers = [pairs[0]: Int32(0)]
    var next: [Int32] = []
    var isAccepting: [Bool] = []
    var index = 0
    while index < pairs.count {
      guard index < Self.maximumStates else { throw PatternError(kind: .tooComplex, offset: 0) }
      let pair = pairs[index]
      index += 1
      isAccepting.append(
        accept(pair.a >= 0 && self.isAccepting[Int(pair.a)], pair.b >= 0 && other.isAccepting[Int(pair.b)]))
      for number in 0..<classes.count {
        let a = pair.a < 0 ? -1 : self.next[Int(pair.a) * self.classes.count + mine[number]]
        let b = pair.b < 0 ? -1 : other.next[Int(pair.b) * other.classes.count + theirs[number]]
        if !keepsRefused, a < 0 || b < 0 {
          next.append(-1)
          continue
        }
        let target = Pair(a: a, b: b)
        if let known = numbers[target] {
          next.append(known)
        } else {
          numbers[target] = Int32(pairs.count)
          next.append(Int32(pairs.count))
          pairs.append(target)
        }
      }
    }
    return StringAutomaton(classes: classes, next: next, isAccepting: isAccepting)
  }

  /// Texts that both accept.
  func intersection(_ other: StringAutomaton) throws(PatternError) -> StringAutomaton {
    try product(other, { $0 && $1 }, keepsRefused: false)
  }

  /// Texts that this one accepts and `other` does not.
  func subtracting(_ other: StringAutomaton) throws(PatternError) -> StringAutomaton {
    try product(other, { $0 && !$1 }, keepsRefused: true)
  }

  /// Every text.
  static let all = StringAutomaton(classes: .one, next: [0], isAccepting: [true])
}
