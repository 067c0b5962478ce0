// SPDX-License-Identifier: Apache-2.0

/// Makes a `PatternNFA` deterministic. A state is the set of NFA states after a character, *before* empty edges are
/// followed, since `^`, `$` and `\b` on them depend on what comes next.
struct SubsetConstruction {
  let nfa: PatternNFA
  let classes: CodePointClasses
  private(set) var next: [Int32] = []
  private(set) var isAccepting: [Bool] = []

  private struct Key: Hashable {
    var kernel: [Int32]
    var isStart: Bool
    /// Whether the last character was a word character; kept only where a boundary is asked for.
    var afterWord: Bool
  }
  private let members: [[Bool]]
  private let isWordClass: [Bool]
  /// Steps left before the pattern counts as too complex: bounds time where states stay few but large.
  private var budget = 12_000_000
  private var mark: [Int32]
  private var generation: Int32 = 0

  init(_ nfa: PatternNFA) throws(PatternError) {
    self.nfa = nfa
    classes = CodePointClasses(nfa.sets + (nfa.usesWordBoundary ? [.asciiWord] : []))
    let representatives = classes.representatives
    members = nfa.sets.map { set in representatives.map(set.contains) }
    isWordClass = representatives.map(CodePointSet.asciiWord.contains)
    mark = Array(repeating: 0, count: nfa.edge.count)
  }

  mutating func run() throws(PatternError) {
    var keys = [Key(kernel: [Int32(nfa.start)], isStart: true, afterWord: false)]
    var numbers = [keys[0]: Int32(0)]
    var index = 0
    while index < keys.count {
      guard index < StringAutomaton.maximumStates else { throw PatternError(kind: .tooComplex, offset: 0) }
      let key = keys[index]
      index += 1
      let atEnd = try closure(key, beforeWord: false, atEnd: true)
      isAccepting.append(atEnd.contains(Int32(nfa.accept)))
      let beforeOther = try closure(key, beforeWord: false, atEnd: false)
      let beforeWord = nfa.usesWordBoundary ? try closure(key, beforeWord: true, atEnd: false) : beforeOther
      for number in 0..<classes.count {
        let isWord = isWordClass[number]
        var kernel: [Int32] = []
        generation += 1
        for state in isWord ? beforeWord : beforeOther {
          guard let edge = nfa.edge[Int(state)], members[edge.set][number], mark[edge.target] != generation else {
            continue
          }
          mark[edge.target] = generation
          kernel.append(Int32(edge.target))
        }
        budget -= kernel.count + 1
        guard budget > 0 else { throw PatternError(kind: .tooComplex, offset: 0) }
        guard !kernel.isEmpty else {
          next.append(-1)
          continue
        }
        // Once matched, always matched where the end loops: what else is going on no longer matters.
        if let loop = acceptingLoop, kernel.contains(loop) { kernel = [loop] }
        kernel.sort()
        let target = Key(kernel: kernel, isStart: false, afterWord: nfa.usesWordBoundary && isWord)
        if let known = numbers[target] {
          next.append(known)
        } else {
          numbers[target] = Int32(keys.count)
          next.append(Int32(keys.count))
          keys.append(target)
        }
      }
    }
  }

  /// The accepting state if every text leads from it back to it.
  private var acceptingLoop: Int32? {
    for empty in nfa.emptyEdges[nfa.accept] where empty.condition == .none {
      if let edge = nfa.edge[empty.target], edge.target == nfa.accept, nfa.sets[edge.set] == .all {
        return Int32(nfa.accept)
      }
    }
    return nil
  }

  private mutating func closure(_ key: Key, beforeWord: Bool, atEnd: Bool) throws(PatternError) -> [Int32] {
    generation += 1
    var result: [Int32] = []
    var open = key.kernel
    for state in open { mark[Int(state)] = generation }
    let isBoundary = key.afterWord != beforeWord
    while let state = open.popLast() {
      result.append(state)
      for empty in nfa.emptyEdges[Int(state)] {
        let holds =
          switch empty.condition {
          case .none: true
          case .start: key.isStart
          case .end: atEnd
          case .wordBoundary: isBoundary
          case .notWordBoundary: !isBoundary
          }
        guard holds, mark[empty.target] != generation else { continue }
        mark[empty.target] = generation
        open.append(Int32(empty.target))
      }
    }
    budget -= result.count
    guard budget > 0 else { throw PatternError(kind: .tooComplex, offset: 0) }
    return result
  }
}
