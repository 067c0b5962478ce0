// SPDX-License-Identifier: Apache-2.0

/// Searches for texts of a string that have not been used: keys and items must differ from those before them.
///
/// At each place the search looks at all texts that are one character longer before it goes on after one of these characters,
/// in an order that depends on the state alone. So the text found from a place is found from every place on the way to it.
struct TextSearch {
  /// A place in a string.
  struct Place: BitwiseCopyable {
    var state: Int32 = 0
    /// Code points so far, as the machine counts them.
    var count: Int32 = 0
    /// Hash of the characters so far.
    var hash: UInt64 = 0
  }
  struct Found: BitwiseCopyable {
    /// Hash of the whole text.
    var hash: UInt64
    /// Tokens of one byte each that write what is missing, without the closing quote.
    var cost: Int32
    /// Those of its first character.
    var firstCost: Int32
  }
  /// Code points that lead to one state and cost the same.
  private struct Step {
    var low: UInt32
    var high: UInt32
    var state: Int32
    var cost: Int32
    var shortest: Int32

    func precedes(_ other: Step) -> Bool {
      if (cost == Cost.infinite) != (other.cost == Cost.infinite) { return other.cost == Cost.infinite }
      return (shortest, cost, low) < (other.shortest, other.cost, other.low)
    }
  }
  private struct Level {
    var place: Place
    var cost: Int32
    var steps: [Step]
    var step = 0
    var next: UInt32
  }

  /// Steps of one search at most. What is not found by then counts as not there.
  private static let limit = 20_000
  /// Texts that are counted; more are as good as endless.
  static let countLimit = 4_096
  /// Texts listed to find the cost of as many; further ones are taken to cost no more.
  static let mostListed: Int32 = 128

  let string: UnsafePointer<StringSpecification>
  /// Whether every UTF-8 continuation byte, and every hexadecimal digit, is a token: 0, or never.
  var continuation: Int32 = 0
  var hex: Int32 = 0

  /// Ranges of code points that are spelled with as many bytes each.
  private static let zones: [(range: ClosedRange<UInt32>, cost: Int32)] = [
    (0x20...0x21, 1), (0x23...0x5B, 1), (0x5D...0x7F, 1), (0x22...0x22, 2), (0x5C...0x5C, 2), (0x08...0x0A, 2),
    (0x0C...0x0D, 2), (0x80...0x7FF, 2), (0x800...0xD7FF, 3), (0xE000...0xFFFF, 3), (0x10000...0x10FFFF, 4),
    (0x00...0x07, 6), (0x0B...0x0B, 6), (0x0E...0x1F, 6),
  ]

  /// What one code point of `range` leads to, in the order of the search.
  private func steps(from place: Place, in range: ClosedRange<UInt32> = 0...0x10FFFF) -> [Step] {
    guard place.count < string.pointee.maximum else { return [] }
    var steps: [Step] = []
    for zone in Self.zones where zone.range.overlaps(range) {
      let low = max(zone.range.lowerBound, range.lowerBound)
      let high = min(zone.range.upperBound, range.upperBound)
      let isSpelled = zone.cost == 1 || (low >= 0x80 ? continuation : hex) == 0
      let cost = isSpelled ? zone.cost : Cost.infinite
      guard let automaton = string.pointee.automaton else {
        steps.append(Step(low: low, high: high, state: 0, cost: cost, shortest: 0))
        continue
      }
      var interval = automaton.interval(of: low)
      while interval < automaton.intervalCount, automaton.starts[interval] <= high {
        let next = automaton.next(place.state, Int(automaton.classOfInterval[interval]))
        if next >= 0, string.pointee.isLive(automaton, next, place.count + 1) {
          let end = interval + 1 < automaton.intervalCount ? automaton.starts[interval + 1] - 1 : 0x10FFFF
          steps.append(
            Step(
              low: max(low, automaton.starts[interval]), high: min(high, end), state: next, cost: cost,
              shortest: automaton.state(next).pointee.shortest))
        }
        interval += 1
      }
    }
    steps.sort { $0.precedes($1) }
    return steps
  }

  private func place(after step: Step, _ value: UInt32, from place: Place) -> Place {
    let counts = string.pointee.maximum != .max || place.count < string.pointee.minimum
    return Place(
      state: step.state, count: counts ? place.count + 1 : place.count, hash: Machine.hash(place.hash, value))
  }

  func isEnd(_ place: Place) -> Bool {
    guard place.count >= string.pointee.minimum else { return false }
    return string.pointee.automaton.map { $0.isAccepting(place.state) } ?? true
  }

  /// Whether endlessly many texts can follow.
  func isEndless(_ place: Place) -> Bool {
    guard string.pointee.maximum == .max else { return false }
    guard let automaton = string.pointee.automaton else { return true }
    let row = automaton.state(place.state).pointee
    return row.isUniversal || row.isExact && row.longest == ExpressionGraph.unbounded
  }

  /// The first text that is not among `used`.
  ///
  /// - Parameter range: what the next code point must be, if there must be one.
  func first(from start: Place, next range: ClosedRange<UInt32>? = nil, besides used: UsedValues) -> Found? {
    if range == nil, isEnd(start), !used.contains(start.hash) { return Found(hash: start.hash, cost: 0, firstCost: 0) }
    var rest = Self.limit
    var path = [level(start, 0, steps(from: start, in: range ?? 0...0x10FFFF))]
    if let found = nearest(path[0], nil, used, &rest) { return found }
    while let level = path.last, rest > 0 {
      rest -= 1
      guard level.step < level.steps.count else {
        path.removeLast()
        continue
      }
      let step = level.steps[level.step]
      let index = path.count - 1
      if level.next >= step.high {
        path[index].step += 1
        if level.step + 1 < level.steps.count { path[index].next = level.steps[level.step + 1].low }
      } else {
        path[index].next = level.next + 1
      }
      let place = place(after: step, level.next, from: level.place)
      let below = self.level(place, Cost.sum(level.cost, step.cost), steps(from: place))
      if let found = nearest(below, path.count > 1 ? path[1].cost : below.cost, used, &rest) { return found }
      path.append(below)
    }
    return nil
  }

