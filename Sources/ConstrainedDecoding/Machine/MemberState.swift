// SPDX-License-Identifier: Apache-2.0

/// What is remembered of the members of an open object: those whose keys have been read to the closing quote.
///
/// Kept as a record among the frames, so that heads stay small and share it; a new record is made for each member.
struct MemberState: BitwiseCopyable {
  /// Declared keys read, the first 64 by bit; in schema order none.
  var seen: UInt64 = 0
  /// Records of 64 further keys each, -1 for none.
  var seenMore: Int32 = -1
  var members: Int32 = 0
  /// Required members that are missing.
  var missing: Int32
  /// Duties met.
  var duties: UInt16 = 0
  /// Records of the additional keys read, -1 for none.
  var keys: Int32 = -1

  init(_ object: ObjectSpecification) { missing = object.requiredCount }

  init(_ extra: Int32, _ object: ObjectSpecification, _ work: borrowing Workspace) {
    self.init(object)
    let extra = ContentState.inner(extra, work)
    guard extra >= 0, work.frames[Int(extra)].node == Frame.memberState else { return }
    let record = work.frames[Int(extra)]
    seen = record.value
    seenMore = record.extra
    members = record.position
    missing = record.count
    duties = record.bits
    keys = record.parent
  }

  func push(_ work: inout Workspace) -> Int32 {
    var record = Frame(parent: keys, node: Frame.memberState)
    record.value = seen
    record.extra = seenMore
    record.position = members
    record.count = missing
    record.bits = duties
    return work.push(record)
  }

  /// Whether the declared key `index` has been read.
  @inline(__always)
  func hasSeen(_ index: Int32, _ work: borrowing Workspace) -> Bool {
    if index < 64 { return seen >> UInt64(index) & 1 != 0 }
    return hasSeenMore(index, work)
  }

  @inline(never)
  private func hasSeenMore(_ index: Int32, _ work: borrowing Workspace) -> Bool {
    var word = seenMore
    while word >= 0 {
      let record = work.frames[Int(word)]
      if record.position == index >> 6 { return record.value >> UInt64(index & 63) & 1 != 0 }
      word = record.parent
    }
    return false
  }

  mutating func insert(_ index: Int32, _ work: inout Workspace) {
    guard index >= 64 else {
      seen |= 1 << UInt64(index)
      return
    }
    // The words before the one that changes are written anew; those after it are shared.
    var before: [Frame] = []
    var word = seenMore
    var changed = Frame(parent: -1, node: Frame.seenKeys)
    changed.position = index >> 6
    while word >= 0 {
      let record = work.frames[Int(word)]
      word = record.parent
      if record.position == index >> 6 {
        changed.value = record.value
        break
      }
      before.append(record)
    }
    changed.value |= 1 << UInt64(index & 63)
    changed.parent = word
    seenMore = work.push(changed)
    for var record in before {
      record.parent = seenMore
      seenMore = work.push(record)
    }
  }

  /// Counts a member with the declared key `index`.
  mutating func add(_ index: Int32, isRequired: Bool) {
    members += 1
    if isRequired { missing -= 1 }
  }

  /// Counts a member with an additional key.
  mutating func add(_ kind: KeyKindSpecification) {
    members += 1
    duties |= kind.duty
  }
}

// Which members may come, so that the object can always be completed.
extension Machine {
  /// The records of the additional keys of an object, from `Head.extra` or `Frame.extra`.
  @inline(__always)
  func usedKeys(_ extra: Int32, _ work: borrowing Workspace) -> Int32 {
    let extra = ContentState.inner(extra, work)
    guard extra >= 0 else { return -1 }
    let record = work.frames[Int(extra)]
    return record.node == Frame.memberState ? record.parent : extra
  }

  @inline(__always)
  func memberState(_ head: Head, _ object: ObjectSpecification, _ work: borrowing Workspace) -> MemberState {
    MemberState(head.extra, object, work)
  }

  /// Whether the object may be closed.
  func isWhole(_ state: MemberState, _ object: ObjectSpecification) -> Bool {
    state.missing == 0 && state.duties == object.duties && state.members >= object.minimumMembers
  }

  /// How many members the object still needs for its required ones and duties.
  @inline(__always)
  func needed(_ state: MemberState, _ object: ObjectSpecification) -> Int32 {
    state.missing + Int32((object.duties & ~state.duties).nonzeroBitCount)
  }

