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
/// Every operation throws `tooComplex` where its result does not fit the limits.
final class StringAlgebra: Sendable {
  private let automata: Mutex<[StringAutomaton]>

  init() {
    automata = Mutex([.all, StringAutomaton(classes: .one, next: [-1], isAccepting: [false])])
  }

  /// Every text.
  var all: StringSet { StringSet(algebra: self, index: 0) }
  /// No text.
  var none: StringSet { StringSet(algebra: self, index: 1) }

  /// The texts that contain a match of `pattern`, or with `isWhole` those that are one.
  func set(ofPattern pattern: Pattern, isWhole: Bool = false) throws(PatternError) -> StringSet {
    add(try StringAutomaton(pattern, isWhole: isWhole))
  }

  /// Exactly these texts.
  func set(of texts: [String]) throws(PatternError) -> StringSet {
    add(try StringAutomaton.all.subtracting(.excluding(texts)))
  }

  /// The texts of a number of code points between these bounds.
  func lengths(minimum: Int, maximum: Int?) throws(PatternError) -> StringSet {
    try set(ofPattern: .repetition(.set(.all), minimum: minimum, maximum: maximum), isWhole: true)
  }

  func union(_ sets: [StringSet]) throws(PatternError) -> StringSet {
    var complements: [StringSet] = []
    for set in sets { complements.append(try complement(of: set)) }
    return try complement(of: try intersection(complements))
  }

  func intersection(_ sets: [StringSet]) throws(PatternError) -> StringSet {
    guard let first = sets.first else { return all }
    var result = automaton(first)
    for set in sets.dropFirst() { result = try result.intersection(automaton(set)) }
    return add(result)
  }

  func union(_ a: StringSet, _ b: StringSet) throws(PatternError) -> StringSet { try union([a, b]) }

  func intersection(_ a: StringSet, _ b: StringSet) throws(PatternError) -> StringSet { try intersection([a, b]) }

  /// Every other text.
  func complement(of set: StringSet) throws(PatternError) -> StringSet {
    add(try StringAutomaton.all.subtracting(automaton(set)))
  }

  /// The texts of `a` that are none of `b`.
  func difference(_ a: StringSet, _ b: StringSet) throws(PatternError) -> StringSet {
    try intersection(a, try complement(of: b))
  }

  /// Whether `set` has no text at all.
  func isEmpty(_ set: StringSet) throws(PatternError) -> Bool { automaton(set).isEmpty }

  /// Whether `text` belongs to `set`.
  func accepts(_ set: StringSet, _ text: String) -> Bool { automaton(set).accepts(text) }

  func automaton(_ set: StringSet) -> StringAutomaton { automata.withLock { $0[Int(set.index)] } }

  private func add(_ automaton: StringAutomaton) -> StringSet {
    automata.withLock { list in
      list.append(automaton)
      return StringSet(algebra: self, index: Int32(list.count - 1))
    }
  }
}

extension StringMatcher {
  /// Nil where no text of `set` has so many code points; a set of nil is every text.
  convenience init?(_ set: StringSet?, minimum: Int, maximum: Int?) throws(PatternError) {
    try self.init(set.map { $0.algebra.automaton($0) }, minimum: minimum, maximum: maximum)
  }
}
