// SPDX-License-Identifier: Apache-2.0

// How many more tokens containers need, at most, that must differ from others.
//
// With `ties` values used that the container can still become, the strategy goes on until none is left: each time the container
// could be closed but for one, there is one less. Values are bounded by the dearest of one more than there are ties.
extension Machine {
  /// A bound for a value of `node` that is none of `count` others, whichever these are.
  func bound(_ node: Int32, besides count: Int32, _ work: borrowing Workspace) -> Int32 {
    let supply = grammar.supplies[Int(node)]
    let count = supply == .max ? count : max(min(count, supply - 1), 0)
    return count == 0 ? costs.nodes[Int(node)] : cost(of: node, besides: UsedValues(-1, work), ofFirst: count + 1)
  }

  /// For a container: from the bound without ties.
  func containerBound(_ node: Int32, ties count: Int32) -> Int32 {
    let row = grammar.nodes[Int(node)]
    let supply = grammar.supplies[Int(node)]
    let ties = min(count, supply == .max ? .max : supply - 1)
    guard ties > 0 else { return costs.nodes[Int(node)] }
    let gaps = Cost.sum(costs.firstGap, costs.endGap)
    let work = Workspace(headCapacity: 1, frameCapacity: 1)
    if row.kind == .object {
      let object = grammar.objects[Int(row.specification)]
      return Cost.sum(
        gaps, 1, rest(costs.nodes[Int(node)], MemberState(object), from: 0, ties: ties, object, work))
    }
    let array = grammar.arrays[Int(row.specification)]
    return Cost.sum(gaps, 1, rest(costs.nodes[Int(node)], from: 0, ties: ties, array, work))
  }

  /// From after a value to the end of an object.
  ///
  /// - Parameter plain: the bound without ties.
  func rest(
    _ plain: Int32, _ state: MemberState, from position: Int32, reading: Int32 = -1, ties: Int32,
    _ object: ObjectSpecification, _ work: borrowing Workspace
  ) -> Int32 {
    guard ties > 0 else { return plain }
    let missing = object.hasState ? needed(state, object) : 0
    let room = object.maximumMembers == .max ? .max : max(object.maximumMembers - state.members - missing, 0)
    var sum = object.kindCount == 0 ? Cost.sum(costs.endGap, costs.byte("}")) : plain
    if !object.isEndless || room == 0 {
      for index in (object.isAnyOrder ? 0 : position)..<max(object.propertyCount, position) {
        let number = Int(object.firstProperty + index)
        let property = grammar.properties[number]
        guard property.isRequired || property.isShallow, index != reading,
          !(object.isAnyOrder && state.hasSeen(index, work))
        else { continue }
        sum = Cost.sum(
          sum, costs.segments[Int(costs.firstSegment[number])], bound(property.value, besides: ties, work))
      }
    }
    guard object.kindCount > 0 else { return sum }
    let needed = object.hasState ? (object.duties & ~state.duties).nonzeroBitCount : 0
    let times = Cost.sum(min(ties, room), Int32(needed), object.hasState ? padding(state, object) : 0)
    guard times > 0 else { return sum }
    let used = count(ofRecords: state.keys, work)
    var dearest: Int32 = 0
    for number in 0..<object.kindCount {
      let kind = grammar.keyKinds[Int(object.firstKind + number)]
      guard kind.isShallow, kind.supply == .max || !object.isEndless || needed > 0 else { continue }
      let keys = kind.supply == .max ? Cost.sum(ties, 2) : max(kind.supply - used, 1)
      let cost = Cost.sum(
        costs.byte(","), costs.nextGap,
        member(kind, state, ofFirst: keys, value: bound(kind.value, besides: ties, work), work))
      dearest = object.isEndless && needed == 0 && dearest > 0 ? min(dearest, cost) : max(dearest, cost)
    }
    return Cost.sum(sum, Cost.times(times, dearest))
  }

  /// From after an item to the end of an array of `count` items.
  func rest(
    _ plain: Int32, from count: Int32, ties: Int32, _ array: ArraySpecification, _ work: borrowing Workspace
  ) -> Int32 {
    guard ties > 0 else { return plain }
    let planner = planner(array)
    let more = min(array.maximum == .max ? .max : array.maximum - count, Cost.sum(max(array.minimum - count, 0), ties))
    var sum = plain
    for place in count..<count + min(max(more, 0), TextSearch.mostListed) {
      var dearest: Int32 = 0
      let list = planner.alternatives(at: place)
      for index in list.first..<list.first + list.count {
        let item = grammar.items[Int(index)]
        guard item.isShallow else { continue }
        dearest = max(dearest, bound(item.value, besides: Cost.sum(ties, array.isUnique ? place : 0), work))
      }
      let cost = Cost.sum(costs.byte(","), costs.nextGap, dearest)
      // What comes after the places listed is no dearer than the last of them.
      let times = place == count + TextSearch.mostListed - 1 ? more - (place - count) : 1
      sum = Cost.sum(sum, Cost.times(times, cost))
    }
    return sum
  }

  /// A container whose parts are remembered, as a head: what stands above `frame`'s child.
  func container(_ frame: Frame) -> Head {
    var head = Head(parent: frame.parent, node: frame.node, phase: .objectValue)
    head.extra = frame.extra
    head.position = frame.position
    head.depth = frame.depth
    head.isItem = true
    return head
  }
}
