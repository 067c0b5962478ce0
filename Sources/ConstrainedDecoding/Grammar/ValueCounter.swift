// SPDX-License-Identifier: Apache-2.0

/// Counts the values of nodes, for items that must differ.
///
/// Of containers, only what nests no deeper than they must: such values can be had wherever they can begin.
struct ValueCounter {
  private let draft: GrammarDraft
  private let analysis: GrammarAnalysis
  /// Values counted; more are as good as endless.
  private static let limit = Int(CompletionCount.limit)
  private static let maximumDepth = 64
  private let memo: Memo
  private var known: [Int: Int32] = [:]
  private var open: Set<Int> = []

  /// What the counters of one draft share: the values of automata, by the address of their tables, which the draft keeps.
  final class Memo {
    fileprivate var numbers: [UnsafeRawPointer?: Set<UInt64>] = [:]
  }

  /// - Parameter analysis: tells the heights of nodes.
  init(_ draft: GrammarDraft, _ analysis: GrammarAnalysis, _ memo: Memo) {
    self.draft = draft
    self.analysis = analysis
    self.memo = memo
  }

  /// How many different values `node` has at least; `Int32.max` for many.
  mutating func count(_ node: Int) -> Int32 {
    if let known = known[node] { return known }
    guard analysis.height[node] != nil, open.count < Self.maximumDepth, open.insert(node).inserted else { return 0 }
    defer { open.remove(node) }
    let values = values(node)
    let types = Set(values.listed.keys).union(values.most.keys)
    let count = types.reduce(0) { sum, type in
      CompletionCount.sum(
        sum, max(CompletionCount.sum(Int32(values.listed[type]?.count ?? 0), 0), values.most[type] ?? 0))
    }
    known[node] = count
    return count
  }

  /// What sets values of different types apart.
  private enum ValueType { case word, number, string, array, object }

  private struct Values {
    /// Hashes of values that are known one by one, those of several nodes together.
    var listed: [ValueType: Set<UInt64>] = [:]
    /// How many a single node has of those that are not.
    var most: [ValueType: Int32] = [:]
  }

  private mutating func values(_ node: Int) -> Values {
    var values = Values()
    switch draft.nodes[node] {
    case .literals(let texts):
      for text in texts.prefix(2 * Self.limit) { values.listed[type(text), default: []].insert(ValueHash.json(text)) }
    case .string(let matcher): values.most[.string] = matcher.textCount
    case .number(let automaton):
      let address = automaton.next.withUnsafeBytes(\.baseAddress)
      if memo.numbers[address] == nil { memo.numbers[address] = numbers(automaton) }
      values.listed[.number] = memo.numbers[address]
    case .choice(let parts):
      guard let height = analysis.height[node] else { return values }
      for part in parts where analysis.height[part].map({ $0 <= height }) ?? false {
        guard open.count < Self.maximumDepth, open.insert(part).inserted else { continue }
        let own = self.values(part)
        open.remove(part)
        values.listed.merge(own.listed) { $0.union($1) }
        values.most.merge(own.most) { max($0, $1) }
      }
    case .capture(let child, _): return self.values(child)
    case .array(let array):
      if let only = onlyValue(node) {
        values.listed[.array] = [only]
      } else {
        values.most[.array] = max(count(array), 1)
      }
    case .object(let object):
      if let only = onlyValue(node) {
        values.listed[.object] = [only]
      } else {
        values.most[.object] = max(count(object), 1)
      }
    default: values.most[.word] = 1
    }
    return values
  }

  /// The hash of the value of a node that has a single one, and is written as one of listed values are; nil for others.
  private func onlyValue(_ node: Int, depth: Int = 0) -> UInt64? {
    guard depth < Self.maximumDepth else { return nil }
    switch draft.nodes[node] {
    case .literals(let texts): return texts.count == 1 ? ValueHash.json(texts[0]) : nil
    case .number(let automaton):
      let values = numbers(automaton, limit: 2)
      return values.count == 1 ? values.first : nil
    case .array(let array):
      let count = array.prefix.count
      guard array.minimum == count, array.maximum == count || array.rest.isEmpty, array.tallies.isEmpty else {
        return nil
      }
      var hash = ValueHash.start(.array)
      for items in array.prefix.reversed() {
        guard items.count == 1, let item = onlyValue(items[0].value, depth: depth + 1) else { return nil }
        hash = ValueHash.item(item, hash)
      }
      return hash
    case .object(let object):
      guard object.kinds.isEmpty else { return nil }
      var hash = ValueHash.start(.object)
      for property in object.properties {
        guard property.isRequired, let value = onlyValue(property.value, depth: depth + 1) else { return nil }
        hash = ValueHash.member(value, key: ValueHash.text(property.key), hash)
      }
      return hash
    default: return nil
    }
  }

