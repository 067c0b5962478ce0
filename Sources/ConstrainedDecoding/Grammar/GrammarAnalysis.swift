// SPDX-License-Identifier: Apache-2.0

/// What is known of each node before layout, by iteration to a fixed point.
struct GrammarAnalysis {
  /// Containers that must be nested to complete it, itself included; nil where nothing completes it.
  private(set) var height: [Int?]
  private(set) var isNullable: [Bool]
  private(set) var first: [ByteSet]
  /// How many different values unique items, and their parts, have at least; `Int32.max` where they never run out.
  private(set) var supply: [Int: Int32] = [:]
  private(set) var hasUniqueItems = false
  private let draft: GrammarDraft

  init(_ draft: GrammarDraft) {
    self.init(draft, supply: [:])
    guard hasUniqueItems else { return }
    // Counts depend on heights, and heights on whether there are values enough.
    let memo = ValueCounter.Memo()
    for _ in 0..<Self.rounds {
      let supply = supplies(memo)
      let old = height
      self = GrammarAnalysis(draft, supply: supply)
      if height == old { return }
    }
    var supply = supply
    for (node, count) in supply where count > 1 && height[node] ?? 0 > 0 { supply[node] = 1 }
    self = GrammarAnalysis(draft, supply: supply)
  }

  private static let rounds = 4

  /// The supply of items of unique arrays and of all their parts.
  private func supplies(_ memo: ValueCounter.Memo) -> [Int: Int32] {
    var counter = ValueCounter(draft, self, memo)
    var supply: [Int: Int32] = [:]
    var open: [Int] = []
    for case .array(let array) in draft.nodes where array.isUnique {
      open += (array.prefix.joined() + array.rest).map(\.value)
    }
    while let node = open.popLast() {
      guard supply[node] == nil else { continue }
      supply[node] = counter.count(node)
      Self.forEachChild(of: draft.nodes[node]) { open.append($0) }
    }
    return supply
  }

  private init(_ draft: GrammarDraft, supply: [Int: Int32]) {
    self.draft = draft
    self.supply = supply
    let count = draft.nodes.count
    height = Array(repeating: nil, count: count)
    isNullable = Array(repeating: false, count: count)
    first = Array(repeating: ByteSet(), count: count)
    for case .array(let array) in draft.nodes where array.isUnique { hasUniqueItems = true }
    // Dependents are revisited only when what they depend on has changed.
    var users = GroupedRows<Int32>(count: count, filler: 0)
    for node in draft.nodes { Self.forEachChild(of: node) { users.reserve($0) } }
    users.close()
    for (index, node) in draft.nodes.enumerated() { Self.forEachChild(of: node) { users.append(Int32(index), to: $0) } }
    var queue = Array(0..<count)
    var isQueued = [Bool](repeating: true, count: count)
    var head = 0
    while head < queue.count {
      let index = queue[head]
      head += 1
      isQueued[index] = false
      if update(index) {
        for user in users[index] where !isQueued[Int(user)] {
          isQueued[Int(user)] = true
          queue.append(Int(user))
        }
      }
      if head > 65_536 {
        queue.removeFirst(head)
        head = 0
      }
    }
  }

  private static func forEachChild(of node: GrammarDraft.Node, _ body: (Int) -> Void) {
    switch node {
    case .nothing, .literals, .string, .number, .text, .rules: break
    case .object(let object):
      for property in object.properties { body(property.value) }
      for kind in object.kinds { body(kind.value) }
    case .array(let array):
      for items in array.prefix { for item in items { body(item.value) } }
      for item in array.rest { body(item.value) }
    case .choice(let parts), .sequence(let parts): parts.forEach(body)
    case .repetition(let child, _, _), .capture(let child, _): body(child)
    }
  }

  /// The most items an array can have, given what its items can be.
  func maximumItems(_ array: GrammarDraft.Array) -> Int? {
    for (index, items) in array.prefix.enumerated() where height(of: items) == nil {
      return min(index, array.maximum ?? index)
    }
    if height(of: array.rest) != nil { return array.maximum }
    return min(array.prefix.count, array.maximum ?? array.prefix.count)
  }

  /// That of the lowest alternative.
  private func height(of items: [GrammarDraft.Item]) -> Int? { items.compactMap { height[$0.value] }.min() }

