// SPDX-License-Identifier: Apache-2.0

// How many more tokens a head needs, at most, to complete the whole text.
extension Machine {
  func cost(_ head: Head, _ work: borrowing Workspace) -> Int32 {
    Cost.sum(localCost(head, work), head.parent < 0 ? 0 : work.frames[Int(head.parent)].closing)
  }

  /// To the end of the head's own node.
  private func localCost(_ head: Head, _ work: borrowing Workspace) -> Int32 {
    if head.phase == .done { return 0 }
    let specification = Int(grammar.nodes[Int(head.node)].specification)
    switch head.phase {
    case .start: return costs.nodes[Int(head.node)]
    case .done: return 0
    case .literal:
      guard head.isItem, case let used = usedItems(head, work), used >= 0 else {
        return costs.literals[Int(head.state)]
      }
      return freshLiteral(head.state, UsedValues(used, work))?.cost ?? Cost.infinite
    case .number:
      guard head.isItem else { return costs.numbers[specification][Int(head.state)] }
      let used = UsedValues(usedItems(head, work), work)
      return freshNumber(head.state, numberHash(head), specification, used)?.cost ?? Cost.infinite
    case .text:
      let missing = Int32(head.digits & 15)
      let rest = costs.texts[specification][Int(head.state)]
      return missing == 0 ? rest : Cost.sum(missing, costs.continuation, rest)
    case .string, .utf8, .escape, .hex, .lowBackslash, .lowMark, .lowHex:
      let string = stringCost(head, work)
      return head.isKey
        ? Cost.sum(string, costs.byte(":"), costs.valueGap, afterKey(head, grammar.objects[specification], work))
        : string
    case .objectOpen, .objectKey, .key, .objectColon, .objectValue, .objectNext:
      return objectCost(head, grammar.objects[specification], work)
    case .arrayOpen, .arrayItem: return itemCost(head, grammar.arrays[specification], work)
    case .rules: return cost(ofRules: head.node, head.state, head.count)
    case .arrayNext:
      let state = ItemState(head.extra, work)
      let end = Cost.sum(costs.endGap, costs.byte("]"))
      if head.isItem, case let array = grammar.arrays[specification],
        !isNew(head, .array, work) || !isWhole(head, array, work)
      {
        let plain = Cost.sum(plan(state, from: head.position, array, work).cost, end)
        return rest(plain, from: itemCount(head, work), ties: tieCount(head, isOpen: true, work), array, work)
      }
      if grammar.layout.isFixed, head.blanks > 0 { return Cost.sum(costs.gap(head, grammar.layout), costs.byte("]")) }
      return Cost.sum(plan(state, from: head.position, grammar.arrays[specification], work).cost, end)
    }
  }

  /// Where an item comes next, or perhaps the end.
  private func itemCost(_ head: Head, _ array: ArraySpecification, _ work: borrowing Workspace) -> Int32 {
    let state = ItemState(head.extra, work)
    if head.isItem, case let ties = tieCount(head, isOpen: false, work), ties > 0 || !isNew(head, .array, work) {
      return tiedItemCost(head, array, work)
    }
    let plan = plan(state, from: head.position, array, work)
    let gap = costs.gap(head, grammar.layout)
    let end = Cost.sum(gap, costs.endGap, costs.byte("]"))
    if plan.count > 0 {
      guard plan.cost < Cost.infinite else { return Cost.infinite }
      return Cost.sum(plan.cost - costs.byte(",") - costs.nextGap, end)
    }
    if head.phase == .arrayOpen, head.blanks == 0 || !grammar.layout.isFixed { return costs.byte("]") }
    var best = Cost.infinite
    let list = planner(array).alternatives(at: head.position)
    for index in list.first..<list.first + list.count {
      let item = grammar.items[Int(index)]
      guard let after = beginning(item, head, array, work) else { continue }
      let rest = self.plan(after, from: head.position + 1, begun: 1, array, work).cost
      let own =
        array.isUnique
        ? cost(of: item.value, besides: UsedValues(state.items, work), ofFirst: 1)
        : costs.nodes[Int(item.value)]
      best = min(best, Cost.sum(own, rest, end))
    }
    return best
  }

