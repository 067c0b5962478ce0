// SPDX-License-Identifier: Apache-2.0

/// What is remembered of the items of an open array: how often each tally has been raised, and, where items must differ, the
/// hashes of those that are finished.
///
/// Kept as a record among the frames, as `MemberState` is. An item raises its tallies when it begins.
struct ItemState: BitwiseCopyable {
  /// Of tallies without an upper bound, as many as matter.
  var tallies: SIMD4<Int32> = .zero
  /// Records of the items finished, -1 for none.
  var items: Int32 = -1
  /// Items finished, up to 65,535.
  var count: UInt16 = 0

  init() {}

  init(_ extra: Int32, _ work: borrowing Workspace) {
    let extra = ContentState.inner(extra, work)
    guard extra >= 0 else { return }
    let record = work.frames[Int(extra)]
    tallies[0] = Int32(truncatingIfNeeded: record.value)
    tallies[1] = Int32(truncatingIfNeeded: record.value >> 32)
    tallies[2] = record.position
    tallies[3] = record.count
    items = record.parent
    count = record.bits
  }

  func push(_ work: inout Workspace) -> Int32 {
    var record = Frame(parent: items, node: Frame.itemState)
    record.value = UInt64(UInt32(bitPattern: tallies[0])) | UInt64(UInt32(bitPattern: tallies[1])) << 32
    record.position = tallies[2]
    record.count = tallies[3]
    record.bits = count
    return work.push(record)
  }

  /// Records an item that is finished.
  mutating func finish(_ value: ValueRecord, _ work: inout Workspace) {
    items = value.push(before: items, &work)
    if count < .max { count += 1 }
  }
}

// Which items may come, so that the array can always be completed.
extension Machine {
  @inline(__always)
  func planner(_ array: ArraySpecification) -> ItemPlanner {
    ItemPlanner(array: array, itemLists: grammar.itemLists, items: grammar.items, tallies: grammar.tallies)
  }

  /// What the array needs after `position` items, in tokens.
  ///
  /// Of items that must differ, each is taken to cost as much as the dearest of as many values as may be needed: with one more
  /// than are planned, the bound holds whichever value the item that has begun turns out to be.
  func plan(
    _ state: ItemState, from position: Int32, begun: Int32 = 0, _ array: ArraySpecification,
    _ work: borrowing Workspace
  ) -> ItemPlan {
    let planner = planner(array)
    let nodes = costs.nodes
    guard array.isUnique else {
      return planner.plan(state, from: position, begun: begun, comma: Cost.sum(costs.byte(","), costs.nextGap)) {
        nodes[Int($0)]
      }
    }
    let plan = planner.plan(state, from: position, begun: begun)
    guard plan.count > 0, plan.isPossible else { return plan }
    let frames = UnsafePointer(work.frames)
    return planner.plan(state, from: position, begun: begun, comma: Cost.sum(costs.byte(","), costs.nextGap)) { node in
      cost(of: node, besides: UsedValues(state.items, frames), ofFirst: plan.count + begun + 1)
    }
  }

  /// The state after an item of this alternative begins; nil where it may not.
  func beginning(
    _ item: ItemSpecification, _ head: Head, _ array: ArraySpecification, _ work: borrowing Workspace
  ) -> ItemState? {
    guard head.position < array.maximum, canStart(item.value, head.depth) else { return nil }
    guard array.hasState || head.isItem else { return ItemState() }
    let old = ItemState(head.extra, work)
    let planner = planner(array)
    guard let state = planner.raised(old, item),
      planner.plan(state, from: head.position + 1, begun: 1).isPossible
    else { return nil }
    let used = usedValues(beginning: item, head, array, work)
    if !used.isEmpty, item.supply != .max, used.count >= item.supply,
      !hasFreshValue(item.value, used, head.depth)
    {
      return nil
    }
    return state
  }
}