  /// Containers that must be nested inside an object to complete it; nil where nothing completes it.
  func innerHeight(_ object: GrammarDraft.Object) -> Int? {
    var inner = 0
    var optional: [Int] = []
    var required = 0
    for property in object.properties {
      if property.isRequired {
        guard let height = height[property.value] else { return nil }
        inner = max(inner, height)
        required += 1
      } else if let height = height[property.value] {
        optional.append(height)
      }
    }
    guard object.dutyCount > 0 || object.minimumMembers > required || object.maximumMembers != nil else { return inner }
    guard object.dutyCount <= GrammarDraft.Object.maximumDuties,
      required + object.dutyCount <= object.maximumMembers ?? .max,
      object.minimumMembers <= object.maximumMembers ?? .max
    else { return nil }
    var scarce = 0
    let kinds = object.kinds.compactMap { kind in
      height[kind.value].map { (height: $0, duty: kind.duty, supply: Int(kind.key.textCount)) }
    }
    for duty in 0..<object.dutyCount {
      let own = kinds.filter { $0.duty == duty }
      guard let height = own.map(\.height).min() else { return nil }
      inner = max(inner, height)
    }
    let padding = object.minimumMembers - required - object.dutyCount
    for height in Set([inner] + optional + kinds.map(\.height)).sorted() where height >= inner {
      let low = kinds.filter { $0.height <= height }
      let isEndless = low.contains { $0.supply == Int(Int32.max) }
      scarce = 0
      for duty in 0..<object.dutyCount where !low.contains(where: { $0.duty == duty && $0.supply == Int(Int32.max) }) {
        scarce += 1
      }
      let rest = isEndless ? 0 : max(padding - optional.filter { $0 <= height }.count, 0)
      let demand = rest + scarce
      if rest > 0, !low.contains(where: { $0.supply >= demand }) { continue }
      let isMet = (0..<object.dutyCount).allSatisfy { duty in
        low.contains { $0.duty == duty && ($0.supply == Int(Int32.max) || $0.supply >= demand) }
      }
      if isMet { return height }
    }
    return nil
  }

  /// Containers that must be nested inside an array to complete it; nil where nothing completes it.
  ///
  /// With tallies or unique items, the height at which the machine's own plan leads to the end.
  func innerHeight(_ array: GrammarDraft.Array) -> Int? {
    guard maximumItems(array).map({ $0 >= array.minimum }) ?? true else { return nil }
    guard array.tallies.isEmpty, !array.isUnique else { return plannedHeight(array) }
    var inner = 0
    for items in array.prefix.prefix(array.minimum) { inner = max(inner, height(of: items) ?? 0) }
    if array.minimum > array.prefix.count { inner = max(inner, height(of: array.rest) ?? 0) }
    return inner
  }

  private func plannedHeight(_ array: GrammarDraft.Array) -> Int? {
    guard array.tallies.count <= GrammarDraft.Array.maximumTallies else { return nil }
    let heights = Set((array.prefix.joined() + array.rest).compactMap { height[$0.value] }).sorted()
    for inner in [0] + heights.filter({ $0 > 0 }) {
      if ArrayLayout(array, self, inner: inner).isPossible { return inner }
    }
    return nil
  }

  private mutating func update(_ index: Int) -> Bool {
    var newHeight: Int?
    var nullable = false
    var bytes = ByteSet()
    switch draft.nodes[index] {
    case .nothing: break
    case .literals(let texts):
      if !texts.isEmpty { newHeight = 0 }
      for text in texts { if let byte = text.first { bytes.insert(byte) } else { nullable = true } }
    case .string:
      newHeight = 0
      bytes.insert(UInt8(ascii: "\""))
    case .number(let automaton):
      if !automaton.isEmpty { newHeight = 0 }
      for byte in [UInt8(ascii: "-")] + Array(UInt8(ascii: "0")...UInt8(ascii: "9"))
      where !automaton.isEmpty && automaton.next[NumberAutomaton.symbol(byte)] >= 0 { bytes.insert(byte) }
    case .object(let object):
      newHeight = innerHeight(object).map { $0 + 1 }
      bytes.insert(UInt8(ascii: "{"))
    case .array(let array):
      newHeight = innerHeight(array).map { $0 + 1 }
      bytes.insert(UInt8(ascii: "["))
    case .choice(let parts):
      for part in parts {
        guard let part = height[part].map({ _ in part }) else { continue }
        newHeight = min(newHeight ?? .max, height[part] ?? .max)
        nullable = nullable || isNullable[part]
        bytes.formUnion(first[part])
      }
    case .sequence(let parts):
      let heights = parts.map { height[$0] }
      newHeight = heights.contains(nil) ? nil : heights.compactMap { $0 }.max() ?? 0
      nullable = parts.allSatisfy { isNullable[$0] }
      for part in parts {
        bytes.formUnion(first[part])
        if !isNullable[part] { break }
      }
    case .repetition(let child, let minimum, _):
      newHeight = minimum == 0 ? 0 : height[child]
      nullable = minimum == 0
      if height[child] != nil { bytes = first[child] }
    case .text(let text):
      newHeight = 0
      nullable = !text.hasStop
      for byte in UInt8.min...UInt8.max
      where text.next[Int(byte)] != TextAutomaton.forbidden && UTF8Prefix.length(ofLead: byte) != nil {
        bytes.insert(byte)
      }
    case .rules(let network):
      newHeight = network.height
      nullable = network.isNullable
      bytes = network.first
    case .capture(let child, _):
      newHeight = height[child]
      nullable = isNullable[child]
      bytes = first[child]
    }
    if newHeight == nil { bytes = ByteSet() }
    if newHeight == height[index], nullable == isNullable[index], bytes == first[index] { return false }
    height[index] = newHeight
    isNullable[index] = nullable
    first[index] = bytes
    return true
  }
}
