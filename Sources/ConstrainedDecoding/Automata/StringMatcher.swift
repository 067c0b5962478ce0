// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// A set of texts together with bounds on the count of code points, as the machine reads it.
final class StringMatcher: @unchecked Sendable {
  let minimum: Int32
  /// `Int32.max`: without bound.
  let maximum: Int32
  /// Nil where every text will do.
  let automaton: LazyAutomaton?
  private let algebra: StringAlgebra?
  /// Whether a state is live after some count of code points, where that took a search. Guarded by the algebra's lock.
  private var known: [UInt64: Bool] = [:]
  private static let maximumKnown = 100_000
  /// By place (state, count, hash of the text so far, next code point), the hash of a text that was found to lead on from there.
  private let witnesses = Mutex<[SIMD4<UInt64>: UInt64]>([:])
  private static let maximumWitnesses = 4_096

  /// Nil where no text of `set` has so many code points; a set of nil is every text.
  init?(_ set: StringSet?, minimum: Int, maximum: Int?) throws(PatternError) {
    self.minimum = Int32(min(max(minimum, 0), Int(Int32.max) - 1))
    self.maximum = Int32(min(max(maximum ?? Int(Int32.max), -1), Int(Int32.max)))
    guard self.minimum <= self.maximum else { return nil }
    guard let set, set.index != ExpressionGraph.all else {
      (automaton, algebra) = (nil, nil)
      return
    }
    let (automaton, isEmpty) = try set.algebra.automaton(of: set, minimum: self.minimum, maximum: self.maximum)
    guard !isEmpty else { return nil }
    self.automaton = automaton
    algebra = set.algebra
  }

  /// Whether `text` belongs to it.
  func accepts(_ text: String) -> Bool {
    let count = text.unicodeScalars.count
    guard count >= minimum, count <= maximum else { return false }
    guard let automaton, let algebra else { return true }
    return algebra.accepts(StringSet(algebra: algebra, index: automaton[0].expression), text)
  }

  /// Whether all texts but finitely many belong to it, for certain: then endlessly many can follow every one of its places.
  var isCofinite: Bool {
    guard maximum == .max else { return false }
    return withAutomaton(
      { automaton, graph in
        let node = graph[automaton[0].expression]
        return node.kind == .complement && graph[node.a].longest < ExpressionGraph.unbounded
      }, otherwise: true)
  }

  /// The same without `texts`; nil where nothing is left.
  func excluding(_ texts: [String]) throws(PatternError) -> StringMatcher? {
    let algebra = algebra ?? StringAlgebra()
    let own = automaton.map { StringSet(algebra: algebra, index: $0[0].expression) } ?? algebra.all
    let set = try algebra.difference(own, algebra.set(of: texts))
    return try StringMatcher(set, minimum: Int(minimum), maximum: maximum == .max ? nil : Int(maximum))
  }

  /// What the machine keeps of it; the matcher must outlive that.
  var specification: StringSpecification {
    StringSpecification(
      minimum: minimum, maximum: maximum,
      automaton: automaton.map { automaton in
        .init(
          directory: UnsafePointer(automaton.directory), asciiClasses: UnsafePointer(automaton.asciiClasses),
          starts: automaton.starts.pointer, classOfInterval: automaton.classOfInterval.pointer,
          intervalCount: automaton.starts.count, classCount: automaton.classCount,
          matcher: Unmanaged.passUnretained(self))
      })
  }

  // MARK: Texts that have been found

  private static func key(_ place: TextSearch.Place, _ range: ClosedRange<UInt32>?) -> SIMD4<UInt64> {
    SIMD4(
      UInt64(UInt32(bitPattern: place.state)), UInt64(UInt32(bitPattern: place.count)), place.hash,
      range.map { UInt64($0.lowerBound) << 32 | UInt64($0.upperBound) } ?? .max)
  }

  /// The hash of a text that a search from `place`, whose next code point was to be of `range`, found before; it may have been
  /// used since.
  func witness(from place: TextSearch.Place, next range: ClosedRange<UInt32>?) -> UInt64? {
    witnesses.withLock { $0[Self.key(place, range)] }
  }

  func keep(witness: UInt64, from place: TextSearch.Place, next range: ClosedRange<UInt32>?) {
    witnesses.withLock { witnesses in
      if witnesses.count >= Self.maximumWitnesses { witnesses.removeAll(keepingCapacity: true) }
      witnesses[Self.key(place, range)] = witness
    }
  }

  // MARK: What tables do not hold yet

  func withAutomaton<R>(_ body: (LazyAutomaton, inout ExpressionGraph) -> R, otherwise: R) -> R {
    guard let automaton, let algebra else { return otherwise }
    return algebra.withGraph { body(automaton, &$0) }
  }

  /// The live state after `state` by a class, or -1.
  @inline(never)
  func fill(_ state: Int32, _ number: Int) -> Int32 {
    withAutomaton({ $0.fill(state, number, &$1) }, otherwise: LazyAutomaton.dead)
  }

  /// Whether a good end can follow `state` after `count` code points, the state being live by itself.
  @inline(never)
  func isLive(_ state: Int32, _ count: Int32) -> Bool {
    let key = UInt64(UInt32(bitPattern: state)) << 32 | UInt64(UInt32(bitPattern: count))
    return withAutomaton(
      { automaton, graph in
        if let known = known[key] { return known }
        let result =
          automaton.accepts(
            state, from: minimum - count, to: maximum == .max ? .max : maximum - count,
            budget: LazyAutomaton.runTimeBudget, &graph) ?? false
        // What a search found stays in the automaton; this only saves asking.
        if known.count >= Self.maximumKnown { known.removeAll(keepingCapacity: true) }
        known[key] = result
        return result
      }, otherwise: true)
  }

  /// Every text of so many plain characters (`CodePointSet.plain`) can follow `state` after `count` code points, with a good
  /// end after it. At least; `LazyAutomaton.farthest` at most.
  func openness(_ state: Int32, _ count: Int32) -> Int {
    let left = maximum == .max ? Int32.max : maximum - count
    guard automaton != nil else { return Int(min(max(left, 0), LazyAutomaton.farthest)) }
    let open = withAutomaton(
      { $0.openness(state, &$1) }, otherwise: .init(characters: 0, shortest: 0, isEndless: false))
    if count < minimum, !open.isEndless { return 0 }
    return Int(max(min(open.characters, left == .max ? .max : left - open.shortest), 0))
  }

  /// Whether more than `count` characters lead from `state` to where any text may follow.
  func leavesChoice(_ state: Int32, moreThan count: Int) -> Bool {
    withAutomaton({ $0.leavesChoice(state, moreThan: count, &$1) }, otherwise: true)
  }

  /// What is certain of the texts that can follow `state`, bounds aside.
  func choice(_ state: Int32) -> LazyAutomaton.Choice { withAutomaton({ $0.choice(state, &$1) }, otherwise: .none) }
}
