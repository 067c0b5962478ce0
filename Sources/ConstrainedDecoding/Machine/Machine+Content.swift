// SPDX-License-Identifier: Apache-2.0

// Containers that must differ from others: items of unique arrays, and what these hold.
//
// A value used is a candidate of an open container as long as everything the container holds is in it as well. At each step the
// machine bounds from below in how many ways the container can still be completed (`completions`), and refuses those values
// after which as many candidates are left as there are ways on, or more. So there is always a way that gives a new value.
extension Machine {
  /// The records of the values that a value below `parent` must differ from.
  func differing(below parent: Int32, _ work: borrowing Workspace) -> Int32 {
    guard parent >= 0 else { return -1 }
    let frame = work.frames[Int(parent)]
    if frame.isCompared { return ContentState(frame.extra, work).differing }
    return isUniqueItem(below: parent, work) ? ItemState(frame.extra, work).items : -1
  }

  /// Whether the container that `head` can close is none of those it must differ from.
  func isNew(_ head: Head, _ kind: ValueRecord.Kind, _ work: borrowing Workspace) -> Bool {
    guard head.isItem else { return true }
    let used = differing(below: head.parent, work)
    guard used >= 0 else { return true }
    return !contains(value(of: head, kind, work).hash, used, work)
  }

  /// The value of the container that `head` closes.
  func value(of head: Head, _ kind: ValueRecord.Kind, _ work: borrowing Workspace) -> ValueRecord {
    guard head.isItem else { return ValueRecord(hash: 0) }
    return ValueRecord(kind, parts: ContentState(head.extra, work).parts, UnsafePointer(work.frames))
  }

  // MARK: Candidates

  /// The values used that the container `node` with `parts` can still become.
  func candidates(
    _ node: Int32, _ parts: Int32, besides used: Int32, _ work: borrowing Workspace
  ) -> [Int32] {
    guard used >= 0 else { return [] }
    let frames = UnsafePointer(work.frames)
    let isArray = grammar.nodes[Int(node)].kind == .array
    let count = self.count(ofRecords: parts, work)
    var result: [Int32] = []
    UsedValues(used, frames).forEachRecord { index in
      let record = frames[Int(index)]
      guard record.isRecord(of: isArray ? .array : .object), record.closing >= count else { return }
      guard isArray ? begins(record, with: parts, count, frames) : holds(record, parts, frames) else { return }
      if mayBe(record, node, frames) { result.append(index) }
    }
    return result
  }

  private func begins(_ record: Frame, with parts: Int32, _ count: Int32, _ frames: UnsafePointer<Frame>) -> Bool {
    var own = parts
    var other = record.extra
    for _ in 0..<record.closing - count { other = frames[Int(other)].parent }
    while own >= 0 {
      if frames[Int(own)].value != frames[Int(other)].value { return false }
      own = frames[Int(own)].parent
      other = frames[Int(other)].parent
    }
    return true
  }

  private func holds(_ record: Frame, _ parts: Int32, _ frames: UnsafePointer<Frame>) -> Bool {
    var own = parts
    while own >= 0 {
      let part = frames[Int(own)]
      let other = member(of: record, key: part.key, frames)
      guard other >= 0, frames[Int(other)].value == part.value else { return false }
      own = part.parent
    }
    return true
  }

  private func member(of record: Frame, key: UInt64, _ frames: UnsafePointer<Frame>) -> Int32 {
    var index = record.extra
    while index >= 0, frames[Int(index)].key != key { index = frames[Int(index)].parent }
    return index
  }

  /// The declared property with a key; nil for none.
  private func property(_ key: UInt64, _ object: ObjectSpecification) -> Int32? {
    (0..<object.propertyCount).first { grammar.properties[Int(object.firstProperty + $0)].key == key }
  }

  /// Numbers that are looked through.
  private static let mostNumbers: Int32 = 4
  /// Literals that are looked through.
  private static let mostLiterals: Int32 = 64

