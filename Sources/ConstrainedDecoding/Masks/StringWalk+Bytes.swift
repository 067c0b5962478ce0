// SPDX-License-Identifier: Apache-2.0

// Tokens judged by the bytes they hold. Where a place in a string keeps to itself under most bytes, as one that waits for a
// letter or forbids one does, what a token leads to does not depend on the order of its bytes, and no walk is needed.
extension StringWalk {
  /// A set of bytes as `TokenByteSets` counts them.
  private struct Bytes: BitwiseCopyable {
    var low: UInt64 = 0
    var high: UInt64 = 0

    static let all = Bytes(low: .max, high: .max)

    mutating func insert(_ byte: UInt8) {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
    }

    func contains(_ byte: UInt8) -> Bool { (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 != 0 }

    @inline(__always)
    func meets(_ row: TokenByteSets.Row) -> Bool { low & row.low | high & row.high != 0 }
  }

  /// Places of which one leads to the other, and what bytes do at them. Those in none of the sets lead from each to another
  /// of them, or to where any text may follow.
  private struct Group {
    var places: [Int16]
    /// Bytes that are refused at every place.
    var dead = Bytes()
    /// Bytes after which, at some place, any text may follow.
    var free = Bytes()
    /// All others: they are refused at some places, or lead elsewhere, or stand for characters that do not lead to the same.
    var other = Bytes()
  }

  /// What becomes of the tokens that begin with one byte: `other` settles nothing, what meets it is read; then `dead` refuses,
  /// but for what may have come to a free place before; what is left is allowed.
  private struct Verdict: BitwiseCopyable {
    var dead = Bytes()
    var free = Bytes()
    var other = Bytes()

    static let refused = Verdict(dead: .all)
    static let allowed = Verdict()
    static let asked = Verdict(other: .all)
  }

  /// Groups that are looked at; with more of them little is decided.
  private static let mostGroups = 4
  /// Places of a group.
  private static let mostPlaces = 6
  /// Of so many tokens one may be left to be read byte by byte, which takes many times as long as a node of a walk.
  private static let mostAsked = 16
  /// A walk that comes to no more than one node in so many is left to itself: it is quick.
  private static let leastShare = 4

  /// Finds the tokens that can be read without a closing quote, as `run` does; costs must not matter.
  ///
  /// - Parameter allowed: gets the bits of the tokens allowed for which `run` would tell a place.
  /// - Returns: false, with nothing done, where the bytes decide too little.
  mutating func judge(
    _ vocabulary: VocabularyTrie, mustDifferFrom used: Int = -1, _ work: inout Workspace,
    _ allowed: UnsafeMutablePointer<UInt64>, _ body: (_ entry: Int, _ place: Int) -> Void
  ) -> Bool {
    guard head(of: 0).phase == .string, isLong(over: vocabulary.trie, &work) else { return false }
    var groups: [Group] = []
    var firsts = [Verdict](repeating: .refused, count: 128)
    for byte in Self.bytes {
      guard let next = target(of: byte, at: 0, &work), next < 0 || hasRoom(next, used) else {
        firsts[Int(byte)] = .asked
        continue
      }
      guard next >= 0 else { continue }
      if isFree(next, work) {
        firsts[Int(byte)] = .allowed
        continue
      }
      var index = groups.firstIndex { $0.places.contains(next) }
      if index == nil {
        guard groups.count < Self.mostGroups else { return false }
        guard let group = group(of: next, used, &work) else { return false }
        index = groups.count
        groups.append(group)
      }
      guard let index else { return false }
      let group = groups[index]
      // Where the byte itself is in a set, it cannot be told whether it comes again.
      firsts[Int(byte)] =
        group.dead.contains(byte) || group.other.contains(byte)
        ? .asked : Verdict(dead: group.dead, free: group.free, other: group.other)
    }
    return judge(vocabulary, firsts, mustDifferFrom: used, &work, allowed, body)
  }

  /// Whether a walk has many nodes to visit, by the first bytes that are not refused.
  private mutating func isLong(over trie: FlatTrie, _ work: inout Workspace) -> Bool {
    var size = 0
    for byte in Self.bytes.dropFirst() {
      let index = Int(trie.rootChildren.pointer[Int(byte)])
      if index >= 0, next(0, byte, &work) >= 0 { size += trie.nodes.pointer[index].size }
    }
    return size > trie.nodes.count / Self.leastShare
  }

