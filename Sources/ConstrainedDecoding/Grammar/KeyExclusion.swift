// SPDX-License-Identifier: Apache-2.0

/// Takes declared keys out of sets of keys, each pair of set and keys once: the objects of many alternatives declare the same.
struct KeyExclusion {
  private struct Pair: Hashable {
    let matcher: ObjectIdentifier
    let list: Int
  }
  private var numbers: [[PropertyKey]: Int] = [:]
  private var lists: [[String]] = []
  private var known: [Pair: StringMatcher?] = [:]
  /// Keeps what `known` names by address.
  private var matchers: [StringMatcher] = []

  /// The number of a list of keys.
  mutating func list(_ keys: [String]) -> Int {
    let list = keys.map(PropertyKey.init)
    if let number = numbers[list] { return number }
    numbers[list] = lists.count
    lists.append(keys)
    return lists.count - 1
  }

  /// `matcher` without the keys of a list; nil where nothing is left.
  mutating func excluding(_ list: Int, from matcher: StringMatcher) throws(PatternError) -> StringMatcher? {
    let pair = Pair(matcher: ObjectIdentifier(matcher), list: list)
    if let known = known[pair] { return known }
    let shared = lists[list].filter(matcher.accepts)
    let rest = shared.isEmpty ? matcher : try matcher.excluding(shared)
    matchers.append(matcher)
    known[pair] = .some(rest)
    return rest
  }
}
