// SPDX-License-Identifier: Apache-2.0

/// The tables of one array; what nothing can match is left out.
struct ArrayLayout {
  private(set) var array: ArraySpecification
  private(set) var items: [ItemSpecification] = []
  private(set) var lists: [ListSpecification] = []
  private(set) var tallies: [TallySpecification] = []

  /// - Parameter inner: containers that its items may nest to count as shallow.
  init(_ draft: GrammarDraft.Array, _ analysis: GrammarAnalysis, inner: Int) {
    array = ArraySpecification(
      firstPrefix: 0, prefixCount: Int32(draft.prefix.count), rest: Int32(draft.prefix.count),
      minimum: Int32(clamping: draft.minimum),
      maximum: Int32(clamping: analysis.maximumItems(draft) ?? Int(Int32.max)), firstTally: 0,
      tallyCount: Int32(draft.tallies.count), isUnique: draft.isUnique,
      hasState: draft.isUnique || !draft.tallies.isEmpty)
    for alternatives in draft.prefix + [draft.rest] {
      let first = items.count
      for item in alternatives {
        guard let height = analysis.height[item.value] else { continue }
        items.append(
          ItemSpecification(
            value: Int32(item.value), tallies: item.tallies, isShallow: height <= inner,
            supply: analysis.supply[item.value] ?? .max))
      }
      lists.append(ListSpecification(first: Int32(first), count: Int32(items.count - first)))
    }
    tallies = draft.tallies.map {
      TallySpecification(
        minimum: Int32(clamping: $0.minimum), maximum: $0.maximum.map { Int32(clamping: $0) } ?? .max)
    }
  }

  /// Whether the array can be completed by shallow items.
  var isPossible: Bool {
    lists.withUnsafeBufferPointer { lists in
      items.withUnsafeBufferPointer { items in
        tallies.withUnsafeBufferPointer { tallies in
          guard let lists = lists.baseAddress else { return false }
          // Nothing is read of a table that is empty.
          let none = UnsafeRawPointer(lists)
          return ItemPlanner(
            array: array, itemLists: lists,
            items: items.baseAddress ?? none.assumingMemoryBound(to: ItemSpecification.self),
            tallies: tallies.baseAddress ?? none.assumingMemoryBound(to: TallySpecification.self)
          ).plan(ItemState(), from: 0, begun: 0).isPossible
        }
      }
    }
  }

  /// Moves the indices, for tables that already have rows.
  mutating func move(items: Int, lists: Int, tallies: Int) {
    for index in self.lists.indices { self.lists[index].first += Int32(items) }
    array.firstPrefix += Int32(lists)
    array.rest += Int32(lists)
    array.firstTally += Int32(tallies)
  }
}
