// SPDX-License-Identifier: Apache-2.0

/// How an array is completed: the items that it needs in any case, by a fixed strategy.
struct ItemPlan: BitwiseCopyable {
  /// Whether the strategy leads to the end.
  var isPossible: Bool
  /// Tokens of the items, each with a comma before it.
  var cost: Int32 = 0
  /// Tokens of the first item alone.
  var first: Int32 = 0
  var count: Int32 = 0
}

/// Plans the rest of an array.
///
/// Each place takes, of the alternatives that are allowed, one that raises the most tallies still missing, the first of equals;
/// so from the state after a planned item, the plan is the rest of the plan before.
struct ItemPlanner: BitwiseCopyable {
  var array: ArraySpecification
  var itemLists: UnsafePointer<ListSpecification>
  var items: UnsafePointer<ItemSpecification>
  var tallies: UnsafePointer<TallySpecification>

  @inline(__always)
  func tally(_ index: Int) -> TallySpecification { tallies[Int(array.firstTally) + index] }

  @inline(__always)
  func alternatives(at position: Int32) -> ListSpecification {
    itemLists[Int(position < array.prefixCount ? array.firstPrefix + position : array.rest)]
  }

  /// The state after an item begins; nil where it would raise a tally above its maximum.
  @inline(__always)
  func raised(_ state: ItemState, _ item: ItemSpecification, times: Int32 = 1) -> ItemState? {
    var state = state
    for index in 0..<Int(array.tallyCount) where item.tallies >> UInt8(index) & 1 != 0 {
      let tally = tally(index)
      if tally.maximum == .max {
        state.tallies[index] = min(state.tallies[index] &+ times, tally.minimum)
      } else {
        guard state.tallies[index] <= tally.maximum - times else { return nil }
        state.tallies[index] += times
      }
    }
    return state
  }

  /// Tallies that are below their minimum, a bit for each.
  @inline(__always)
  func missing(_ state: ItemState) -> UInt8 {
    var missing: UInt8 = 0
    for index in 0..<Int(array.tallyCount) where state.tallies[index] < tally(index).minimum {
      missing |= 1 << UInt8(index)
    }
    return missing
  }

  /// What the array needs after `position` items.
  ///
  /// - Parameters:
  ///   - begun: items that have begun and are not yet finished, 1 or 0.
  ///   - comma: tokens of a comma.
  ///   - cost: tokens of a node.
  func plan(
    _ state: ItemState, from position: Int32, begun: Int32, comma: Int32 = 0, _ cost: (Int32) -> Int32 = { _ in 0 }
  ) -> ItemPlan {
    var state = state
    var plan = ItemPlan(isPossible: true)
    var position = position
    // The fewest values of an alternative that was chosen.
    var supply = Int32.max
    while true {
      let missing = missing(state)
      if missing == 0, position >= array.minimum { break }
      guard let item = best(state, position, missing) else {
        plan.isPossible = false
        return plan
      }
      let times = times(item, state, position, missing)
      state = raised(state, item, times: times) ?? state
      let cost = cost(item.value)
      if plan.count == 0 { plan.first = cost }
      plan.cost = Cost.sum(plan.cost, Cost.times(times, Cost.sum(comma, cost)))
      plan.count += times
      position += times
      supply = min(supply, item.supply)
    }
    if array.isUnique, supply != .max, plan.count > 0, supply < Int32(state.count) + begun + plan.count {
      plan.isPossible = false
    }
    return plan
  }

  private func best(_ state: ItemState, _ position: Int32, _ missing: UInt8) -> ItemSpecification? {
    guard position < array.maximum else { return nil }
    var best: ItemSpecification?
    var bestGain = 0
    let list = alternatives(at: position)
    for index in list.first..<list.first + list.count {
      let item = items[Int(index)]
      guard item.isShallow, raised(state, item) != nil else { continue }
      let gain = (item.tallies & missing).nonzeroBitCount * 8 - item.tallies.nonzeroBitCount
      if best == nil || gain > bestGain { (best, bestGain) = (item, gain) }
    }
    guard let best else { return nil }
    // After the first places, an item that raises nothing brings nothing.
    return missing == 0 || position < array.prefixCount || best.tallies & missing != 0 ? best : nil
  }

  /// How many items at once change nothing in the choice.
  private func times(_ item: ItemSpecification, _ state: ItemState, _ position: Int32, _ missing: UInt8) -> Int32 {
    guard position >= array.prefixCount else { return 1 }
    var times = missing == 0 ? array.minimum - position : array.maximum - position
    for index in 0..<Int(array.tallyCount) where item.tallies >> UInt8(index) & 1 != 0 {
      let tally = tally(index)
      if missing >> UInt8(index) & 1 != 0 { times = min(times, tally.minimum - state.tallies[index]) }
      if tally.maximum != .max { times = min(times, tally.maximum - state.tallies[index]) }
    }
    return times
  }
}
