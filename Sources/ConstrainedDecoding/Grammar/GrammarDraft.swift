// SPDX-License-Identifier: Apache-2.0

/// A grammar being built: nodes in Swift values, by index, before they are laid out.
struct GrammarDraft {
  struct Property {
    var key: String
    var isRequired: Bool
    var value: Int
  }
  /// Keys that are not declared by name, and the value of each. Kinds that share keys are alternatives; declared keys do
  /// not belong to a kind, whatever `key` says.
  struct Kind {
    var key: StringMatcher
    var value: Int
    /// The duty that such a member meets.
    var duty: Int?
  }
  struct Object {
    var properties: [Property] = []
    var kinds: [Kind] = []
    /// Each duty must be met by at least one member; `maximumDuties` at most.
    var dutyCount = 0
    var minimumMembers = 0
    var maximumMembers: Int?
    /// Whether members come in any order; else declared ones in their order, and others after them.
    var isAnyOrder = false

    static let maximumDuties = 16
  }
  /// An alternative for an item, and the tallies that it raises, a bit for each.
  struct Item {
    var value: Int
    var tallies: UInt8 = 0
  }
  /// How many items may raise a tally.
  struct Tally {
    var minimum: Int
    var maximum: Int?
  }
  struct Array {
    /// Alternatives for each of the first items, and for every further one.
    var prefix: [[Item]] = []
    var rest: [Item] = []
    var minimum = 0
    var maximum: Int?
    /// `maximumTallies` at most.
    var tallies: [Tally] = []
    /// Whether no two items may be equal as JSON values.
    var isUnique = false

    static let maximumTallies = 4
  }
  enum Node {
    /// Named before it is known; in a finished grammar, a node that nothing matches.
    case nothing
    case literals([[UInt8]])
    case string(StringMatcher)
    case number(NumberAutomaton)
    case object(Object)
    case array(Array)
    case choice([Int])
    case sequence([Int])
    case repetition(child: Int, minimum: Int, maximum: Int?)
    case text(TextAutomaton)
    case rules(RuleNetwork)
    case capture(child: Int, label: Int)
  }
  var nodes: [Node] = []
  var labels: [CaptureLabel] = []

  mutating func add(_ node: Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  mutating func capture(_ child: Int, _ label: CaptureLabel) -> Int {
    let index = labels.firstIndex(of: label) ?? labels.count
    if index == labels.count { labels.append(label) }
    return add(.capture(child: child, label: index))
  }
}

/// What a part of a grammar is called in snapshots.
package struct CaptureLabel: Sendable, Hashable {
  package enum Content: Sendable, Hashable { case text, json }
  package var name: String
  package var content: Content

  package init(name: String, content: Content) {
    self.name = name
    self.content = content
  }
}

/// What is known of each node before layout, by iteration to a fixed point.
struct GrammarAnalysis {
  /// Containers that must be nested to complete it, itself included; nil where nothing completes it.
  private(set) var height: [Int?]
  private(set) var isNullable: [Bool]
  private(set) var first: [ByteSet]
  private let draft: GrammarDraft

  init(_ draft: GrammarDraft) {
    self.draft = draft
    let count = draft.nodes.count
    height = Array(repeating: nil, count: count)
    isNullable = Array(repeating: false, count: count)
    first = Array(repeating: ByteSet(), count: count)
    // Dependents are revisited only when what they depend on has changed.
    var users = [[Int]](repeating: [], count: count)
    for (index, node) in draft.nodes.enumerated() {
      for child in Self.children(node) { users[child].append(index) }
    }
    var queue = Array(0..<count)
    var isQueued = [Bool](repeating: true, count: count)
    var head = 0
    while head < queue.count {
      let index = queue[head]
      head += 1
      isQueued[index] = false
      if update(index) {
        for user in users[index] where !isQueued[user] {
          isQueued[user] = true
          queue.append(user)
        }
      }
      if head > 65_536 {
        queue.removeFirst(head)
        head = 0
      }
    }
  }

  static func children(_ node: GrammarDraft.Node) -> [Int] {
    switch node {
    case .nothing, .literals, .string, .number, .text, .rules: []
    case .object(let object):
      object.properties.map(\.value) + object.kinds.map(\.value)
    case .array(let array): (array.prefix.joined() + array.rest).map(\.value)
    case .choice(let parts), .sequence(let parts): parts
    case .repetition(let child, _, _), .capture(let child, _): [child]
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
      let needed = object.properties.filter(\.isRequired).map { height[$0.value] }
      newHeight = needed.contains(nil) ? nil : 1 + (needed.compactMap { $0 }.max() ?? 0)
      bytes.insert(UInt8(ascii: "{"))
    case .array(let array):
      if maximumItems(array).map({ $0 >= array.minimum }) ?? true {
        var needed = array.prefix.prefix(array.minimum).compactMap { height(of: $0) }
        if array.minimum > array.prefix.count { needed.append(height(of: array.rest) ?? 0) }
        newHeight = 1 + (needed.max() ?? 0)
      }
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