  /// Whether `node` may have a value; true where that is not known.
  func mayBe(_ record: Frame, _ node: Int32, _ frames: UnsafePointer<Frame>) -> Bool {
    let row = grammar.nodes[Int(node)]
    switch row.kind {
    case .literals: return mayBe(record, literal: row.specification)
    case .string: return record.isRecord(of: .scalar)
    case .number:
      guard record.isRecord(of: .scalar) else { return false }
      let supply = grammar.supplies[Int(node)]
      guard supply > 0, supply <= Self.mostNumbers else { return true }
      var used = UsedValues(-1, frames)
      while let found = freshNumber(0, NumberHash(), Int(row.specification), used), used.more.count < supply {
        if found.value == record.value { return true }
        used.more.append(found.value)
      }
      return false
    case .array:
      let array = grammar.arrays[Int(row.specification)]
      guard record.isRecord(of: .array), record.closing >= array.minimum, record.closing <= array.maximum else {
        return false
      }
      let planner = planner(array)
      var place = record.closing
      var index = record.extra
      while index >= 0 {
        place -= 1
        let part = frames[Int(index)]
        index = part.parent
        let list = planner.alternatives(at: place)
        let isOne = (list.first..<list.first + list.count).contains {
          mayBe(part, grammar.items[Int($0)].value, frames)
        }
        if !isOne { return false }
      }
      return true
    case .object:
      let object = grammar.objects[Int(row.specification)]
      guard record.isRecord(of: .object), record.closing >= object.requiredCount,
        record.closing <= object.maximumMembers
      else { return false }
      var required = object.requiredCount
      var index = record.extra
      while index >= 0 {
        let part = frames[Int(index)]
        index = part.parent
        guard let property = property(part.key, object) else {
          if object.kindCount == 0 { return false }
          continue
        }
        let specification = grammar.properties[Int(object.firstProperty + property)]
        if specification.isRequired { required -= 1 }
        if !mayBe(part, specification.value, frames) { return false }
      }
      return required == 0
    case .choice:
      let list = grammar.choices[Int(row.specification)]
      return (list.first..<list.first + list.count).contains { mayBe(record, grammar.lists[Int($0)], frames) }
    default: return true
    }
  }

  private func mayBe(_ record: Frame, literal root: Int32) -> Bool {
    var open = [root]
    var rest = Self.mostLiterals
    while let number = open.popLast() {
      let node = grammar.literalNodes[Int(number)]
      if node.entry >= 0 {
        if grammar.literalValues[Int(number)] == record.value { return true }
        rest -= 1
        if rest == 0 { return true }
      }
      for row in node.firstChild..<node.firstChild + node.childCount {
        open.append(grammar.literalChildren[Int(row)].node)
      }
    }
    return false
  }

  // MARK: Objects

  /// In how many ways an object goes on, at least.
  ///
  /// - Parameter reading: a declared property, or an additional key with `propertyCount`, that is counted in `state` as a member
  ///   but not yet as a key.
  func completions(
    _ state: MemberState, from position: Int32, reading: Int32 = -1, _ object: ObjectSpecification,
    _ work: borrowing Workspace
  ) -> Int32 {
    let needed = object.hasState ? needed(state, object) : 0
    var members = CompletionCount.Members(
      room: object.maximumMembers == .max ? .max : object.maximumMembers - state.members - needed,
      padding: object.hasState ? padding(state, object) : 0, isAnyOrder: object.isAnyOrder, isEndless: object.isEndless)
    for index in (object.isAnyOrder ? 0 : position)..<max(object.propertyCount, position) {
      let property = grammar.properties[Int(object.firstProperty + index)]
      if index == reading || object.isAnyOrder && state.hasSeen(index, work) { continue }
      let values = max(grammar.supplies[Int(property.value)], 1)
      if property.isRequired {
        members.required = CompletionCount.product(members.required, values)
      } else if property.isShallow {
        members.optional.append(values)
      }
    }
    let used = count(ofRecords: state.keys, work) + (reading == object.propertyCount ? 1 : 0)
    for number in 0..<object.kindCount {
      let kind = grammar.keyKinds[Int(object.firstKind + number)]
      guard kind.isShallow, kind.supply != .max else { continue }
      let keys = kind.supply - used
      if keys > members.keys { (members.keys, members.keyValues) = (keys, max(grammar.supplies[Int(kind.value)], 1)) }
    }
    return CompletionCount.count(members)
  }

