// SPDX-License-Identifier: Apache-2.0

// Many readings are bounded together, so a token is asked of all of them at once. Mostly they differ in what they make of the
// objects around and agree on the string that is being written: what stays in it is then asked once for all that agree.
extension MaskBuilder {
  /// Readings that are at the same place of the same string.
  private struct StringGroup {
    /// The reading that is the nearest to its end.
    var head: Head
    var cost: Int32
    var members: [Int]
    /// By what stands before a closing quote (`ClosingTokens.prefixes`): the place there, where the quote may come.
    var places: [Head?] = []
  }

  /// Most groups; a bit of a word for each.
  private static let mostGroups = 64

  mutating func runTogether() {
    var (groups, others) = groupsOfStrings()
    if groups.count > Self.mostGroups {
      others = Array(0..<headCount)
      groups = []
    }
    guard !groups.isEmpty else { return addTokens(of: vocabulary.trie, 0..<headCount) }
    addTokens(of: vocabulary.trie, ofHeads: others)
    let closing = vocabulary.strings.closing
    for index in groups.indices {
      let head = groups[index].head
      var walk = StringWalk(
        head, machine, limit: limit, ignoresText: head.isKey || head.isItem,
        mostCharacters: vocabulary.strings.mostCharacters)
      addInside(&walk, head)
      groups[index].places = Array(repeating: nil, count: closing.prefixCount)
      if walk.closes(0, &work) { groups[index].places[0] = head }
      var found: [(prefix: Int, place: Int)] = []
      walk.run(over: closing.prefixes, isPrefix: true, &work) { entry, place in
        if place >= 0 { found.append((entry + 1, place)) }
      }
      for (prefix, place) in found where walk.closes(place, &work) {
        groups[index].places[prefix] = walk.head(of: place)
      }
      if walk.isExhausted { addTokens(of: vocabulary.trie, ofHeads: groups[index].members) }
      dearest = max(dearest, walk.dearest)
      reset()
    }
    addClosing(groups)
  }

  private func groupsOfStrings() -> (groups: [StringGroup], others: [Int]) {
    var groups: [StringGroup] = []
    var others: [Int] = []
    for index in 0..<headCount {
      let head = work.heads[index]
      guard head.phase == .string, !head.isKey && !head.isItem || forgetsText(head), !mustAskClosers(head) else {
        others.append(index)
        continue
      }
      let cost = limit == nil ? 0 : machine.cost(head, work)
      if let known = groups.firstIndex(where: { agree($0.head, head) }) {
        groups[known].members.append(index)
        if cost < groups[known].cost { (groups[known].head, groups[known].cost) = (head, cost) }
      } else {
        groups.append(StringGroup(head: head, cost: cost, members: [index]))
      }
    }
    return (groups, others)
  }

  /// Whether two readings allow the same texts until the closing quote.
  private func agree(_ a: Head, _ b: Head) -> Bool {
    guard a.state == b.state, a.count == b.count, a.isKey == b.isKey, a.isItem == b.isItem, a.hash == b.hash,
      machine.stringSpecification(a) == machine.stringSpecification(b)
    else { return false }
    return !a.isKey && !a.isItem || a.node == b.node && work.areAlike(a.extra, b.extra)
  }

  private mutating func addTokens(of trie: FlatTrie, ofHeads indices: [Int]) {
    let start = work.headCount
    for index in indices { work.append(work.heads[index]) }
    addTokens(of: trie, start..<start + indices.count)
    reset()
  }

  /// The tokens that close the string: those with the same readings left at the quote are asked together.
  private mutating func addClosing(_ groups: [StringGroup]) {
    let closing = vocabulary.strings.closing
    var groupsOfPrefix = [UInt64](repeating: 0, count: closing.prefixCount)
    for (number, group) in groups.enumerated() {
      for (prefix, place) in group.places.enumerated() where place != nil { groupsOfPrefix[prefix] |= 1 << number }
    }
    let sets = Set(groupsOfPrefix).subtracting([0])
    for set in sets {
      guard let prefix = groupsOfPrefix.firstIndex(of: set) else { continue }
      let start = work.headCount
      for (number, group) in groups.enumerated() where set >> number & 1 != 0 {
        guard let place = group.places[prefix] else { continue }
        for member in group.members {
          var head = work.heads[member]
          (head.state, head.count, head.hash) = (place.state, place.count, place.hash)
          work.append(head)
        }
      }
      let closed = machine.read(UInt8(ascii: "\""), from: start..<work.headCount, &work)
      let words = words
      func allow(_ tail: Int) {
        for row in Int(closing.firstOfTail.pointer[tail])..<Int(closing.firstOfTail.pointer[tail + 1]) {
          let token = closing.byTail.pointer[row]
          if groupsOfPrefix[Int(token.prefix)] == set { words[Int(token.token) >> 6] |= 1 << UInt64(token.token & 63) }
        }
      }
      let cost = limit == nil ? 0 : closed.map { machine.cost(work.heads[$0], work) }.min() ?? Cost.infinite
      if !closed.isEmpty, cost <= limit ?? .max {
        allow(0)
        dearest = max(dearest, cost)
      }
      dearest = max(dearest, machine.walk(closing.tails, from: closed, limit, &work) { allow($0 + 1) })
      if groups.contains(where: { !isWithinJSON($0.head) }) {
        dearest = max(dearest, machine.walk(closing.otherTails, from: closed, limit, &work) { allow($0 + 1) })
      }
      reset()
    }
  }
}
