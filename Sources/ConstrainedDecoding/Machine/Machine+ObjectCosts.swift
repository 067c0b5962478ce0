// SPDX-License-Identifier: Apache-2.0

// How many more tokens an object needs, at most.
//
// The strategy: required members in their order, a member for each duty, then as many of the cheapest members as are still
// needed for the minimum.
extension Machine {
  /// `,"key":` of a declared property from its byte `offset` on, and its value.
  private func member(_ index: Int32, from offset: Int32, _ object: ObjectSpecification) -> Int32 {
    let number = Int(object.firstProperty + index)
    return Cost.sum(
      costs.segments[Int(costs.firstSegment[number] + offset)], costs.nodes[Int(grammar.properties[number].value)])
  }

  /// A member with an additional key, without a comma: the dearest of the first `count` keys that are not used.
  func member(
    _ kind: KeyKindSpecification, _ state: MemberState, ofFirst count: Int32, value: Int32? = nil,
    _ work: borrowing Workspace
  ) -> Int32 {
    let used = UsedValues(state.keys, work)
    let highest =
      used.isEmpty
      ? costs.freshKeys._withUnsafeGuaranteedRef {
        $0.cost(kind.key, ofFirst: count) { dearestKey(kind.key, ofFirst: count, besides: used) }
      } : dearestKey(kind.key, ofFirst: count, besides: used)
    return Cost.sum(
      Cost.times(2, costs.byte("\"")), highest, costs.byte(":"), costs.valueGap, value ?? costs.nodes[Int(kind.value)])
  }

  /// The dearest of the first `count` keys that are not used, without its quotes.
  private func dearestKey(_ string: Int32, ofFirst count: Int32, besides others: UsedValues) -> Int32 {
    let search = search(grammar.strings + Int(string))
    var used = others
    var highest = Cost.infinite
    var index: Int32 = 0
    let most = min(count, TextSearch.mostListed)
    while index < most, let found = search.first(from: .init(), besides: used) {
      highest = index == 0 ? found.cost : max(highest, found.cost)
      used.more.append(found.hash)
      index += 1
    }
    return index >= most - 1 ? highest : Cost.infinite
  }

  /// From after a value to the end of the object.
  ///
  /// - Parameters:
  ///   - isReading: whether a member is counted in `state` whose additional key is not yet known.
  ///   - reading: a declared property that is counted as a member but not yet marked as read.
  func rest(
    _ state: MemberState, from position: Int32, isReading: Bool = false, reading: Int32 = -1,
    _ object: ObjectSpecification, _ work: borrowing Workspace
  ) -> Int32 {
    if isWhole(state, object) { return Cost.sum(costs.endGap, costs.byte("}")) }
    return strategy(state, from: position, isReading: isReading, reading: reading, object, work).cost
  }