  /// In how many ways an object goes on once a member with a declared key, or one of a kind, has come.
  ///
  /// - Parameter isRead: whether its key has been read already.
  private func completions(
    after property: Int32, isRead: Bool, _ head: Head, _ object: ObjectSpecification, _ work: borrowing Workspace
  ) -> Int32 {
    var state = memberState(head, object, work)
    if isRead, object.hasState || property >= object.propertyCount {
      return completions(state, from: min(property + 1, object.propertyCount), object, work)
    }
    guard property < object.propertyCount else {
      state.add(grammar.keyKinds[Int(object.firstKind + property - object.propertyCount)])
      return completions(state, from: object.propertyCount, reading: object.propertyCount, object, work)
    }
    state.add(property, isRequired: grammar.properties[Int(object.firstProperty + property)].isRequired)
    return completions(state, from: property + 1, reading: property, object, work)
  }

  /// The candidates of the object of `head` that go on with the key `key`, or with any where it is nil: those without
  /// declared keys that can no longer come.
  private func candidates(
    going key: UInt64?, _ position: Int32, _ head: Head, _ object: ObjectSpecification, _ work: borrowing Workspace
  ) -> [Int32] {
    let used = differing(below: head.parent, work)
    guard used >= 0 else { return [] }
    let parts = ContentState(head.extra, work).parts
    let frames = UnsafePointer(work.frames)
    let own = count(ofRecords: parts, work)
    return candidates(head.node, parts, besides: used, work).compactMap { candidate in
      let record = frames[Int(candidate)]
      guard record.closing > own else { return nil }
      if !object.isAnyOrder {
        var index = record.extra
        while index >= 0 {
          let part = frames[Int(index)]
          if let property = property(part.key, object), property < min(position, object.propertyCount),
            !isPart(part.key, parts, frames)
          {
            return nil
          }
          index = part.parent
        }
      }
      guard let key else { return candidate }
      let member = member(of: record, key: key, frames)
      return member >= 0 ? member : nil
    }
  }

  private func isPart(_ key: UInt64, _ parts: Int32, _ frames: UnsafePointer<Frame>) -> Bool {
    var index = parts
    while index >= 0 {
      if frames[Int(index)].key == key { return true }
      index = frames[Int(index)].parent
    }
    return false
  }

  /// Of the values at one place of the candidates, those that as many candidates have as there are ways on, or more.
  func forbidden(_ values: [Int32], _ completions: Int32, _ work: borrowing Workspace) -> [Int32] {
    guard values.count >= completions else { return [] }
    var counts: [UInt64: (first: Int32, count: Int)] = [:]
    for index in values { counts[work.frames[Int(index)].value, default: (index, 0)].count += 1 }
    return counts.values.filter { $0.count >= completions }.map(\.first).sorted()
  }

  /// Values that the member `property`, or one of a kind with the key `key`, must differ from, and how many candidates there
  /// may be after it.
  func ties(
    property: Int32, key: UInt64, isRead: Bool = false, _ head: Head, _ object: ObjectSpecification,
    _ work: borrowing Workspace
  ) -> (forbidden: [Int32], count: Int32) {
    let values = candidates(going: key, property, head, object, work)
    guard !values.isEmpty else { return ([], 0) }
    let completions = completions(after: property, isRead: isRead, head, object, work)
    return (forbidden(values, completions, work), min(Int32(values.count), completions - 1))
  }

