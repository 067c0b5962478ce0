// SPDX-License-Identifier: Apache-2.0

// Networks of rules: a head stands in a state of a rule, and hangs below a frame that knows who called the rule.
//
// A frame of a call lists its callers as records, since all that call a rule at one byte share it; this is the graph of
// Scott and Johnstone's GLL parsing. `Frame.parent` of a call is its last record, `Frame.position` its rule. A record's
// `parent` is the record before, `position` the caller's state after the call or -1 where the caller is complete then as
// well, `extra` the frame that the caller hangs below, `value` the caller's count of turns.
extension Machine {
  private static let isCall: UInt64 = 1 << 63
  /// Of a call: whether the whole text may end with it.
  private static let mayEnd: UInt64 = 1 << 61

  // Ambiguity has a price, since all readings are followed at once. Beyond these bounds the readings that are the longest
  // way from their end are given up: what is written still belongs to the grammar and can be completed as cheaply as
  // before, but some of what the grammar allows may be refused.
  private static let maximumCallers = 32
  static let maximumHeads = 256
  /// Heads of one step before the dearest are dropped; more are not made.
  static let maximumOutput = 4096

  /// A place in a rule.
  private struct Place {
    var node: Int32
    var state: Int32
    var count: Int32 = 0
    var parent: Int32
    var captures: Int32
    var depth: UInt8
  }

  @inline(__always)
  private func network(_ node: Int32) -> RuleNetworkView {
    grammar.networks[Int(grammar.nodes[Int(node)].specification)]
  }

  // MARK: Reading

  func beginRules(_ head: Head, _ byte: UInt8, _ work: inout Workspace) {
    let network = network(head.node)
    let place = Place(
      node: head.node, state: network.start, parent: head.parent, captures: head.captures, depth: head.depth)
    // The empty text is the caller's matter.
    read(place, network, byte, isBeginning: true, &work)
  }

  func stepRules(_ head: Head, _ byte: UInt8, _ work: inout Workspace) {
    let place = Place(
      node: head.node, state: head.state, count: head.count, parent: head.parent, captures: head.captures,
      depth: head.depth)
    read(place, network(head.node), byte, isBeginning: false, &work)
  }

  private func read(
    _ place: Place, _ network: RuleNetworkView, _ byte: UInt8, isBeginning: Bool, _ work: inout Workspace
  ) {
    var place = place
    var state = network.states[Int(place.state)]
    if state.counter >= 0 {
      let counter = network.counters[Int(state.counter)]
      if place.count < counter.maximum {
        call(counter.rule, after: place.state, counting: next(place.count, counter), place, network, byte, &work)
      }
      guard place.count >= counter.minimum else { return }
      place.state = counter.exit
      place.count = 0
      state = network.states[Int(place.state)]
    }
    let target = network.next[Int(place.state) * Int(network.classCount) + Int(network.byteClass[Int(byte)])]
    if target >= 0 {
      arrive(target, 0, place, network, &work)
    } else if target < -1 {
      let list = Int(-2 - target)
      for index in list + 1...list + Int(network.lists[list]) {
        arrive(network.lists[index], 0, place, network, &work)
      }
    }
    for index in state.firstCall..<state.firstCall + state.callCount {
      let next = network.calls[Int(index)]
      let counts = network.states[Int(next.after)].counter >= 0
      call(next.rule, after: next.after, counting: counts ? 1 : 0, place, network, byte, &work)
    }
    if state.isAccepting, !isBeginning { resume(place.parent, place.captures, Int(byte), &work) }
  }

  /// A count of turns after one more; what cannot matter is not counted.
  private func next(_ count: Int32, _ counter: RuleCounter) -> Int32 {
    counter.maximum == .max ? min(count + 1, counter.minimum) : count + 1
  }

  /// The head after a byte or call that led to `state`.
  private func arrive(
    _ state: Int32, _ count: Int32, _ place: Place, _ network: RuleNetworkView, _ work: inout Workspace
  ) {
    let row = network.states[Int(state)]
    guard Int(row.need) + Int(place.depth) <= grammar.maximumDepth else { return }
    if row.isFinal { return resume(place.parent, place.captures, -1, &work) }
    var head = Head(parent: place.parent, node: place.node, phase: .rules)
    head.state = state
    head.count = count
    head.captures = place.captures
    head.depth = place.depth
    emit(head, &work)
  }

