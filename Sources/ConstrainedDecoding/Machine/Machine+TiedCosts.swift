// SPDX-License-Identifier: Apache-2.0

// How many more tokens an object needs, at most, that must differ from others: from its heads.
extension Machine {
  /// Nil where it is as of any other object.
  func tiedCost(_ head: Head, _ object: ObjectSpecification, _ work: borrowing Workspace) -> Int32? {
    switch head.phase {
    case .objectOpen, .objectNext:
      let isOpen = head.phase == .objectOpen
      if canClose(head, object, work), isOpen || !(grammar.layout.isFixed && head.blanks > 0) {
        if isOpen, grammar.layout.isFixed, head.blanks > 0 { return tiedKeyCost(head, object, work) }
        return Cost.sum(isOpen ? 0 : costs.endGap, costs.byte("}"))
      }
      if isOpen { return tiedKeyCost(head, object, work) }
      guard !grammar.layout.isFixed || head.blanks == 0 else { return nil }
      let state = MemberState(head.extra, object, work)
      let plain = plainRest(state, from: head.position, object, work)
      return rest(
        plain, state, from: head.position, ties: tieCount(head, isOpen: true, object, work), object, work)
    case .objectKey: return tiedKeyCost(head, object, work)
    default: return nil
    }
  }

  func plainRest(
    _ state: MemberState, from position: Int32, reading: Int32 = -1, isReading: Bool = false,
    _ object: ObjectSpecification, _ work: borrowing Workspace
  ) -> Int32 {
    object.hasState
      ? rest(state, from: position, isReading: isReading, reading: reading, object, work)
      : costs.objectRests[Int(object.firstNextRequired + position)]
  }

  /// The cheapest member that may come next, and what follows it.
  private func tiedKeyCost(_ head: Head, _ object: ObjectSpecification, _ work: borrowing Workspace) -> Int32 {
    var best = Cost.infinite
    for index in propertyRange(head, object) where canHave(property: index, head, object, work) {
      best = min(best, tiedMember(index, from: 1, head, object, work))
    }
    for number in 0..<object.kindCount where canHave(kind: number, head, object, work) {
      let kind = grammar.keyKinds[Int(object.firstKind + number)]
      var used = UsedValues(usedKeys(head.extra, work), work)
      used.more = closedKeys(ofKind: number, head, object, work)
      guard let key = search(grammar.strings + Int(kind.key)).first(from: .init(), besides: used) else { continue }
      var reading = head
      reading.position = object.propertyCount + number
      let again = object.hasState || used.isEmpty ? 0 : costs.character
      best = min(
        best,
        Cost.sum(
          Cost.times(2, costs.byte("\"")), key.cost, again, costs.byte(":"), costs.valueGap,
          tiedAfterKey(reading, object, work)))
    }
    return Cost.sum(costs.gap(head, grammar.layout), best)
  }

  /// `,"key":` of a declared property from its byte `offset` on, its value, and what follows it.
  func tiedMember(
    _ index: Int32, from offset: Int32, _ head: Head, _ object: ObjectSpecification, _ work: borrowing Workspace
  ) -> Int32 {
    let number = Int(object.firstProperty + index)
    let property = grammar.properties[number]
    let ties = ties(property: index, key: property.key, head, object, work)
    var state = MemberState(head.extra, object, work)
    state.add(index, isRequired: property.isRequired)
    let plain = plainRest(state, from: index + 1, reading: index, object, work)
    return Cost.sum(
      costs.segments[Int(costs.firstSegment[number] + offset)],
      cost(of: property.value, besides: used(ties.forbidden, work), ofFirst: 1),
      rest(plain, state, from: index + 1, reading: index, ties: ties.count, object, work))
  }

  /// From after an additional key that is not known yet, without its colon.
  func tiedAfterKey(_ head: Head, _ object: ObjectSpecification, _ work: borrowing Workspace) -> Int32 {
    let number = head.position - object.propertyCount
    let kind = grammar.keyKinds[Int(object.firstKind + number)]
    var state = MemberState(head.extra, object, work)
    state.add(kind)
    let ties = ties(ofKind: number, head, object, work)
    let plain = plainRest(state, from: object.propertyCount, isReading: true, object, work)
    return Cost.sum(
      bound(kind.value, besides: ties.forbidden, work),
      rest(plain, state, from: object.propertyCount, ties: ties.count, object, work))
  }
}