  /// Candidates that may be left after a member with an additional key that is not known yet, and how many values may be
  /// forbidden there.
  func ties(
    ofKind number: Int32, _ head: Head, _ object: ObjectSpecification, _ work: borrowing Workspace
  ) -> (forbidden: Int32, count: Int32) {
    let position = object.propertyCount + number
    let count = Int32(candidates(going: nil, position, head, object, work).count)
    guard count > 0 else { return (0, 0) }
    let completions = completions(after: position, isRead: false, head, object, work)
    return (count >= completions ? count : 0, min(count, completions - 1))
  }

  /// Candidates that the object of `head` can still become by going on, or as it is.
  func tieCount(_ head: Head, isOpen: Bool, _ object: ObjectSpecification, _ work: borrowing Workspace) -> Int32 {
    if !isOpen { return Int32(candidates(going: nil, head.position, head, object, work).count) }
    let parts = ContentState(head.extra, work).parts
    return Int32(candidates(head.node, parts, besides: differing(below: head.parent, work), work).count)
  }

  /// Whether the declared property can have a value that leads to a new object.
  func canDiffer(
    property index: Int32, _ head: Head, _ object: ObjectSpecification, _ work: borrowing Workspace
  ) -> Bool {
    let property = grammar.properties[Int(object.firstProperty + index)]
    let forbidden = ties(property: index, key: property.key, head, object, work).forbidden
    return forbidden.isEmpty || hasFreshValue(property.value, used(forbidden, work), head.depth)
  }

  /// Keys of the kind `number` after which no value leads to a new object.
  func closedKeys(
    ofKind number: Int32, _ head: Head, _ object: ObjectSpecification, _ work: borrowing Workspace
  ) -> [UInt64] {
    let position = object.propertyCount + number
    let candidates = candidates(going: nil, position, head, object, work)
    guard !candidates.isEmpty else { return [] }
    let completions = completions(after: position, isRead: false, head, object, work)
    guard candidates.count >= completions else { return [] }
    let parts = ContentState(head.extra, work).parts
    let frames = UnsafePointer(work.frames)
    var values: [UInt64: [Int32]] = [:]
    for candidate in candidates {
      var index = frames[Int(candidate)].extra
      while index >= 0 {
        let part = frames[Int(index)]
        if !isPart(part.key, parts, frames), property(part.key, object) == nil {
          values[part.key, default: []].append(index)
        }
        index = part.parent
      }
    }
    let node = grammar.keyKinds[Int(object.firstKind + number)].value
    return values.filter { _, values in
      let forbidden = forbidden(values, completions, work)
      return !forbidden.isEmpty && !hasFreshValue(node, used(forbidden, work), head.depth)
    }.map(\.key).sorted()
  }

  /// Whether there is a key of the kind that leads to a new object.
  func canDiffer(
    kind number: Int32, _ head: Head, _ object: ObjectSpecification, _ work: borrowing Workspace
  ) -> Bool {
    let kind = grammar.keyKinds[Int(object.firstKind + number)]
    var used = UsedValues(usedKeys(head.extra, work), work)
    used.more = closedKeys(ofKind: number, head, object, work)
    if kind.supply == .max || used.isEmpty || kind.supply > used.count { return true }
    return hasFresh(grammar.strings + Int(kind.key), .init(), used)
  }

  func used(_ records: [Int32], _ work: borrowing Workspace) -> UsedValues {
    var used = UsedValues(-1, work)
    used.records = records
    return used
  }

  // MARK: Arrays