  /// The first text one character longer.
  private func nearest(_ level: Level, _ firstCost: Int32?, _ used: UsedValues, _ rest: inout Int) -> Found? {
    for step in level.steps {
      var value = step.low
      while value <= step.high, rest > 0 {
        let place = place(after: step, value, from: level.place)
        guard isEnd(place) else { break }
        rest -= 1
        if !used.contains(place.hash) {
          return Found(hash: place.hash, cost: Cost.sum(level.cost, step.cost), firstCost: firstCost ?? step.cost)
        }
        value += 1
      }
    }
    return nil
  }

  private func level(_ place: Place, _ cost: Int32, _ steps: [Step]) -> Level {
    Level(place: place, cost: cost, steps: steps, next: steps.first?.low ?? 0)
  }

  /// How many texts there are, at least; `Int32.max` for many. There is one.
  ///
  /// Texts of the same length that come to the same state are counted together.
  func count() -> Int32 {
    if isEndless(Place()) { return .max }
    var total = isEnd(Place()) ? 1 : 0
    var open: [Int32: (place: Place, ways: Int)] = [0: (Place(), 1)]
    var rest = Self.limit
    while !open.isEmpty, rest > 0 {
      var longer: [Int32: (place: Place, ways: Int)] = [:]
      for (place, ways) in open.values where rest > 0 {
        for step in steps(from: place) {
          rest -= 1
          let below = self.place(after: step, step.low, from: place)
          let waysBelow = min(ways * Int(step.high - step.low + 1), Int(Int32.max))
          if isEnd(below) { total += waysBelow }
          if total >= Self.countLimit { return .max }
          let waysBefore = longer[step.state]?.ways ?? 0
          longer[step.state] = (below, min(waysBefore + waysBelow, Int(Int32.max)))
        }
      }
      open = longer
    }
    return Int32(max(total, 1))
  }
}

extension StringMatcher {
  /// How many texts there are, at least; `Int32.max` for many.
  var textCount: Int32 { withUnsafePointer(to: specification) { TextSearch(string: $0).count() } }
}

extension Machine {
  @inline(__always)
  func search(_ string: UnsafePointer<StringSpecification>) -> TextSearch {
    TextSearch(string: string, continuation: costs.continuation, hex: costs.hex)
  }

  /// Whether some text that is not used can be completed from a place.
  func hasFresh(
    _ string: UnsafePointer<StringSpecification>, _ place: TextSearch.Place, next range: ClosedRange<UInt32>? = nil,
    _ used: Int32, _ work: borrowing Workspace
  ) -> Bool {
    used < 0 || hasFresh(string, place, next: range, UsedValues(used, work))
  }

  func hasFresh(
    _ string: UnsafePointer<StringSpecification>, _ place: TextSearch.Place, next range: ClosedRange<UInt32>? = nil,
    _ used: UsedValues
  ) -> Bool {
    if used.isEmpty { return true }
    let search = search(string)
    if range == nil, search.isEndless(place) { return true }
    if hasChoice(string, place, next: range, moreThan: Int(used.count)) { return true }
    guard let matcher = string.pointee.automaton?.matcher else {
      return search.first(from: place, next: range, besides: used) != nil
    }
    // What was found before mostly is still unused.
    return matcher._withUnsafeGuaranteedRef { matcher in
      if let known = matcher.witness(from: place, next: range), !used.contains(known) { return true }
      guard let found = search.first(from: place, next: range, besides: used) else { return false }
      matcher.keep(witness: found.hash, from: place, next: range)
      return true
    }
  }

  /// Whether more than `count` texts can follow, so that one of them has not been used: a quick answer, no where it is not
  /// known.
  private func hasChoice(
    _ string: UnsafePointer<StringSpecification>, _ place: TextSearch.Place, next range: ClosedRange<UInt32>?,
    moreThan count: Int
  ) -> Bool {
    guard count < LazyAutomaton.mostTexts else { return false }
    guard let range else { return string.pointee.choice(place.state, place.count).texts > count }
    // After the first character that may come.
    guard place.count < string.pointee.maximum else { return false }
    guard let automaton = string.pointee.automaton else {
      return string.pointee.choice(place.state, place.count + 1).texts > count
    }
    var interval = automaton.interval(of: range.lowerBound)
    let last = min(interval + Self.choiceIntervals, automaton.intervalCount)
    while interval < last, automaton.starts[interval] <= range.upperBound {
      let next = automaton.next(place.state, Int(automaton.classOfInterval[interval]))
      if next >= 0, string.pointee.choice(next, place.count + 1).texts > count { return true }
      interval += 1
    }
    return false
  }

  /// Intervals of code points that are looked at for one with a choice after it.
  private static let choiceIntervals = 8

  /// How many records a list has.
  func count(of records: Int32, _ work: borrowing Workspace) -> Int {
    var count = 0
    var index = records
    while index >= 0 {
      count += 1
      index = work.frames[Int(index)].parent
    }
    return count
  }
}