  // MARK: Calls

  private func call(
    _ rule: Int32, after state: Int32, counting count: Int32, _ place: Place, _ network: RuleNetworkView, _ byte: UInt8,
    _ work: inout Workspace
  ) {
    let row = network.rules[Int(rule)]
    guard row.first.contains(byte) else { return }
    let after = network.states[Int(state)]
    var edge = RuleCallQueue.Edge(state: state, count: count, target: place.parent, depth: place.depth)
    var base = Int(place.depth)
    if after.isFinal {
      // The caller is complete when the call is: its own callers are called back in its place.
      edge = RuleCallQueue.Edge(state: -1, count: 0, target: place.parent, depth: 0)
      if place.parent >= 0 {
        let frame = work.frames[Int(place.parent)]
        if grammar.nodes[Int(frame.node)].kind == .rules {
          if network.rules[Int(frame.position)].isCounted { base -= 1 }
          let record = work.frames[Int(frame.parent)]
          if record.parent < 0 {
            edge = RuleCallQueue.Edge(
              state: record.position, count: Int32(truncatingIfNeeded: record.value), target: record.extra,
              depth: record.depth)
          }
        }
      }
    } else {
      guard Int(after.need) + Int(place.depth) <= grammar.maximumDepth else { return }
    }
    let depth = base + (row.isCounted ? 1 : 0)
    guard depth + Int(row.need) <= grammar.maximumDepth else { return }
    let call = RuleCallQueue.Call(
      rank: row.rank, rule: rule, node: place.node, captures: place.captures, depth: UInt8(depth))
    work.add(call, edge)
  }

  /// Reads `byte` in every rule that was called at it. Callers of a rule come before it, so that each is read once.
  func readCalls(_ byte: UInt8, _ work: inout Workspace) {
    while let (call, last) = work.nextCall() {
      let network = network(call.node)
      var record: Int32 = -1
      var mayEnd = false
      for edge in callers(last, call.node, work) {
        var frame = Frame(parent: record, node: call.node)
        frame.position = edge.state
        frame.extra = edge.target
        frame.value = Frame.caller | UInt64(UInt32(bitPattern: edge.count))
        frame.depth = edge.depth
        frame.closing = closing(ofRules: frame, work)
        mayEnd = mayEnd || canEnd(after: edge, network, work)
        record = work.push(frame)
      }
      var frame = Frame(parent: record, node: call.node)
      frame.position = call.rule
      frame.value = Self.isCall | (mayEnd ? Self.mayEnd : 0)
      frame.depth = call.depth
      frame.closing = closing(ofRules: frame, work)
      let place = Place(
        node: call.node, state: network.rules[Int(call.rule)].start, parent: work.push(frame), captures: call.captures,
        depth: call.depth)
      read(place, network, byte, isBeginning: true, &work)
    }
  }

