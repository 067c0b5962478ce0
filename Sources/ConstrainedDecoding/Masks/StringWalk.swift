// SPDX-License-Identifier: Apache-2.0

/// Walks tries from inside a JSON string.
///
/// The places in the string that the walk comes to become states of a small deterministic automaton: a row of 128 entries
/// for the ASCII bytes, filled by the machine when first needed, and for other characters the range around the last one
/// asked that the string cannot tell apart. So a node of the trie costs one look-up. The closing quote is not read: what
/// follows it is the caller's matter.
struct StringWalk: ~Copyable {
  private static let unknown: Int16 = -2
  private static let refused: Int16 = -1
  /// Places at most; where there are more, the walk is given up.
  private static let maximumCount = 8_192

  private struct Place: BitwiseCopyable {
    var head: Head
    /// Tokens to complete the text from here, -1 where not yet known.
    var cost: Int32 = -1
    /// Characters from `low` through `high` lead to `wide`; none where `low` is above `high`.
    var low: UInt32 = 1
    var high: UInt32 = 0
    var wide = StringWalk.refused
    /// Whether the closing quote may come: 0 no, 1 yes, -1 not yet known.
    var closes: Int8 = -1
    /// Whether any text may follow, within the limit on costs; as above.
    var isFree: Int8 = -1
    /// How many texts can follow for certain, -1 where not yet known.
    var texts: Int32 = -1
    /// What each of them costs at most, beyond the nearest end.
    var textCost: Int32 = 0
  }

  /// Where the walk stands after a node: at a place, and there perhaps in an unfinished character.
  private struct Level: BitwiseCopyable {
    var place: Int16
    var length: UInt8 = 0
    var missing: UInt8 = 0
    var partial: UInt32 = 0
  }

  private let machine: Machine
  /// Highest cost allowed; nil where costs do not matter.
  private let limit: Int32?
  /// Whether the text of the key or item read does not matter: all places have the hash of the first.
  private let ignoresText: Bool
  /// Code points in a token at most.
  private let mostCharacters: Int
  private var places: UnsafeMutablePointer<Place>
  private var rows: UnsafeMutablePointer<Int16>
  private var count = 0
  private var capacity = 32
  /// Open addressing: a place, or -1.
  private var slots: UnsafeMutablePointer<Int16>
  private var slotCount = 128
  /// Highest cost of an entry that was allowed, where costs matter.
  private(set) var dearest: Int32 = 0
  /// Whether there were too many places, or they depend on what was left out of account, so that entries may be missing.
  private(set) var isExhausted = false
  /// How many characters the places count as read, at least and at most, where the bound on them is farther than any token
  /// goes. They all stand for the most then, and where the least would do and the most does not, the walk is given up.
  private var counts: ClosedRange<Int32>?

  init(_ head: Head, _ machine: Machine, limit: Int32?, ignoresText: Bool, mostCharacters: Int) {
    self.mostCharacters = mostCharacters
    self.machine = machine
    self.limit = limit
    self.ignoresText = ignoresText
    places = .allocate(capacity: capacity)
    rows = .allocate(capacity: capacity * 128)
    slots = .allocate(capacity: slotCount)
    slots.initialize(repeating: -1, count: slotCount)
    if limit == nil, !(head.isKey && !ignoresText) { counts = Self.spreadCounts(head, machine, mostCharacters) }
    _ = intern(head)
  }

  private static func spreadCounts(_ head: Head, _ machine: Machine, _ mostCharacters: Int) -> ClosedRange<Int32>? {
    let string = machine.stringSpecification(head).pointee
    guard let automaton = string.automaton, string.maximum != .max, head.count >= string.minimum else { return nil }
    let rest = Int(string.maximum - head.count) - mostCharacters
    guard rest >= Int(automaton.state(head.state).pointee.shortest) else { return nil }
    return head.count...head.count + Int32(mostCharacters)
  }

  deinit {
    places.deallocate()
    rows.deallocate()
    slots.deallocate()
  }

  // MARK: Places

  private static func hash(_ head: Head) -> Int {
    var hash = UInt64(truncatingIfNeeded: head.state) &* 0x9E37_79B9_7F4A_7C15
    hash ^= UInt64(UInt32(bitPattern: head.count)) &* 0xC2B2_AE3D_27D4_EB4F
    hash ^= (UInt64(head.partial) << 8 | UInt64(head.digits)) &* 0x1656_67B1_9E37_79F9
    hash ^= (UInt64(head.phase.rawValue) << 40) ^ head.hash
    return Int(truncatingIfNeeded: (hash ^ hash >> 29) >> 3)
  }

