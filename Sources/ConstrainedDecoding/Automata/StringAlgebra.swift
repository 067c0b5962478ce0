// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// A set of texts: a handle into a `StringAlgebra`. Equal handles mean equal sets; unequal ones may too.
struct StringSet: Sendable, Hashable {
  let algebra: StringAlgebra
  let index: Int32

  static func == (a: StringSet, b: StringSet) -> Bool { a.index == b.index && a.algebra === b.algebra }

  func hash(into hasher: inout Hasher) { hasher.combine(index) }
}

/// Sets of texts, made from patterns and lists and combined freely. One belongs to a grammar, from its compilation on.
///
/// A set is a regular expression with intersections and complements; automata are made of it state by state, as texts are
/// read (`StringMatcher`). One lock guards everything that changes. Operations throw `tooComplex` at the limits.
final class StringAlgebra: Sendable {
  private struct Contents: ~Copyable {
    var graph = ExpressionGraph()
    var patterns: [Key: ExpressionGraph.ID] = [:]
    var automata: [ExpressionGraph.ID: LazyAutomaton] = [:]
    struct Key: Hashable {
      let pattern: Pattern
      let isWhole: Bool
    }
  }
  private let contents = Mutex(Contents())

  init() {}

  /// Every text.
  var all: StringSet { StringSet(algebra: self, index: ExpressionGraph.all) }
  /// No text.
  var none: StringSet { StringSet(algebra: self, index: ExpressionGraph.none) }

  /// The texts that contain a match of `pattern`, or with `isWhole` those that are one.
  func set(ofPattern pattern: Pattern, isWhole: Bool = false) throws(PatternError) -> StringSet {
    let key = Contents.Key(pattern: pattern, isWhole: isWhole)
    return try make { (contents) throws(PatternError) in
      if let known = contents.patterns[key] { return known }
      let made = try contents.graph.translate(pattern, isWhole: isWhole)
      contents.patterns[key] = made
      return made
    }
  }

  /// Exactly these texts.
  func set(of texts: [String]) throws(PatternError) -> StringSet {
    let trie = TextTrie(texts)
    return try make { $0.graph.trie(trie) }
  }

  /// The texts of a number of code points between these bounds.
  func lengths(minimum: Int, maximum: Int?) throws(PatternError) -> StringSet {
    if let maximum, maximum < minimum { return none }
    return try make {
      $0.graph.repetition(
        $0.graph.anyone, Int32(clamping: max(minimum, 0)),
        maximum.map { Int32(clamping: $0) } ?? ExpressionGraph.unbounded)
    }
  }

  func union(_ sets: [StringSet]) throws(PatternError) -> StringSet { try make { $0.graph.union(sets.map(\.index)) } }

  /// The texts that belong to each of `sets`; every text where there is none.
  func intersection(_ sets: [StringSet]) throws(PatternError) -> StringSet {
    try make { $0.graph.intersection(sets.map(\.index)) }
  }

  func union(_ a: StringSet, _ b: StringSet) throws(PatternError) -> StringSet { try union([a, b]) }

  func intersection(_ a: StringSet, _ b: StringSet) throws(PatternError) -> StringSet { try intersection([a, b]) }

  /// Every other text.
  func complement(of set: StringSet) throws(PatternError) -> StringSet { try make { $0.graph.complement(set.index) } }

  /// The texts of `a` that are none of `b`.
  func difference(_ a: StringSet, _ b: StringSet) throws(PatternError) -> StringSet {
    try make { $0.graph.intersection(a.index, $0.graph.complement(b.index)) }
  }

  /// Whether `set` has no text at all.
  func isEmpty(_ set: StringSet) throws(PatternError) -> Bool {
    if set.index == ExpressionGraph.none { return true }
    return try locked { (contents) throws(PatternError) in
      if contents.graph[set.index].isExact || contents.graph[set.index].isNullable { return false }
      let automaton = try Self.automaton(set.index, &contents)
      guard let isLive = automaton.resolve(0, budget: LazyAutomaton.compileBudget, &contents.graph) else {
        throw PatternError(kind: .tooComplex, offset: 0)
      }
      return !isLive
    }
  }

  /// Whether `text` belongs to `set`; false too where that takes more than the limits.
  func accepts(_ set: StringSet, _ text: String) -> Bool {
    contents.withLock { contents in
      var expression = set.index
      contents.graph.hasFailed = false
      for scalar in text.unicodeScalars {
        if expression == ExpressionGraph.all { return true }
        expression = contents.graph.derive(expression, by: scalar.value)
        if expression == ExpressionGraph.none || contents.graph.hasFailed { return false }
      }
      return contents.graph[expression].isNullable
    }
  }

  // MARK: Automata

  /// The automaton of `set`, and whether it accepts anything within the bounds.
  func automaton(
    of set: StringSet, minimum: Int32, maximum: Int32
  ) throws(PatternError) -> (automaton: LazyAutomaton, isEmpty: Bool) {
    try locked { (contents) throws(PatternError) in
      let automaton = try Self.automaton(set.index, &contents)
      let budget = LazyAutomaton.compileBudget
      guard let isLive = automaton.resolve(0, budget: budget, &contents.graph),
        let isMet = isLive
          ? automaton.accepts(0, from: minimum, to: maximum, budget: budget, &contents.graph) : false
      else { throw PatternError(kind: .tooComplex, offset: 0) }
      return (automaton, !isMet)
    }
  }

  private static func automaton(
    _ expression: ExpressionGraph.ID, _ contents: inout Contents
  ) throws(PatternError) -> LazyAutomaton {
    if let known = contents.automata[expression] { return known }
    guard let automaton = LazyAutomaton(expression, &contents.graph) else {
      throw PatternError(kind: .tooComplex, offset: 0)
    }
    contents.automata[expression] = automaton
    return automaton
  }

  /// Runs `body` on the graph, alone.
  func withGraph<R>(_ body: (inout ExpressionGraph) -> R) -> R { contents.withLock { body(&$0.graph) } }

  private func make(_ body: (inout Contents) throws(PatternError) -> ExpressionGraph.ID) throws(PatternError)
    -> StringSet
  {
    try locked { (contents) throws(PatternError) in
      contents.graph.hasFailed = false
      let made = try body(&contents)
      guard !contents.graph.hasFailed, !contents.graph.isFull else {
        contents.graph.hasFailed = false
        throw PatternError(kind: .tooComplex, offset: 0)
      }
      return StringSet(algebra: self, index: made)
    }
  }

  private func locked<R>(_ body: (inout Contents) throws(PatternError) -> R) throws(PatternError) -> R {
    let result = contents.withLock { contents -> Result<R, PatternError> in
      do throws(PatternError) { return .success(try body(&contents)) } catch { return .failure(error) }
    }
    return try result.get()
  }
}
