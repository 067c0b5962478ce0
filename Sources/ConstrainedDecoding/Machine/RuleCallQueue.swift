// SPDX-License-Identifier: Apache-2.0

/// Calls of rules that the byte being read begins. They wait until every head has been asked, so that all that call one rule
/// here share one reading of it: an ambiguous grammar then takes time in proportion to its size, not to its readings.
struct RuleCallQueue {
  /// Calls of one rule, at one level, after one history of captures.
  struct Call {
    var rank: Int32
    var rule: Int32
    var node: Int32
    var captures: Int32
    var depth: UInt8
    /// Its callers are a list in `edges` from here, the last first.
    var lastEdge: Int32 = -1

    func isBefore(_ other: Call) -> Bool {
      if rank != other.rank { return rank < other.rank }
      if rule != other.rule { return rule < other.rule }
      if node != other.node { return node < other.node }
      if depth != other.depth { return depth < other.depth }
      return captures < other.captures
    }
  }
  /// Where a caller goes on.
  struct Edge: Equatable {
    /// State of the caller's rule, or -1 to complete the caller as well.
    var state: Int32
    var count: Int32
    /// The frame that the caller hangs below.
    var target: Int32
    var depth: UInt8
  }
  private(set) var calls: [Call] = []
  private(set) var edges: [(edge: Edge, previous: Int32)] = []

  var isEmpty: Bool { calls.isEmpty }

  /// Adds a caller at or after `index`, the calls before it being done.
  mutating func add(_ call: Call, _ edge: Edge, from index: Int) {
    var low = index
    var high = calls.count
    while low < high {
      let middle = (low + high) / 2
      if calls[middle].isBefore(call) { low = middle + 1 } else { high = middle }
    }
    if low == calls.count || call.isBefore(calls[low]) { calls.insert(call, at: low) }
    var known = calls[low].lastEdge
    while known >= 0 {
      if edges[Int(known)].edge == edge { return }
      known = edges[Int(known)].previous
    }
    edges.append((edge, calls[low].lastEdge))
    calls[low].lastEdge = Int32(edges.count - 1)
  }

  mutating func removeAll() {
    calls.removeAll(keepingCapacity: true)
    edges.removeAll(keepingCapacity: true)
  }
}