  private mutating func intern(_ head: Head) -> Int16 {
    var head = head
    if ignoresText, count > 0 { head.hash = places[0].head.hash }
    if let counts { head.count = counts.upperBound }
    var slot = Self.hash(head) & (slotCount - 1)
    while slots[slot] >= 0 {
      if places[Int(slots[slot])].head.isAlike(head) { return slots[slot] }
      slot = (slot + 1) & (slotCount - 1)
    }
    guard count < Self.maximumCount else {
      isExhausted = true
      return Self.refused
    }
    if count == capacity {
      grow()
      slot = Self.hash(head) & (slotCount - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slotCount - 1) }
    }
    (places + count).initialize(to: Place(head: head))
    (rows + count * 128).initialize(repeating: Self.unknown, count: 128)
    slots[slot] = Int16(count)
    count += 1
    return Int16(count - 1)
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Place>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: places, count: count)
    places.deallocate()
    places = larger
    let wider = UnsafeMutablePointer<Int16>.allocate(capacity: capacity * 2 * 128)
    wider.moveInitialize(from: rows, count: count * 128)
    rows.deallocate()
    rows = wider
    capacity *= 2
    slots.deallocate()
    slotCount = capacity * 4
    slots = .allocate(capacity: slotCount)
    slots.initialize(repeating: -1, count: slotCount)
    for index in 0..<count {
      var slot = Self.hash(places[index].head) & (slotCount - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slotCount - 1) }
      slots[slot] = Int16(index)
    }
  }

  /// The place after the bytes `bytes`, which `head` reads one after the other inside its string.
  private mutating func place(
    after bytes: UInt32, count: Int, from head: Head, _ work: inout Workspace
  ) -> Int16 {
    guard let next = next(bytes, count: count, from: head, &work) else { return Self.refused }
    return intern(next)
  }

  private mutating func next(
    _ bytes: UInt32, count: Int, from head: Head, _ work: inout Workspace
  ) -> Head? {
    if let next = Self.read(bytes, count: count, from: head, machine, &work) { return next }
    if let counts {
      var early = head
      early.count = counts.lowerBound
      if Self.read(bytes, count: count, from: early, machine, &work) != nil { isExhausted = true }
    }
    return nil
  }

  /// Reads `count` bytes, the first in the highest of the `count` bytes of `bytes`; nil where they are refused.
  private static func read(
    _ bytes: UInt32, count: Int, from head: Head, _ machine: Machine, _ work: inout Workspace
  ) -> Head? {
    let (heads, frames) = (work.headCount, work.frameCount)
    defer {
      work.headCount = heads
      work.frameCount = frames
    }
    var head = head
    for index in stride(from: count - 1, through: 0, by: -1) {
      work.headCount = heads
      let output = machine.read(UInt8(truncatingIfNeeded: bytes >> UInt32(8 * index)), from: head, &work)
      guard !output.isEmpty else { return nil }
      head = work.heads[heads]
    }
    return head
  }

  @inline(never)
  private mutating func fill(_ place: Int16, _ byte: UInt8, _ work: inout Workspace) -> Int16 {
    let head = places[Int(place)].head
    let next =
      head.phase == .string && byte == UInt8(ascii: "\"")
      ? Self.refused : self.place(after: UInt32(byte), count: 1, from: head, &work)
    rows[Int(place) << 7 | Int(byte)] = next
    return next
  }

  @inline(never)
  private mutating func fillWide(_ place: Int16, _ value: UInt32, _ work: inout Workspace) -> Int16 {
    let head = places[Int(place)].head
    guard head.phase == .string else { return Self.refused }
    var bytes: UInt32 = 0
    var count = 0
    if let scalar = Unicode.Scalar(value) {
      for byte in UTF8.encode(scalar)! {
        bytes = bytes << 8 | UInt32(byte)
        count += 1
      }
    }
    guard count > 0 else { return Self.refused }
    let next = self.place(after: bytes, count: count, from: head, &work)
    let range = machine.alikeCharacters(head, value)
    places[Int(place)].low = range.lowerBound
    places[Int(place)].high = range.upperBound
    places[Int(place)].wide = next
    return next
  }

  private func isAffordable(_ head: Head, _ work: borrowing Workspace) -> Int32? {
    let cost = machine.cost(head, work)
    return cost <= limit ?? .max ? cost : nil
  }

  @inline(__always)
  private mutating func allows(_ place: Int16, _ work: borrowing Workspace) -> Bool {
    guard let limit else { return true }
    var cost = places[Int(place)].cost
    if cost < 0 {
      cost = machine.cost(places[Int(place)].head, work)
      places[Int(place)].cost = cost
    }
    guard cost <= limit else { return false }
    dearest = max(dearest, cost)
    return true
  }

  /// Whether the closing quote may come at `place`.
  mutating func closes(_ place: Int, _ work: inout Workspace) -> Bool {
    if places[place].closes < 0 {
      let head = places[place].head
      let canClose =
        head.phase == .string && Self.read(UInt32(UInt8(ascii: "\"")), count: 1, from: head, machine, &work) != nil
      places[place].closes = canClose ? 1 : 0
    }
    return places[place].closes > 0
  }

  /// Whether any text may follow `place`, however dear within the limit.
  mutating func isFree(_ place: Int16, _ work: borrowing Workspace) -> Bool {
    let index = Int(place)
    if places[index].isFree < 0 {
      let head = places[index].head
      var isFree = machine.isFree(head, mostCharacters: mostCharacters)
      let string = machine.stringSpecification(head)
      if isFree, string.pointee.maximum != .max {
        isFree = Int(string.pointee.maximum) - Int(head.count) >= mostCharacters
      }
      if isFree, let limit {
        let cost = Int(machine.cost(head, work)) + machine.detour(Int(max(string.pointee.minimum - head.count, 0)))
        isFree = cost <= Int(limit) && machine.hasDetour(head)
        if isFree { dearest = max(dearest, Int32(cost)) }
      }
      places[index].isFree = isFree ? 1 : 0
    }
    return places[index].isFree > 0
  }

  /// Whether more than `count` texts can follow, each within the limit: the one that has not been used may be the dearest.
  mutating func hasChoice(_ place: Int16, moreThan count: Int) -> Bool {
    let index = Int(place)
    if places[index].texts < 0 { (places[index].texts, places[index].textCost) = machine.choice(places[index].head) }
    guard places[index].texts > count else { return false }
    guard let limit else { return true }
    let cost = Cost.sum(max(places[index].cost, 0), places[index].textCost)
    guard cost <= limit else { return false }
    dearest = max(dearest, cost)
    return true
  }

  func head(of place: Int) -> Head { places[place].head }

  /// The place after an ASCII byte other than the closing quote; negative where it is refused.
  mutating func next(_ place: Int16, _ byte: UInt8, _ work: inout Workspace) -> Int16 {
    let known = rows[Int(place) << 7 | Int(byte)]
    return known == Self.unknown ? fill(place, byte, &work) : known
  }

  /// Ranges of characters above ASCII that `target(ofWideAt:)` looks at.
  private static let mostRanges = 64

  /// The place after every character above ASCII, negative where they are refused; nil where they do not lead to the same.
  mutating func target(ofWideAt index: Int16, _ work: inout Workspace) -> Int16? {
    guard places[Int(index)].head.phase == .string else { return nil }
    var common: Int16?
    var value: UInt32 = 0x80
    for _ in 0..<Self.mostRanges {
      let next = fillWide(index, value, &work)
      guard next == common ?? next else { return nil }
      common = next
      let last = places[Int(index)].high
      guard last < 0x10FFFF else { return next }
      value = 0xD800...0xDFFF ~= last + 1 ? 0xE000 : last + 1
    }
    return nil
  }

  /// The place after `text`, if it can be read without a closing quote; -1 where `run` would tell none.
  mutating func read(_ text: UnsafeBufferPointer<UInt8>, mustDifferFrom used: Int, _ work: inout Workspace) -> Int? {
    var level = Level(place: 0)
    for byte in text {
      if level.missing > 0 {
        level = resume(level, byte, &work)
      } else if byte < 0x80 {
        level.place = next(level.place, byte, &work)
      } else {
        level = begin(level, byte)
      }
      guard level.place >= 0 else { return nil }
    }
    guard level.missing == 0 else { return allowsUnfinished(level, &work) ? -1 : nil }
    guard allows(level.place, work) else { return nil }
    return used >= 0 && !hasChoice(level.place, moreThan: used) ? -1 : Int(level.place)
  }

  // MARK: Walking

  /// Calls `body` with every entry whose bytes can be read, without a closing quote, and with the place after it; that is -1
  /// inside a character, and with `used` texts that may not come again where no more than these can follow. Costs, where they
  /// matter, are looked at unless `isPrefix`. With `besidesWords`, entries that are words (`FlatTrieNode.isWord`) are left out.
  @inline(__always)
  mutating func run(
    over trie: FlatTrie, isPrefix: Bool, besidesWords: Bool = false, mustDifferFrom used: Int = -1,
    _ work: inout Workspace, _ body: (_ entry: Int, _ place: Int) -> Void
  ) {
    let nodes = trie.nodes.pointer
    let count = trie.nodes.count
    withUnsafeTemporaryAllocation(of: Level.self, capacity: trie.depth + 1) { levels in
      let levels = levels.baseAddress!
      levels[0] = Level(place: 0)
      var index = 0
      while index < count {
        let node = nodes[index]
        if besidesWords, node.isWord {
          index += node.size
          continue
        }
        let depth = node.depth
        let level = levels[depth - 1]
        let byte = node.byte
        var next = level
        if level.missing == 0 {
          if byte < 0x80 {
            next.place = rows[Int(level.place) << 7 | Int(byte)]
            if next.place == Self.unknown { next.place = fill(level.place, byte, &work) }
          } else {
            next = begin(level, byte)
          }
        } else {
          next = resume(level, byte, &work)
        }
        if next.place < 0 {
          index += node.size
          continue
        }
        if node.size > 1 { levels[depth] = next }
        if node.entry != FlatTrieNode.noEntry {
          if next.missing == 0 {
            if isPrefix || allows(next.place, work) {
              body(node.entry, used >= 0 && !hasChoice(next.place, moreThan: used) ? -1 : Int(next.place))
            }
          } else if allowsUnfinished(next, &work) {
            body(node.entry, -1)
          }
        }
        index += 1
      }
    }
  }

  /// Places that `takesWords` looks at.
  private static let mostWordPlaces = 24

  /// Whether every word (`FlatTrieNode.isWord`) can be read; with `used` texts that may not come again, whether more texts
  /// than these can follow each.
  mutating func takesWords(mustDifferFrom used: Int = -1, _ work: inout Workspace) -> Bool {
    var places: [Int16] = [0]
    var isKnown = Set(places)
    var next = 0
    // Nearest first: what lies farther than the longest word does not matter.
    var (depth, end) = (0, 1)
    while next < places.count, depth < FlatTrieNode.wordLength {
      let place = places[next]
      next += 1
      for byte in UInt8(ascii: "0")...UInt8(ascii: "z") where FlatTrieNode.isWordByte(byte) {
        var below = rows[Int(place) << 7 | Int(byte)]
        if below == Self.unknown { below = fill(place, byte, &work) }
        guard below >= 0 else { return false }
        guard isKnown.insert(below).inserted else { continue }
        guard places.count < Self.mostWordPlaces, allows(below, work), used < 0 || hasChoice(below, moreThan: used)
        else {
          return false
        }
        places.append(below)
      }
      if next == end { (depth, end) = (depth + 1, places.count) }
    }
    // The first place is reached again, or not.
    return allows(0, work) && (used < 0 || hasChoice(0, moreThan: used))
  }

  /// Whether more than half of a trie lies where, after one ASCII character, any text may follow.
  mutating func isMostlyFree(_ trie: FlatTrie, _ work: inout Workspace) -> Bool {
    var size = 0
    for byte in UInt8(0x20)..<0x80 where byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") {
      let index = Int(trie.rootChildren.pointer[Int(byte)])
      guard index >= 0 else { continue }
      let place = fill(0, byte, &work)
      if place >= 0, isFree(place, work) { size += trie.nodes.pointer[index].size }
    }
    return 2 * size > trie.nodes.count
  }

  /// Calls `body` with the entries whose bytes cannot be read without a closing quote, and perhaps with others that no
  /// string holds: what lies below a place where any text may follow is passed over. Also, as not refused, those with
  /// which `run` would tell no place.
  @inline(__always)
  mutating func refuse(
    in trie: FlatTrie, mustDifferFrom used: Int = -1, _ work: inout Workspace,
    _ body: (_ entry: Int, _ isRefused: Bool) -> Void
  ) {
    let nodes = trie.nodes.pointer
    let count = trie.nodes.count
    withUnsafeTemporaryAllocation(of: Level.self, capacity: trie.depth + 1) { levels in
      let levels = levels.baseAddress!
      levels[0] = Level(place: 0)
      var index = 0
      while index < count {
        let node = nodes[index]
        let level = levels[node.depth - 1]
        let byte = node.byte
        var next = level
        if level.missing > 0 {
          next = resume(level, byte, &work)
        } else if byte < 0x80 {
          next.place = rows[Int(level.place) << 7 | Int(byte)]
          if next.place == Self.unknown { next.place = fill(level.place, byte, &work) }
        } else if leadsToFree(level.place, &work) {
          index += node.size
          continue
        } else {
          next = begin(level, byte)
        }
        if next.place < 0 {
          for index in index..<index + node.size where nodes[index].entry != FlatTrieNode.noEntry {
            body(nodes[index].entry, true)
          }
          index += node.size
          continue
        }
        if next.missing == 0, isFree(next.place, work) {
          index += node.size
          continue
        }
        levels[node.depth] = next
        if node.entry != FlatTrieNode.noEntry {
          let isAllowed = next.missing == 0 ? allows(next.place, work) : allowsUnfinished(next, &work)
          if !isAllowed {
            body(node.entry, true)
          } else if used >= 0, next.missing > 0 || !hasChoice(next.place, moreThan: used) {
            body(node.entry, false)
          }
        }
        index += 1
      }
    }
  }

  /// Whether any text may follow any character above ASCII.
  private mutating func leadsToFree(_ place: Int16, _ work: inout Workspace) -> Bool {
    let index = Int(place)
    if places[index].low > places[index].high { _ = fillWide(place, 0x100, &work) }
    return places[index].wide >= 0 && places[index].low <= 0x80 && places[index].high >= 0x10FFFF
      && isFree(places[index].wide, work)
  }

  /// After the lead byte of a character.
  @inline(__always)
  private func begin(_ level: Level, _ byte: UInt8) -> Level {
    var next = level
    let place = places + Int(level.place)
    guard let length = UTF8Prefix.length(ofLead: byte),
      place.pointee.wide >= 0 || place.pointee.low > 0x80 || place.pointee.high < 0x10FFFF
    else {
      next.place = Self.refused
      return next
    }
    next.length = UInt8(length)
    next.missing = UInt8(length - 1)
    next.partial = UInt32(byte) & (0x7F >> UInt32(length))
    return next
  }

  /// After a continuation byte.
  @inline(__always)
  private mutating func resume(_ level: Level, _ byte: UInt8, _ work: inout Workspace) -> Level {
    var next = level
    next.partial = level.partial << 6 | UInt32(byte & 0x3F)
    next.missing = level.missing - 1
    guard byte & 0xC0 == 0x80,
      UTF8Prefix.range(value: next.partial, length: Int(level.length), missing: Int(next.missing)) != nil
    else {
      next.place = Self.refused
      return next
    }
    guard next.missing == 0 else { return next }
    let place = places + Int(level.place)
    next.place =
      next.partial >= place.pointee.low && next.partial <= place.pointee.high
      ? place.pointee.wide : fillWide(level.place, next.partial, &work)
    return next
  }

  /// Whether a token may end in the unfinished character of `level`.
  @inline(never)
  private mutating func allowsUnfinished(_ level: Level, _ work: inout Workspace) -> Bool {
    let read = Int(level.length - level.missing)
    var bytes: UInt32 = 0
    for index in 0..<read {
      let part = level.partial >> UInt32(6 * (read - 1 - index))
      let lead = UInt32(0xFF00) >> UInt32(level.length) & 0xFF
      bytes = bytes << 8 | (index == 0 ? lead | part : 0x80 | part & 0x3F)
    }
    let head = places[Int(level.place)].head
    guard let next = next(bytes, count: read, from: head, &work) else { return false }
    guard limit != nil else { return true }
    guard let cost = isAffordable(next, work) else { return false }
    dearest = max(dearest, cost)
    return true
  }
}

extension Machine {
  /// Characters above ASCII around `value` which the string of `head` cannot tell apart.
  func alikeCharacters(_ head: Head, _ value: UInt32) -> ClosedRange<UInt32> {
    guard let automaton = stringSpecification(head).pointee.automaton else { return 0x80...0x10FFFF }
    let interval = automaton.interval(of: value)
    let low = max(automaton.starts[interval], 0x80)
    let high = interval + 1 < automaton.intervalCount ? automaton.starts[interval + 1] - 1 : 0x10FFFF
    return low...max(low, high)
  }
}