  /// Members needed beyond required ones and duties.
  func padding(_ state: MemberState, _ object: ObjectSpecification) -> Int32 {
    max(object.minimumMembers - state.members - needed(state, object), 0)
  }

  /// Whether the object can be completed from `state`, its next declared property being `position` or a later one.
  ///
  /// Keys of kinds that run out are counted as if every additional key so far, and every member to come of such a kind, were
  /// taken from each of them: a member more then never makes it false that was true, if it meets a need.
  ///
  /// - Parameters:
  ///   - reading: a declared property, or an additional key with `propertyCount`, that is counted in `state` as a member but
  ///     not yet as a key.
  func canComplete(
    _ state: MemberState, from position: Int32, reading: Int32 = -1, _ object: ObjectSpecification,
    _ work: borrowing Workspace
  ) -> Bool {
    let needed = needed(state, object)
    guard state.members <= object.maximumMembers - needed else { return false }
    var padding = object.isEndless ? 0 : max(object.minimumMembers - state.members - needed, 0)
    let scarce = object.duties & ~state.duties & ~object.endlessDuties
    guard padding > 0 || scarce != 0 else { return true }
    if padding > 0 {
      for index in (object.isAnyOrder ? 0 : position)..<max(object.propertyCount, position) {
        let property = grammar.properties[Int(object.firstProperty + index)]
        if !property.isRequired, property.isShallow, index != reading,
          !object.isAnyOrder || !state.hasSeen(index, work)
        {
          padding -= 1
          if padding == 0 { break }
        }
      }
    }
    let demand = padding + Int32(scarce.nonzeroBitCount)
    guard demand > 0 else { return true }
    let used = count(ofRecords: state.keys, work) + (reading == object.propertyCount ? 1 : 0)
    func has(_ duty: UInt16) -> Bool {
      for kind in 0..<object.kindCount {
        let kind = grammar.keyKinds[Int(object.firstKind + kind)]
        if kind.isShallow, duty == 0 || kind.duty == duty, kind.supply - used >= demand { return true }
      }
      return false
    }
    if padding > 0, !has(0) { return false }
    var rest = scarce
    while rest != 0 {
      let duty = rest & (~rest &+ 1)
      if !has(duty) { return false }
      rest &= ~duty
    }
    return true
  }

  func count(ofRecords first: Int32, _ work: borrowing Workspace) -> Int32 {
    var count: Int32 = 0
    var index = first
    while index >= 0 {
      count += 1
      index = work.frames[Int(index)].parent
    }
    return count
  }

  /// Whether the declared property `index` may come next.
  @inline(__always)
  func canHave(property index: Int32, _ head: Head, _ object: ObjectSpecification, _ work: borrowing Workspace) -> Bool
  {
    let property = grammar.properties[Int(object.firstProperty + index)]
    guard canStart(property.value, head.depth) else { return false }
    guard object.hasState || head.isItem else { return true }
    var state = memberState(head, object, work)
    if object.isAnyOrder, state.hasSeen(index, work) { return false }
    if object.hasState {
      state.add(index, isRequired: property.isRequired)
      guard canComplete(state, from: index + 1, reading: index, object, work) else { return false }
    }
    return !head.isItem || canDiffer(property: index, head, object, work)
  }

  /// Whether a member with a key of the kind may come next.
  func canHave(kind number: Int32, _ head: Head, _ object: ObjectSpecification, _ work: borrowing Workspace) -> Bool {
    let kind = grammar.keyKinds[Int(object.firstKind + number)]
    guard canStart(kind.value, head.depth) else { return false }
    guard object.hasState else {
      return nextRequired(head, object) == object.propertyCount
        && (!head.isItem || canDiffer(kind: number, head, object, work))
    }
    var state = memberState(head, object, work)
    guard object.isAnyOrder || state.missing == 0 else { return false }
    state.add(kind)
    guard canComplete(state, from: object.propertyCount, reading: object.propertyCount, object, work) else {
      return false
    }
    if head.isItem { return canDiffer(kind: number, head, object, work) }
    if kind.supply == .max || kind.supply > count(ofRecords: state.keys, work) { return true }
    return hasFresh(grammar.strings + Int(kind.key), .init(), state.keys, work)
  }
}
