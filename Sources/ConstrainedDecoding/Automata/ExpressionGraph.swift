// SPDX-License-Identifier: Apache-2.0

/// Regular expressions over code points, each kept once: equal ones have equal ids, so that comparing is comparing integers
/// and what is known of one is known wherever it occurs.
///
/// Parts have smaller ids than what is made of them, but for the bodies of loops.
struct ExpressionGraph {
  typealias ID = Int32

  enum Kind: UInt8 {
    /// No text.
    case none
    /// The empty text.
    case empty
    /// Every text.
    case all
    /// One code point of set `a`.
    case set
    /// A text of `a`, which is no sequence, and then one of `b`.
    case sequence
    /// Texts of some, or of each, of `lists[a ..< a + b]`: ascending ids.
    case union
    case intersection
    /// Every text but those of `a`.
    case complement
    /// Between `b` and `c` texts of `a` in a row; `unbounded` for no limit.
    case repetition
    /// The texts below node `b` of trie `a`.
    case trie
    /// Loop `a`: stands for its body, in which it occurs again behind at least one code point.
    case loop
  }

  struct Node: BitwiseCopyable {
    var kind: Kind
    /// Whether the empty text belongs to it.
    var isNullable: Bool
    /// Whether some text belongs to it and the lengths below are exact, here and after any character that does not lead to
    /// `none`. Without intersections and complements that is so by construction.
    var isExact: Bool
    /// Whether there is a text of every length from the shortest to the longest; said only where it is certain.
    var isContiguous: Bool
    var a: Int32
    var b: Int32
    var c: Int32
    /// Code points of the shortest text (where not exact: at least), and of the longest (at most; `unbounded`).
    var shortest: Int32
    var longest: Int32
  }

  static let none: ID = 0
  static let empty: ID = 1
  static let all: ID = 2
  /// Any one code point.
  private(set) var anyone: ID = 0
  static let unbounded = Int32.max
  /// Expressions, and integers in lists, after which only ways to an end are made.
  static let maximumNodes = 400_000
  static let maximumListed = 8_000_000
  /// Parts of one union or intersection at most.
  static let maximumParts = 1024

  private(set) var nodes: [Node] = []
  private(set) var lists: [ID] = []
  private(set) var sets: [CodePointSet] = []
  private(set) var tries: [TextTrie] = []
  private(set) var loops: [ID] = []
  private var setIndex: [CodePointSet: Int32] = [:]
  private var table: [Int32] = Array(repeating: -1, count: 1024)
  private var derivatives = NumberTable(capacity: 16)
  private var setUnions: [UInt64: Int32] = [:]
  /// Lengths of exact expressions that have gaps.
  var lengthSets: [ID: LengthSet] = [:]
  /// Whether every plain character belongs to a set, by its index.
  var holdsPlain: [Int32: Bool] = [:]

  /// Whether something did not fit the limits since this was last set to false: then results mean nothing.
  var hasFailed = false
  /// Whether a union of too many parts keeps those nearest to an end: fewer texts, none of them wrong. Only where no complement
  /// turns "fewer" into "more".
  var dropsParts = false

  init() {
    let node = Node(
      kind: .none, isNullable: false, isExact: false, isContiguous: false, a: 0, b: 0, c: 0, shortest: Self.unbounded,
      longest: 0)
    nodes = [node, node, node]
    nodes[1].kind = .empty
    nodes[1].isNullable = true
    nodes[1].isExact = true
    nodes[1].isContiguous = true
    nodes[1].shortest = 0
    nodes[2] = nodes[1]
    nodes[2].kind = .all
    nodes[2].longest = Self.unbounded
    anyone = set(.all)
  }

  var isFull: Bool { nodes.count >= Self.maximumNodes || lists.count >= Self.maximumListed }

  subscript(id: ID) -> Node {
    @inline(__always) get { nodes[Int(id)] }
  }

  /// The parts of a union or intersection.
  func parts(_ id: ID) -> ArraySlice<ID> {
    let node = self[id]
    return lists[Int(node.a)..<Int(node.a + node.b)]
  }

  static func sum(_ a: Int32, _ b: Int32) -> Int32 {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? unbounded : sum
  }

  static func product(_ a: Int32, _ b: Int32) -> Int32 {
    if a == 0 || b == 0 { return 0 }
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? unbounded : product
  }

  // MARK: Kept once

  private static func hash(_ kind: Kind, _ a: Int32, _ b: Int32, _ c: Int32) -> UInt64 {
    var value = UInt64(kind.rawValue) &+ 0x9E37_79B9_7F4A_7C15
    for part in [a, b, c] {
      value = (value ^ UInt64(UInt32(bitPattern: part))) &* 0xBF58_476D_1CE4_E5B9
      value ^= value >> 29
    }
    return value
  }

  private static func hash(_ kind: Kind, _ parts: [ID]) -> UInt64 {
    var value = UInt64(kind.rawValue) &+ 0x9E37_79B9_7F4A_7C15
    for part in parts {
      value = (value ^ UInt64(UInt32(bitPattern: part))) &* 0xBF58_476D_1CE4_E5B9
      value ^= value >> 29
    }
    return value
  }

  private func hash(of id: ID) -> UInt64 {
    let node = self[id]
    switch node.kind {
    case .union, .intersection: return Self.hash(node.kind, Array(parts(id)))
    default: return Self.hash(node.kind, node.a, node.b, node.c)
    }
  }