  /// The callers of a list; the cheapest where there are too many.
  private func callers(_ last: Int32, _ node: Int32, _ work: borrowing Workspace) -> [RuleCallQueue.Edge] {
    var result: [RuleCallQueue.Edge] = []
    var index = last
    while index >= 0 {
      let (edge, previous) = work.queue.edges[Int(index)]
      result.append(edge)
      index = previous
    }
    guard result.count > Self.maximumCallers else { return result }
    let costs = result.map { edge in
      Cost.sum(
        edge.state < 0 ? 0 : cost(ofRules: node, edge.state, edge.count),
        edge.target < 0 ? 0 : work.frames[Int(edge.target)].closing)
    }
    let order = result.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }
    return order.prefix(Self.maximumCallers).map { result[$0] }
  }

  /// Drops the dearest heads where a step left too many.
  @inline(never)
  func limitHeads(_ work: inout Workspace) {
    let start = work.outputStart
    let costs = (start..<work.headCount).map { cost(work.heads[$0], work) }
    let order = costs.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }
    var isKept = [Bool](repeating: false, count: costs.count)
    for index in order.prefix(Self.maximumHeads) { isKept[index] = true }
    work.filterOutput { isKept[$0] }
  }

  /// Goes on in every caller of a rule that is complete.
  func resumeRules(_ index: Int32, _ captures: Int32, _ byte: Int, _ work: inout Workspace) {
    guard work.isFirstVisit(of: index, isReading: byte >= 0) else { return }
    let node = work.frames[Int(index)].node
    let network = network(node)
    var record = work.frames[Int(index)].parent
    let closing = work.frames[Int(index)].closing
    while record >= 0 {
      if work.returns <= 0 { record = cheapest(from: record, closing, work) }
      guard record >= 0 else { return }
      let frame = work.frames[Int(record)]
      record = frame.parent
      work.returns -= 1
      guard frame.position >= 0 else {
        resume(frame.extra, captures, byte, &work)
        continue
      }
      var place = Place(
        node: node, state: frame.position, count: Int32(truncatingIfNeeded: frame.value), parent: frame.extra,
        captures: captures, depth: frame.depth)
      let counter = network.states[Int(place.state)].counter
      if counter >= 0, place.count >= network.counters[Int(counter)].maximum {
        place.state = network.counters[Int(counter)].exit
        place.count = 0
      }
      if byte < 0 {
        arrive(place.state, place.count, place, network, &work)
      } else {
        read(place, network, UInt8(truncatingIfNeeded: byte), isBeginning: false, &work)
      }
    }
  }

  /// From `record` on the one whose caller is the nearest to its end, if it is `closing` away; else -1.
  private func cheapest(from record: Int32, _ closing: Int32, _ work: borrowing Workspace) -> Int32 {
    var record = record
    // Each record knows the least of itself and those before it.
    guard work.frames[Int(record)].closing == closing else { return -1 }
    while true {
      let earlier = work.frames[Int(record)].parent
      guard earlier >= 0, work.frames[Int(earlier)].closing == closing else { return record }
      record = earlier
    }
  }

  // MARK: Ends and costs

  func canEndInRules(_ state: Int32, _ count: Int32, _ network: RuleNetworkView) -> Bool {
    let row = network.states[Int(state)]
    guard row.counter >= 0 else { return row.isAccepting }
    let counter = network.counters[Int(row.counter)]
    return count >= counter.minimum && network.states[Int(counter.exit)].isAccepting
  }

  func canEndInRules(_ head: Head) -> Bool { canEndInRules(head.state, head.count, network(head.node)) }

  /// Whether the text may end with the call of a frame.
  func canEndBelowRules(_ frame: Frame) -> Bool { frame.value & Self.mayEnd != 0 }

  private func canEnd(after edge: RuleCallQueue.Edge, _ network: RuleNetworkView, _ work: borrowing Workspace) -> Bool {
    (edge.state < 0 || canEndInRules(edge.state, edge.count, network)) && canEnd(below: edge.target, work)
  }

  /// The fewest tokens from the end of a call, or from where a record or an earlier one goes on.
  func closing(ofRules frame: Frame, _ work: borrowing Workspace) -> Int32 {
    let earlier = frame.parent < 0 ? Cost.infinite : work.frames[Int(frame.parent)].closing
    guard frame.isCaller else { return earlier }
    let own = frame.position < 0 ? 0 : cost(ofRules: frame.node, frame.position, Int32(truncatingIfNeeded: frame.value))
    return min(earlier, Cost.sum(own, frame.extra < 0 ? 0 : work.frames[Int(frame.extra)].closing))
  }

  /// The fewest tokens from a state of a rule to its end.
  func cost(ofRules node: Int32, _ state: Int32, _ count: Int32) -> Int32 {
    let specification = Int(grammar.nodes[Int(node)].specification)
    let network = grammar.networks[specification]
    let costs = costs.networks[specification]
    let counter = network.states[Int(state)].counter
    guard counter >= 0 else { return costs.states[Int(state)] }
    let row = network.counters[Int(counter)]
    return Cost.sum(
      Cost.times(row.minimum - count, costs.rules[Int(row.rule)]), costs.states[Int(row.exit)])
  }
}