  /// The cost by the strategy, and the highest cost of an optional member that it takes, -1 for none.
  private func strategy(
    _ state: MemberState, from position: Int32, isReading: Bool = false, reading: Int32 = -1,
    _ object: ObjectSpecification, _ work: borrowing Workspace
  ) -> (cost: Int32, optional: Int32) {
    var sum = Cost.sum(costs.endGap, costs.byte("}"))
    let first = object.isAnyOrder ? 0 : position
    if state.missing > 0 {
      for index in first..<max(object.propertyCount, first)
      where grammar.properties[Int(object.firstProperty + index)].isRequired && index != reading
        && !(object.isAnyOrder && state.hasSeen(index, work))
      {
        sum = Cost.sum(sum, member(index, from: 0, object))
      }
    }
    let open = object.duties & ~state.duties
    let padding = padding(state, object)
    guard open != 0 || padding > 0 else { return (sum, -1) }
    var optional: [Int32] = []
    if padding > 0 {
      for index in first..<max(object.propertyCount, first) {
        let property = grammar.properties[Int(object.firstProperty + index)]
        if !property.isRequired, property.isShallow, index != reading,
          !(object.isAnyOrder && state.hasSeen(index, work))
        {
          optional.append(member(index, from: 0, object))
        }
      }
      optional.sort()
    }
    // Keys that can run out are taken last for padding, and first for duties.
    let keys = object.isEndless ? padding : max(padding - Int32(optional.count), 0)
    let scarce =
      object.isEndless ? Int32((open & ~object.endlessDuties).nonzeroBitCount) : keys + Int32(open.nonzeroBitCount)
    let all = keys + Int32(open.nonzeroBitCount)
    // With one more key than are needed, the bound holds whichever key the present member has.
    let spare: Int32 = isReading ? 2 : 1
    var best = Cost.infinite
    var bestOfDuty: [Int32] = Array(repeating: Cost.infinite, count: object.duties.nonzeroBitCount)
    for number in 0..<object.kindCount where all > 0 {
      let kind = grammar.keyKinds[Int(object.firstKind + number)]
      let isEndless = kind.supply == .max
      let isNeeded = kind.duty & open != 0 && (isEndless || kind.duty & object.endlessDuties == 0)
      let pads = keys > 0 && (isEndless || !object.isEndless)
      guard kind.isShallow, isNeeded || pads else { continue }
      let count = (isEndless ? all : scarce) + spare
      let cost = Cost.sum(costs.byte(","), costs.nextGap, member(kind, state, ofFirst: count, work))
      if pads { best = min(best, cost) }
      if isNeeded {
        let duty = kind.duty.trailingZeroBitCount
        bestOfDuty[duty] = min(bestOfDuty[duty], cost)
      }
    }
    for (duty, cost) in bestOfDuty.enumerated() where open >> UInt16(duty) & 1 != 0 { sum = Cost.sum(sum, cost) }
    var dearest: Int32 = -1
    for index in 0..<Int(padding) {
      if index < optional.count, optional[index] < best || !object.isEndless {
        sum = Cost.sum(sum, optional[index])
        dearest = optional[index]
      } else {
        return (Cost.sum(sum, Cost.times(padding - Int32(index), best)), dearest)
      }
    }
    return (sum, dearest)
  }

  /// From after the additional key that `head` reads, without its colon.
  func afterKey(_ head: Head, _ object: ObjectSpecification, _ work: borrowing Workspace) -> Int32 {
    if head.isItem { return tiedAfterKey(head, object, work) }
    guard object.hasState else { return afterColon(head, object, work) }
    let kind = grammar.keyKinds[Int(object.firstKind + head.position - object.propertyCount)]
    var state = MemberState(head.extra, object, work)
    state.add(kind)
    return Cost.sum(
      costs.nodes[Int(kind.value)], rest(state, from: object.propertyCount, isReading: true, object, work))
  }

  private func afterColon(_ head: Head, _ object: ObjectSpecification, _ work: borrowing Workspace) -> Int32 {
    let position = min(head.position + 1, object.propertyCount)
    if head.isItem {
      let ties = ties(valueOf: head, object, work)
      let state = MemberState(head.extra, object, work)
      return Cost.sum(
        cost(of: valueNode(head, object), besides: used(ties.forbidden, work), ofFirst: 1),
        rest(plainRest(state, from: position, object, work), state, from: position, ties: ties.count, object, work))
    }
    return Cost.sum(
      costs.nodes[Int(valueNode(head, object))],
      object.hasState
        ? rest(MemberState(head.extra, object, work), from: position, object, work)
        : costs.objectRests[Int(object.firstNextRequired + position)])
  }

  /// From a declared key on, `offset` bytes of `,"key":` having been read.
  private func afterChoosing(
    _ index: Int32, from offset: Int32, _ head: Head, _ object: ObjectSpecification, _ work: borrowing Workspace
  ) -> Int32 {
    if head.isItem { return tiedMember(index, from: offset, head, object, work) }
    guard object.hasState else {
      return Cost.sum(
        member(index, from: offset, object), costs.objectRests[Int(object.firstNextRequired + index + 1)])
    }
    var state = MemberState(head.extra, object, work)
    state.add(index, isRequired: grammar.properties[Int(object.firstProperty + index)].isRequired)
    return Cost.sum(member(index, from: offset, object), rest(state, from: index + 1, reading: index, object, work))
  }