  private mutating func insert(_ node: Node, hash: UInt64) -> ID {
    if nodes.count * 2 > table.count {
      var larger = [Int32](repeating: -1, count: table.count * 4)
      for id in 3..<Int32(nodes.count) {
        var slot = Int(truncatingIfNeeded: self.hash(of: id)) & (larger.count - 1)
        while larger[slot] >= 0 { slot = (slot + 1) & (larger.count - 1) }
        larger[slot] = id
      }
      table = larger
    }
    let id = ID(nodes.count)
    nodes.append(node)
    var slot = Int(truncatingIfNeeded: hash) & (table.count - 1)
    while table[slot] >= 0 { slot = (slot + 1) & (table.count - 1) }
    table[slot] = id
    return id
  }

  /// The node of these fields; `make` completes one that is new.
  mutating func node(
    _ kind: Kind, _ a: Int32, _ b: Int32 = 0, _ c: Int32 = 0, _ make: (borrowing ExpressionGraph, inout Node) -> Void
  ) -> ID {
    let hash = Self.hash(kind, a, b, c)
    var slot = Int(truncatingIfNeeded: hash) & (table.count - 1)
    while table[slot] >= 0 {
      let node = self[table[slot]]
      if node.kind == kind, node.a == a, node.b == b, node.c == c { return table[slot] }
      slot = (slot + 1) & (table.count - 1)
    }
    var node = Node(
      kind: kind, isNullable: false, isExact: false, isContiguous: false, a: a, b: b, c: c, shortest: 0,
      longest: Self.unbounded)
    make(self, &node)
    return insert(node, hash: hash)
  }

  /// The union or intersection of `parts`, ascending ids.
  mutating func node(_ kind: Kind, _ parts: [ID], _ make: (borrowing ExpressionGraph, inout Node) -> Void) -> ID {
    let hash = Self.hash(kind, parts)
    var slot = Int(truncatingIfNeeded: hash) & (table.count - 1)
    while table[slot] >= 0 {
      let node = self[table[slot]]
      if node.kind == kind, Int(node.b) == parts.count, self.parts(table[slot]).elementsEqual(parts) {
        return table[slot]
      }
      slot = (slot + 1) & (table.count - 1)
    }
    var node = Node(
      kind: kind, isNullable: false, isExact: false, isContiguous: false, a: Int32(lists.count), b: Int32(parts.count),
      c: 0, shortest: 0, longest: Self.unbounded)
    make(self, &node)
    lists += parts
    return insert(node, hash: hash)
  }

  // MARK: Leaves

  mutating func index(of set: CodePointSet) -> Int32 {
    if let index = setIndex[set] { return index }
    sets.append(set)
    setIndex[set] = Int32(sets.count - 1)
    return Int32(sets.count - 1)
  }

  mutating func set(_ set: CodePointSet) -> ID { set.isEmpty ? Self.none : leaf(index(of: set)) }

  private mutating func leaf(_ index: Int32) -> ID {
    node(.set, index) { _, node in
      node.isExact = true
      node.isContiguous = true
      node.shortest = 1
      node.longest = 1
    }
  }

  /// One code point of either set.
  mutating func unionOfSets(_ a: ID, _ b: ID) -> ID {
    let key = UInt64(UInt32(bitPattern: min(a, b))) << 32 | UInt64(UInt32(bitPattern: max(a, b)))
    if let known = setUnions[key] { return known }
    let result = set(sets[Int(self[a].a)].union(sets[Int(self[b].a)]))
    setUnions[key] = result
    return result
  }

  mutating func trie(_ trie: TextTrie) -> ID {
    tries.append(trie)
    return self.trie(Int32(tries.count - 1), 0)
  }

  mutating func trie(_ index: Int32, _ place: Int32) -> ID {
    let extent = tries[Int(index)].extents[Int(place)]
    let isEnd = tries[Int(index)].isEnd(place)
    if extent.shortest < 0 { return Self.none }
    if extent.longest == 0 { return Self.empty }
    return node(.trie, index, place) { _, node in
      node.isNullable = isEnd
      node.isExact = true
      node.shortest = extent.shortest
      node.longest = extent.longest
      node.isContiguous = extent.shortest == extent.longest
    }
  }

  // MARK: Loops

  /// A loop whose body comes later; `rest` is what ends it, and the only part of the body that may be empty.
  mutating func makeLoop(rest: ID) -> ID {
    loops.append(Self.none)
    return node(.loop, Int32(loops.count - 1)) { graph, node in
      node.isNullable = graph[rest].isNullable
      node.shortest = graph[rest].shortest
    }
  }

  mutating func setBody(of loop: ID, _ body: ID) { loops[Int(self[loop].a)] = body }

  // MARK: Derivatives

  /// -1 where it is not known.
  func derivative(_ id: ID, by value: UInt32) -> ID { derivatives[Self.key(id, value)] }

  mutating func remember(_ derivative: ID, of id: ID, by value: UInt32) {
    // What is kept is a shortcut only: forgetting it all costs time, nothing else.
    if derivatives.count > Self.maximumNodes { derivatives = NumberTable(capacity: 1024) }
    derivatives.set(Self.key(id, value), to: derivative)
  }

  private static func key(_ id: ID, _ value: UInt32) -> UInt64 { UInt64(UInt32(bitPattern: id)) << 32 | UInt64(value) }
}