  /// The same where the array must differ from others that begin like it.
  private func tiedItemCost(_ head: Head, _ array: ArraySpecification, _ work: borrowing Workspace) -> Int32 {
    let gap = costs.gap(head, grammar.layout)
    let end = Cost.sum(costs.endGap, costs.byte("]"))
    if head.phase == .arrayOpen, head.blanks == 0 || !grammar.layout.isFixed, array.minimum == 0,
      planner(array).missing(ItemState()) == 0, isNew(head, .array, work)
    {
      return costs.byte("]")
    }
    var best = Cost.infinite
    let list = planner(array).alternatives(at: head.position)
    for index in list.first..<list.first + list.count {
      let item = grammar.items[Int(index)]
      guard let after = beginning(item, head, array, work) else { continue }
      let used = usedValues(beginning: item, head, array, work)
      let own = cost(of: item.value, besides: used, ofFirst: 1)
      let plain = Cost.sum(plan(after, from: head.position + 1, begun: 1, array, work).cost, end)
      let ties = ties(beginning: item, head, array, work).count
      best = min(best, Cost.sum(gap, own, rest(plain, from: itemCount(head, work) + 1, ties: ties, array, work)))
    }
    return best
  }

  private func isWhole(_ head: Head, _ array: ArraySpecification, _ work: borrowing Workspace) -> Bool {
    head.position >= array.minimum
      && (array.tallyCount == 0 || planner(array).missing(ItemState(head.extra, work)) == 0)
  }

  /// Tokens from the end of the present child of `frame` to the end of the frame's node.
  func afterChild(_ frame: Frame, _ work: borrowing Workspace) -> Int32 {
    guard frame.node >= 0 else { return 0 }
    let node = grammar.nodes[Int(frame.node)]
    switch node.kind {
    case .object:
      let object = grammar.objects[Int(node.specification)]
      let position = min(frame.position + 1, object.propertyCount)
      let state = MemberState(frame.extra, object, work)
      let plain =
        object.hasState
        ? rest(state, from: position, object, work) : costs.objectRests[Int(object.firstNextRequired + position)]
      guard frame.isCompared else { return plain }
      var head = container(frame)
      head.hash = ContentState(frame.extra, work).key
      return rest(plain, state, from: position, ties: ties(valueOf: head, object, work).count, object, work)
    case .array:
      let array = grammar.arrays[Int(node.specification)]
      let state = ItemState(frame.extra, work)
      let plain = Cost.sum(
        plan(state, from: frame.position, begun: 1, array, work).cost, costs.endGap, costs.byte("]"))
      guard frame.isCompared else { return plain }
      let head = container(frame)
      let count = itemCount(head, work) + 1
      let ties = min(
        tieCount(head, isOpen: false, work), completions(state, from: count, array, work) - 1)
      return rest(plain, from: count, ties: ties, array, work)
    case .sequence:
      let list = grammar.sequences[Int(node.specification)]
      var sum: Int32 = 0
      for part in frame.position + 1..<max(list.count, frame.position + 1) {
        sum = Cost.sum(sum, costs.nodes[Int(grammar.lists[Int(list.first + part)])])
      }
      return sum
    case .repetition:
      let repetition = grammar.repetitions[Int(node.specification)]
      return Cost.times(repetition.minimum - frame.position - 1, costs.nodes[Int(repetition.child)])
    default: return 0
    }
  }

  // MARK: Strings