  private mutating func judge(
    _ vocabulary: VocabularyTrie, _ firsts: [Verdict], mustDifferFrom used: Int, _ work: inout Workspace,
    _ allowed: UnsafeMutablePointer<UInt64>, _ body: (_ entry: Int, _ place: Int) -> Void
  ) -> Bool {
    let count = (vocabulary.vocabularySize + 63) / 64
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * count + 1) { words in
      words.initialize(repeating: 0)
      guard let taken = words.baseAddress else { return false }
      let asked = taken + count
      vocabulary.strings.formInside(limit: .max, taken)
      let most = vocabulary.vocabularySize / Self.mostAsked
      guard Self.sort(vocabulary.byteSets, firsts, taken, asked, count, most: most) else { return false }
      for word in 0..<count {
        allowed[word] |= taken[word]
        var left = asked[word]
        while left != 0 {
          let token = word << 6 | left.trailingZeroBitCount
          left &= left - 1
          if let place = read(vocabulary.text(of: token), mustDifferFrom: used, &work) { body(token, place) }
        }
      }
      return true
    }
  }

  /// Leaves in `taken` the tokens that are allowed and moves to `asked` those that have to be read; false where these are more
  /// than `most`.
  private static func sort(
    _ sets: TokenByteSets, _ firsts: [Verdict], _ taken: UnsafeMutablePointer<UInt64>,
    _ asked: UnsafeMutablePointer<UInt64>, _ count: Int, most: Int
  ) -> Bool {
    let rows = sets.rows.pointer
    return firsts.withUnsafeBufferPointer { firsts in
      guard let firsts = firsts.baseAddress else { return false }
      var rest = most
      for word in 0..<count {
        var left = taken[word]
        var (refusedBits, askedBits): (UInt64, UInt64) = (0, 0)
        while left != 0 {
          let bit = left & ~(left - 1)
          left ^= bit
          let row = rows[word << 6 | bit.trailingZeroBitCount]
          let verdict = firsts + row.first
          if verdict.pointee.other.meets(row) {
            askedBits |= bit
          } else if verdict.pointee.dead.meets(row) {
            if verdict.pointee.free.meets(row) { askedBits |= bit } else { refusedBits |= bit }
          }
        }
        taken[word] &= ~(refusedBits | askedBits)
        asked[word] = askedBits
        rest -= askedBits.nonzeroBitCount
        if rest < 0 { return false }
      }
      return true
    }
  }

  /// Bytes that a plain part of a string can have, as `TokenByteSets` counts them, and the backslash.
  private static let bytes: [UInt8] =
    [TokenByteSets.wide] + (UInt8(0x20)...0x7F).filter { $0 != UInt8(ascii: "\"") }

  /// The place after a byte, negative where it is refused; nil where not all characters that it stands for lead to the same.
  private mutating func target(of byte: UInt8, at place: Int16, _ work: inout Workspace) -> Int16? {
    if byte == TokenByteSets.wide { return target(ofWideAt: place, &work) }
    return byte == UInt8(ascii: "\\") ? nil : next(place, byte, &work)
  }

  /// The places that `first` leads to and what bytes do there; nil where they are more than a group may have. To look at more
  /// of them takes long where each is made from many patterns.
  private mutating func group(of first: Int16, _ used: Int, _ work: inout Workspace) -> Group? {
    var group = Group(places: [first])
    var refused = [Int](repeating: 0, count: 128)
    var index = 0
    while index < group.places.count {
      for byte in Self.bytes {
        guard let next = target(of: byte, at: group.places[index], &work), next < 0 || hasRoom(next, used) else {
          group.other.insert(byte)
          continue
        }
        if next < 0 {
          refused[Int(byte)] += 1
        } else if isFree(next, work) {
          group.free.insert(byte)
        } else if !group.places.contains(next) {
          guard group.places.count < Self.mostPlaces else { return nil }
          group.places.append(next)
        }
      }
      index += 1
    }
    for byte in Self.bytes where refused[Int(byte)] > 0 {
      if refused[Int(byte)] == group.places.count { group.dead.insert(byte) } else { group.other.insert(byte) }
    }
    return group
  }

  private mutating func hasRoom(_ place: Int16, _ used: Int) -> Bool { used < 0 || hasChoice(place, moreThan: used) }
}
