// SPDX-License-Identifier: Apache-2.0

/// The earlier way to name a set of texts; stands on one algebra of its own until its last user has moved to `StringSet`.
struct StringAutomaton: Sendable {
  let set: StringSet
  private static let algebra = StringAlgebra()

  init(_ set: StringSet) { self.set = set }

  init(_ pattern: Pattern, isWhole: Bool = false) throws(PatternError) {
    set = try Self.algebra.set(ofPattern: pattern, isWhole: isWhole)
  }

  static let all = StringAutomaton(algebra.all)
  static let none = StringAutomaton(algebra.none)

  static func excluding(_ texts: [String]) -> StringAutomaton {
    let excluded = (try? algebra.set(of: texts)).flatMap { try? algebra.complement(of: $0) }
    return StringAutomaton(excluded ?? algebra.all)
  }

  var isEmpty: Bool { (try? set.algebra.isEmpty(set)) ?? false }

  func accepts(_ text: String) -> Bool { set.algebra.accepts(set, text) }

  func intersection(_ other: StringAutomaton) throws(PatternError) -> StringAutomaton {
    StringAutomaton(try set.algebra.intersection(set, other.set))
  }

  func subtracting(_ other: StringAutomaton) throws(PatternError) -> StringAutomaton {
    StringAutomaton(try set.algebra.difference(set, other.set))
  }
}