  func objectCost(_ head: Head, _ object: ObjectSpecification, _ work: borrowing Workspace) -> Int32 {
    if head.isItem, let cost = tiedCost(head, object, work) { return cost }
    switch head.phase {
    case .objectOpen:
      let gap = costs.gap(head, grammar.layout)
      if object.hasState {
        return (head.blanks == 0 || !grammar.layout.isFixed) && isWhole(MemberState(object), object)
          ? costs.byte("}") : Cost.sum(gap, keyCost(head, object, work))
      }
      let required = nextRequired(head, object)
      if required < object.propertyCount {
        return Cost.sum(gap, costs.objectKeys[Int(object.firstNextRequired + required)])
      }
      // White space that is left to the model does not bind it.
      return head.blanks == 0 || !grammar.layout.isFixed
        ? costs.byte("}") : Cost.sum(gap, costs.objectKeys[Int(object.firstNextRequired)])
    case .objectKey:
      let gap = costs.gap(head, grammar.layout)
      if object.hasState { return Cost.sum(gap, keyCost(head, object, work)) }
      // A key may turn out to be used up, one character short of a new one.
      return Cost.sum(
        gap, costs.objectKeys[Int(object.firstNextRequired + head.position)], head.extra >= 0 ? costs.character : 0)
    case .key:
      // The cheapest of the keys that can still be meant.
      let node = grammar.literalNodes[Int(head.state)]
      let range = propertyRange(head, object)
      var best = Cost.infinite
      var entry = firstEntry(node, from: range.lowerBound)
      while entry < node.firstEntry + node.entryCount, grammar.literalEntries[Int(entry)] < range.upperBound {
        let index = grammar.literalEntries[Int(entry)]
        entry += 1
        guard canHave(property: index, head, object, work) else { continue }
        best = min(best, afterChoosing(index, from: 1 + node.depth, head, object, work))
      }
      return best
    case .objectColon: return Cost.sum(costs.byte(":"), costs.valueGap, afterColon(head, object, work))
    case .objectValue: return Cost.sum(costs.gap(head, grammar.layout), afterColon(head, object, work))
    default:
      if grammar.layout.isFixed, head.blanks > 0 { return Cost.sum(costs.gap(head, grammar.layout), costs.byte("}")) }
      return object.hasState
        ? rest(MemberState(head.extra, object, work), from: head.position, object, work)
        : costs.objectRests[Int(object.firstNextRequired + head.position)]
    }
  }

  /// Where a key must come next.
  private func keyCost(_ head: Head, _ object: ObjectSpecification, _ work: borrowing Workspace) -> Int32 {
    let state = MemberState(head.extra, object, work)
    let range = propertyRange(head, object)
    let isPadding = padding(state, object) > 0
    var best = Cost.infinite
    if state.missing > 0 || isPadding {
      // The first member that the strategy takes; where none of those is required, an additional one may be as good.
      let limit = isPadding ? strategy(state, from: head.position, object, work).optional : -1
      for index in range {
        let isRequired = grammar.properties[Int(object.firstProperty + index)].isRequired
        guard isRequired || isPadding && member(index, from: 0, object) <= limit,
          canHave(property: index, head, object, work)
        else { continue }
        best = afterChoosing(index, from: 1, head, object, work)
        if isRequired { return best }
        break
      }
    } else {
      for index in range where canHave(property: index, head, object, work) {
        best = min(best, afterChoosing(index, from: 1, head, object, work))
      }
    }
    for number in 0..<object.kindCount where canHave(kind: number, head, object, work) {
      let kind = grammar.keyKinds[Int(object.firstKind + number)]
      var after = state
      after.add(kind)
      best = min(
        best,
        Cost.sum(
          member(kind, state, ofFirst: 1, work), rest(after, from: object.propertyCount, isReading: true, object, work))
      )
    }
    return best
  }
}