  /// In how many ways an array of `position` items goes on, at least; 1 where it may only be closed.
  func completions(
    _ state: ItemState, from position: Int32, _ array: ArraySpecification, _ work: borrowing Workspace
  ) -> Int32 {
    let planner = planner(array)
    func values(_ place: Int32) -> Int32 {
      var most: Int32 = 0
      let list = planner.alternatives(at: place)
      for index in list.first..<list.first + list.count {
        let item = grammar.items[Int(index)]
        if item.isShallow { most = max(most, grammar.supplies[Int(item.value)]) }
      }
      return array.isUnique && most != .max ? most - place : most
    }
    let rest = grammar.itemLists[Int(array.rest)]
    let isEndless =
      array.maximum == .max
      && (rest.first..<rest.first + rest.count).contains { index in
        let item = grammar.items[Int(index)]
        return item.isShallow && planner.isUnbounded(item)
          && (!array.isUnique || grammar.supplies[Int(item.value)] == .max)
      }
    if isEndless { return .max }
    if array.tallyCount > 0 { return 1 }
    return CompletionCount.count(
      from: position, minimum: array.minimum, maximum: array.maximum, isEndless: false, values)
  }

  /// The items of the candidates of the array of `head` that come after its own.
  private func nextItems(_ head: Head, _ work: borrowing Workspace) -> [Int32] {
    let used = differing(below: head.parent, work)
    guard used >= 0 else { return [] }
    let parts = ContentState(head.extra, work).parts
    let frames = UnsafePointer(work.frames)
    let own = count(ofRecords: parts, work)
    return candidates(head.node, parts, besides: used, work).compactMap { candidate in
      let record = frames[Int(candidate)]
      guard record.closing > own else { return nil }
      var index = record.extra
      for _ in 0..<record.closing - own - 1 { index = frames[Int(index)].parent }
      return index
    }
  }

  /// Values that an item must differ from by what the array must differ from, and how many candidates there may be after it.
  func ties(
    beginning item: ItemSpecification, _ head: Head, _ array: ArraySpecification, _ work: borrowing Workspace
  ) -> (forbidden: [Int32], count: Int32) {
    let values = nextItems(head, work)
    guard !values.isEmpty else { return ([], 0) }
    let state = ItemState(head.extra, work)
    let completions = completions(
      planner(array).raised(state, item) ?? state, from: itemCount(head, work) + 1, array, work)
    return (forbidden(values, completions, work), min(Int32(values.count), completions - 1))
  }

  /// Candidates that the array of `head` can still become by going on, or as it is.
  func tieCount(_ head: Head, isOpen: Bool, _ work: borrowing Workspace) -> Int32 {
    if !isOpen { return Int32(nextItems(head, work).count) }
    let parts = ContentState(head.extra, work).parts
    return Int32(candidates(head.node, parts, besides: differing(below: head.parent, work), work).count)
  }

  /// Items finished, of an array whose parts are remembered.
  func itemCount(_ head: Head, _ work: borrowing Workspace) -> Int32 {
    head.isItem ? count(ofRecords: ContentState(head.extra, work).parts, work) : head.position
  }

  /// Everything that an item must differ from.
  func usedValues(
    beginning item: ItemSpecification, _ head: Head, _ array: ArraySpecification, _ work: borrowing Workspace
  ) -> UsedValues {
    var used = UsedValues(array.isUnique ? ItemState(head.extra, work).items : -1, work)
    if head.isItem { used.records = ties(beginning: item, head, array, work).forbidden }
    return used
  }

  /// A list of the records, before those of `rest`.
  func list(_ records: [Int32], before rest: Int32, _ work: inout Workspace) -> Int32 {
    var list = rest
    for index in records {
      var record = work.frames[Int(index)]
      record.parent = list
      list = work.push(record)
    }
    return list
  }
}

extension ItemPlanner {
  /// Whether any number of the item may come, as far as tallies go.
  func isUnbounded(_ item: ItemSpecification) -> Bool {
    (0..<Int(array.tallyCount)).allSatisfy { item.tallies >> UInt8($0) & 1 == 0 || tally($0).maximum == .max }
  }
}