  private func stringCost(_ head: Head, _ work: borrowing Workspace) -> Int32 {
    let string = stringSpecification(head)
    let specification = string - grammar.strings
    let used = mustDiffer(head, work)
    func after(_ range: ClosedRange<UInt32>) -> Int32 {
      used < 0 ? costAfterOne(of: range, head, string) : freshCost(head, string, next: range, used, work)
    }
    let missing = Int32(head.digits & 15)
    switch head.phase {
    case .string:
      if used >= 0 { return freshCost(head, string, next: nil, used, work) }
      guard !head.isKey || !isDuplicate(head, string, work) else {
        return Cost.sum(costs.character, costs.byte("\""))
      }
      let rest = costs.string(specification, string.pointee, head.state, head.count)
      guard let automaton = string.pointee.automaton else { return rest }
      let mayRepeat = mayRepeatKey(head) && !automaton.isUniversal(head.state)
      return Cost.sum(rest, mayRepeat ? costs.character : 0)
    case .utf8:
      guard
        let range = UTF8Prefix.range(value: head.partial, length: Int(head.digits >> 4), missing: Int(missing))
      else { return Cost.infinite }
      return Cost.sum(missing, costs.continuation, after(range))
    case .escape:
      let isNarrow = needsEscapes(head, string)
      var best = Cost.sum(5, costs.hex, after(isNarrow ? Self.controls : 0...0xFFFF))
      if !isNarrow { best = min(best, Cost.sum(11, costs.hex, after(0x10000...0x10FFFF))) }
      for letter in "\"\\/bfnrt".utf8 where !isNarrow || letter != UInt8(ascii: "/") {
        guard let value = StringEscape.short(letter) else { continue }
        best = min(best, Cost.sum(costs.bytes[Int(letter)], after(value...value)))
      }
      return best
    case .hex:
      let rest = 4 - Int32(head.digits)
      let shift = UInt32(4 * rest)
      let lowest = head.partial << shift
      let highest = lowest | (1 << shift - 1)
      if needsEscapes(head, string) {
        return Cost.sum(rest, costs.hex, after(lowest...min(highest, max(lowest, Self.controls.upperBound))))
      }
      var best = Cost.infinite
      if lowest <= 0xD7FF { best = min(best, Cost.sum(rest, costs.hex, after(lowest...min(highest, 0xD7FF)))) }
      if highest >= 0xE000 { best = min(best, Cost.sum(rest, costs.hex, after(max(lowest, 0xE000)...highest))) }
      let (first, last) = (max(lowest, 0xD800), min(highest, 0xDBFF))
      if first <= last {
        let pairs = (0x10000 + (first - 0xD800) << 10)...(0x10000 + (last - 0xD800) << 10 + 0x3FF)
        best = min(best, Cost.sum(rest + 6, costs.hex, after(pairs)))
      }
      return best
    case .lowBackslash, .lowMark, .lowHex:
      let digits = head.phase == .lowHex ? Int(head.digits) : 0
      guard let range = StringEscape.pairs(high: head.partial >> 16, low: head.partial & 0xFFFF, digits: digits) else {
        return Cost.infinite
      }
      let marks: Int32 = head.phase == .lowBackslash ? 2 : head.phase == .lowMark ? 1 : 0
      return Cost.sum(marks + 4 - Int32(digits), costs.hex, after(range))
    default: return Cost.infinite
    }
  }

  /// To after the closing quote of a text that has not been used; from after one more code point of `range`, if any.
  private func freshCost(
    _ head: Head, _ string: UnsafePointer<StringSpecification>, next range: ClosedRange<UInt32>?, _ used: Int32,
    _ work: borrowing Workspace
  ) -> Int32 {
    let place = TextSearch.Place(state: head.state, count: head.count, hash: head.hash)
    let found = search(string).first(from: place, next: range, besides: UsedValues(used, work))
    guard let found, found.cost < Cost.infinite else { return Cost.infinite }
    return Cost.sum(range == nil ? found.cost : found.cost - found.firstCost, costs.byte("\""))
  }

  /// Whether `head` reads a key that may turn out to be used, in an object that does not search for others.
  private func mayRepeatKey(_ head: Head) -> Bool {
    head.isKey && head.extra >= 0 && !grammar.objects[Int(grammar.nodes[Int(head.node)].specification)].hasState
  }

  /// From after one more code point of `range`, the cheapest.
  private func costAfterOne(
    of range: ClosedRange<UInt32>, _ head: Head, _ string: UnsafePointer<StringSpecification>
  ) -> Int32 {
    guard head.count < string.pointee.maximum else { return Cost.infinite }
    let specification = string - grammar.strings
    let again = mayRepeatKey(head) ? costs.character : 0
    guard let automaton = string.pointee.automaton else {
      return Cost.sum(costs.string(specification, string.pointee, 0, head.count + 1), again)
    }
    var best = Cost.infinite
    var interval = automaton.interval(of: range.lowerBound)
    while interval < automaton.intervalCount, automaton.starts[interval] <= range.upperBound {
      let next = automaton.next(head.state, Int(automaton.classOfInterval[interval]))
      if next >= 0, string.pointee.isLive(automaton, next, head.count + 1) {
        best = min(best, Cost.sum(costs.string(specification, string.pointee, next, head.count + 1), again))
      }
      interval += 1
    }
    return best
  }
}