  private func type(_ text: [UInt8]) -> ValueType {
    switch text.first {
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "f"): .word
    default: .number
    }
  }

  private mutating func count(_ object: GrammarDraft.Object) -> Int32 {
    guard let inner = analysis.innerHeight(object) else { return 0 }
    let listed = object.properties.filter { analysis.height[$0.value] != nil }
    let required = listed.count { $0.isRequired }
    let needed = required + object.dutyCount
    var members = CompletionCount.Members(
      room: object.maximumMembers.map { Int32(clamping: $0 - needed) } ?? .max,
      padding: Int32(clamping: max(object.minimumMembers - needed, 0)), isAnyOrder: object.isAnyOrder, isEndless: false)
    for property in listed {
      guard let height = analysis.height[property.value], height <= inner else { continue }
      let values = max(count(property.value), 1)
      if property.isRequired {
        members.required = CompletionCount.product(members.required, values)
      } else {
        members.optional.append(values)
      }
    }
    for kind in object.kinds {
      guard let height = analysis.height[kind.value], height <= inner else { continue }
      let supply = kind.key.textCount
      if supply == .max {
        members.isEndless = true
      } else if supply > members.keys {
        (members.keys, members.keyValues) = (supply, max(count(kind.value), 1))
      }
    }
    // What may run out is not told from one duty to another.
    return CompletionCount.count(members)
  }

  private mutating func count(_ array: GrammarDraft.Array) -> Int32 {
    guard let inner = analysis.innerHeight(array) else { return 0 }
    func shallow(_ items: [GrammarDraft.Item]) -> [GrammarDraft.Item] {
      items.filter { analysis.height[$0.value].map { $0 <= inner } ?? false }
    }
    let maximum = Int32(clamping: analysis.maximumItems(array) ?? Int(Int32.max))
    let rest = shallow(array.rest)
    let isEndless =
      maximum == .max
      && rest.contains { item in
        array.tallies.indices.allSatisfy { item.tallies >> UInt8($0) & 1 == 0 || array.tallies[$0].maximum == nil }
          && (!array.isUnique || count(item.value) == .max)
      }
    if isEndless { return .max }
    if !array.tallies.isEmpty { return 1 }
    let prefix = array.prefix.prefix(Int(CompletionCount.mostPlaces)).map {
      shallow($0).map { count($0.value) }.max() ?? 0
    }
    let more = rest.map { count($0.value) }.max() ?? 0
    return CompletionCount.count(
      from: 0, minimum: Int32(clamping: array.minimum), maximum: maximum, isEndless: false
    ) { place in
      let values = Int(place) < prefix.count ? prefix[Int(place)] : Int(place) < array.prefix.count ? 1 : more
      return array.isUnique && values != .max ? values - place : values
    }
  }

  private func numbers(_ automaton: NumberAutomaton, limit: Int = ValueCounter.limit) -> Set<UInt64> {
    guard !automaton.isEmpty else { return [] }
    var values: Set<UInt64> = []
    var open: [(state: Int32, number: NumberHash)] = [(0, NumberHash())]
    var index = 0
    while index < open.count, index < 4 * Self.limit, values.count < limit {
      let (state, number) = open[index]
      index += 1
      if automaton.isAccepting[Int(state)] { values.insert(number.value) }
      // Ever more spellings of a few values.
      if !values.isEmpty, index > 512 + 64 * values.count { break }
      for (symbol, byte) in "0123456789-.e+".utf8.enumerated() {
        let next = automaton.next[Int(state) * NumberAutomaton.symbolCount + symbol]
        guard next >= 0 else { continue }
        var below = number
        below.append(byte)
        open.append((next, below))
      }
    }
    return values
  }
}
