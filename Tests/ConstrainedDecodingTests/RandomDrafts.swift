// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport

@testable import ConstrainedDecoding

/// Grammars at random with everything that the machine counts: orders, duties, tallies, unique items. Some are unsatisfiable.
struct RandomDrafts {
  var random: SeededGenerator
  private var draft = GrammarDraft()
  private let algebra = StringAlgebra()

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func next() -> (draft: GrammarDraft, root: Int) {
    draft = GrammarDraft()
    let root = random.next(3) == 0 ? array(depth: 2) : object(depth: 2)
    return (draft, root)
  }

  private mutating func node(depth: Int) -> Int {
    switch random.next(depth > 0 ? 9 : 6) {
    case 0: return draft.add(.literals([random.pick(["null", "true", "1", #""a""#])].map { Array($0.utf8) }))
    case 1, 2: return literals()
    case 3: return string()
    case 4: return number()
    case 5: return draft.add(.choice([literals(), number(), string()]))
    case 6: return array(depth: depth - 1)
    default: return object(depth: depth - 1)
    }
  }

  private mutating func literals() -> Int {
    let texts = ["null", "true", "false", "1", "12", "-1", "1.5", #""a""#, #""ab""#, #""b""#, #""é""#, #""""#]
    let count = 1 + random.next(4)
    return draft.add(.literals(texts.shuffled(using: &random).prefix(count).map { Array($0.utf8) }))
  }

  private mutating func string() -> Int {
    let bounds: (Int, Int?) = random.pick([(0, nil), (0, 1), (1, 3), (0, nil)])
    guard let matcher = matcher(random.pick([nil, "^[ab]$", "^[a-c]{1,2}$", "^x", nil]), bounds.0, bounds.1) else {
      return literals()
    }
    return draft.add(.string(matcher))
  }

  private mutating func matcher(_ pattern: String?, _ minimum: Int = 0, _ maximum: Int? = nil) -> StringMatcher? {
    guard let pattern else { return try? StringMatcher(Optional<StringSet>.none, minimum: minimum, maximum: maximum) }
    guard let parsed = try? Pattern(parsing: pattern), let set = try? algebra.set(ofPattern: parsed) else { return nil }
    return try? StringMatcher(set, minimum: minimum, maximum: maximum)
  }

  private mutating func number() -> Int {
    var range = NumberRange()
    range.isInteger = random.next(2) == 0
    let low = random.next(12) - 4
    if random.next(3) > 0 { range.raiseLower(to: .init(value: JSONNumber(low).decimal, isExclusive: false)) }
    if random.next(3) > 0 {
      range.reduceUpper(to: .init(value: JSONNumber(low + random.next(9)).decimal, isExclusive: false))
    }
    guard let automaton = NumberAutomaton(range), !automaton.isEmpty else { return literals() }
    return draft.add(.number(automaton))
  }

  private mutating func object(depth: Int) -> Int {
    var object = GrammarDraft.Object()
    let keys = ["a", "ab", "name", "é", "x1", "b\"c"].shuffled(using: &random)
    for key in keys.prefix(random.next(5)) {
      object.properties.append(.init(key: key, isRequired: random.next(3) == 0, value: node(depth: depth)))
    }
    if random.next(8) == 0 {
      for index in 0..<70 {
        object.properties.append(.init(key: "p\(index)", isRequired: index > 66, value: node(depth: 0)))
      }
    }
    object.dutyCount = random.pick([0, 0, 0, 1, 2])
    for duty in 0..<object.dutyCount where random.next(8) > 0 {
      object.kinds.append(kind(depth, duty))
    }
    for _ in 0..<random.next(3) { object.kinds.append(kind(depth, nil)) }
    if random.next(2) == 0 { object.minimumMembers = random.next(6) }
    if random.next(2) == 0 { object.maximumMembers = object.minimumMembers + random.next(4) }
    object.isAnyOrder = random.next(3) > 0
    return draft.add(.object(object))
  }

  private mutating func kind(_ depth: Int, _ duty: Int?) -> GrammarDraft.Kind {
    let pattern: String? = random.pick([nil, nil, "^[ab]$", "^[a-c]{1,2}$", "^x", "^(ab|b|c)$", "^[a-z]+$"])
    let key = matcher(pattern) ?? matcher(nil)
    return .init(key: key.unsafelyUnwrapped, value: node(depth: depth), duty: duty)
  }

  private mutating func array(depth: Int) -> Int {
    var array = GrammarDraft.Array()
    array.isUnique = random.next(2) == 0
    if random.next(2) == 0 {
      for _ in 0..<1 + random.next(3) {
        let low = random.next(3)
        array.tallies.append(.init(minimum: low, maximum: random.next(2) == 0 ? low + random.next(3) : nil))
      }
    }
    func items(_ self: inout RandomDrafts) -> [GrammarDraft.Item] {
      (0...self.random.next(3)).map { _ in
        let tallies = UInt8(self.random.next(1 << array.tallies.count))
        return .init(value: self.node(depth: depth), tallies: tallies)
      }
    }
    for _ in 0..<random.pick([0, 0, 1, 2]) { array.prefix.append(items(&self)) }
    if random.next(5) > 0 { array.rest = items(&self) }
    if random.next(2) == 0 { array.minimum = random.next(5) }
    if random.next(2) == 0 { array.maximum = array.minimum + random.next(4) }
    return draft.add(.array(array))
  }
}
