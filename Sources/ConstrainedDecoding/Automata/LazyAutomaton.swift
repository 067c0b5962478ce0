// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// A deterministic automaton over code points whose states, expressions of a `StringAlgebra`, are made when they are first
/// met.
///
/// Tables grow by chunks and never move, so that readers need no lock; whatever changes them holds the algebra's lock. A reader
/// knows a state from a table entry, and an entry is written after the state is complete.
final class LazyAutomaton: @unchecked Sendable {
  struct State: BitwiseCopyable {
    var expression: Int32
    /// Code points to the nearest acceptance, exact once the state is live; at least that many before.
    var shortest: Int32
    /// Code points to the farthest acceptance, at most; `ExpressionGraph.unbounded` for no bound.
    var longest: Int32
    var isAccepting: Bool
    /// Every text leads to acceptance.
    var isUniversal: Bool
    /// Liveness and lengths of this state and all after it follow from the expression.
    var isExact: Bool
    /// There is an accepted continuation of every length from the shortest to the longest.
    var isContiguous: Bool
    /// Whether acceptance can be reached: nil as long as it is not known.
    var isLive: Bool?
  }

  /// What is found out about a state only when somebody asks.
  struct Openness: BitwiseCopyable {
    /// Every text of so many plain characters stays live.
    var characters: Int32
    /// The largest `shortest` of the states that they lead to.
    var shortest: Int32
    /// Whether each of those states has continuations of every length from its shortest on.
    var isEndless: Bool
    /// Whether looking again would find no more.
    var isFinal = false
  }

  /// The rows and states of one chunk: chunk k holds `firstChunk << k` states.
  struct Chunk: BitwiseCopyable {
    var rows: UnsafeMutablePointer<Atomic<Int32>>?
    var states: UnsafeMutablePointer<State>?
  }
  static let firstChunk = 8
  static let chunkCount = 24

  /// Table entries: a live state, or one of these; below `unmade`, a state not known to be live, as `unmade - 1 - state`.
  static let dead: Int32 = -1
  static let unmade: Int32 = -2

  let partition: CodePointPartition
  let directory: UnsafeMutablePointer<Chunk>
  let asciiClasses: UnsafeMutablePointer<UInt16>
  let starts: Table<UInt32>
  let classOfInterval: Table<UInt16>
  let classCount: Int
  /// Classes with a plain character in them; see `CodePointSet.plain`.
  let plainClasses: [Int]
  private(set) var stateCount: Int32 = 0
  private var numbers: [ExpressionGraph.ID: Int32] = [:]
  var opennesses: [Int32: Openness] = [:]
  var openKeys: [Int32: Bool] = [:]
  var choices: [Int32: Choice] = [:]
  /// Lengths at which inexact states are known to accept.
  var knownLengths: [Int32: Set<Int32>] = [:]

  /// The automaton whose state 0 is `root`; nil where it needs too many classes.
  init?(_ root: ExpressionGraph.ID, _ graph: inout ExpressionGraph) {
    let leaves = graph.leaves(of: root)
    let sets = leaves.sets.map { graph.sets[Int($0)] }
    guard let partition = CodePointPartition(sets, scalars: leaves.scalars) else { return nil }
    self.partition = partition
    classCount = partition.count
    directory = .allocate(capacity: Self.chunkCount)
    directory.initialize(repeating: Chunk(rows: nil, states: nil), count: Self.chunkCount)
    asciiClasses = .allocate(capacity: 128)
    var ascii = 0
    for interval in partition.starts.indices where ascii < 128 {
      let end = interval + 1 < partition.starts.count ? min(Int(partition.starts[interval + 1]), 128) : 128
      while ascii < end {
        (asciiClasses + ascii).initialize(to: partition.classOfInterval[interval])
        ascii += 1
      }
    }
    starts = Table(partition.starts)
    classOfInterval = Table(partition.classOfInterval)
    var isPlain = [Bool](repeating: false, count: partition.count)
    for range in CodePointSet.plain.ranges {
      var interval = partition.interval(of: range.lowerBound)
      while interval < partition.starts.count, partition.starts[interval] <= range.upperBound {
        isPlain[Int(partition.classOfInterval[interval])] = true
        interval += 1
      }
    }
    plainClasses = isPlain.indices.filter { isPlain[$0] && partition.representatives[$0] != nil }
    _ = state(of: root, graph)
  }

  deinit {
    for chunk in 0..<Self.chunkCount {
      directory[chunk].rows?.deallocate()
      directory[chunk].states?.deallocate()
    }
    directory.deallocate()
    asciiClasses.deallocate()
  }

  // MARK: Reading

  @inline(__always)
  static func place(_ state: Int32) -> (chunk: Int, offset: Int) {
    let number = UInt32(bitPattern: state) &+ UInt32(firstChunk)
    let chunk = 31 - number.leadingZeroBitCount - firstChunk.trailingZeroBitCount
    return (chunk, Int(number) - firstChunk << chunk)
  }

  subscript(state: Int32) -> State {
    get {
      let (chunk, offset) = Self.place(state)
      return directory[chunk].states.unsafelyUnwrapped[offset]
    }
    set {
      let (chunk, offset) = Self.place(state)
      directory[chunk].states.unsafelyUnwrapped[offset] = newValue
    }
  }

  func entry(_ state: Int32, _ number: Int) -> UnsafeMutablePointer<Atomic<Int32>> {
    let (chunk, offset) = Self.place(state)
    return directory[chunk].rows.unsafelyUnwrapped + (offset * classCount + number)
  }

  // MARK: Making states

  /// The state of an expression, new or known.
  func state(of expression: ExpressionGraph.ID, _ graph: borrowing ExpressionGraph) -> Int32 {
    if let known = numbers[expression] { return known }
    let number = stateCount
    let (chunk, _) = Self.place(number)
    if directory[chunk].states == nil {
      let count = Self.firstChunk << chunk
      let rows = UnsafeMutablePointer<Atomic<Int32>>.allocate(capacity: count * classCount)
      for index in 0..<count * classCount { (rows + index).initialize(to: Atomic(Self.unmade)) }
      directory[chunk] = Chunk(rows: rows, states: .allocate(capacity: count))
    }
    stateCount += 1
    numbers[expression] = number
    let node = graph[expression]
    self[number] = State(
      expression: expression, shortest: node.shortest, longest: node.longest, isAccepting: node.isNullable,
      isUniversal: expression == ExpressionGraph.all, isExact: node.isExact, isContiguous: node.isContiguous,
      isLive: node.isExact ? true : expression == ExpressionGraph.none ? false : nil)
    return number
  }

  enum Target {
    case state(Int32)
    case none
    /// The limits do not allow to say.
    case unknown
  }

  /// Where `state` goes by a class, whether that is live or not.
  func target(_ state: Int32, _ number: Int, _ graph: inout ExpressionGraph) -> Target {
    let entry = entry(state, number)
    let known = entry.pointee.load(ordering: .relaxed)
    if known >= 0 { return .state(known) }
    if known == Self.dead { return .none }
    if known < Self.unmade { return .state(Self.unmade - 1 - known) }
    guard let value = partition.representatives[number] else {
      entry.pointee.store(Self.dead, ordering: .releasing)
      return .none
    }
    graph.hasFailed = false
    graph.dropsParts = self[state].isExact
    defer { graph.dropsParts = false }
    let expression = graph.derive(self[state].expression, by: value)
    guard !graph.hasFailed else {
      graph.hasFailed = false
      return .unknown
    }
    guard expression != ExpressionGraph.none else {
      entry.pointee.store(Self.dead, ordering: .releasing)
      return .none
    }
    // Chunks hold 2³⁰ states and more; the graph is full long before.
    let target = self.state(of: expression, graph)
    settle(entry, target)
    return self[target].isLive == false ? .none : .state(target)
  }

  func settle(_ entry: UnsafeMutablePointer<Atomic<Int32>>, _ target: Int32) {
    let value =
      switch self[target].isLive {
      case true?: target
      case false?: Self.dead
      case nil: Self.unmade - 1 - target
      }
    entry.pointee.store(value, ordering: .releasing)
  }

  /// The live state after `state` by a class, or `dead`: what a table entry says, found out.
  func fill(_ state: Int32, _ number: Int, _ graph: inout ExpressionGraph) -> Int32 {
    let entry = entry(state, number)
    let known = entry.pointee.load(ordering: .relaxed)
    if known >= Self.dead { return known }
    // In a full graph only ways towards an end are made.
    let isFull = graph.isFull
    guard case .state(let target) = target(state, number, &graph) else { return Self.dead }
    if self[target].isLive == nil { _ = resolve(target, budget: isFull ? 1 : Self.runTimeBudget, &graph) }
    guard self[target].isLive == true else {
      entry.pointee.store(Self.dead, ordering: .releasing)
      return Self.dead
    }
    if isFull, self[target].isExact, self[target].shortest >= max(self[state].shortest, 1) { return Self.dead }
    entry.pointee.store(target, ordering: .releasing)
    return target
  }

  /// Transitions that one search may look at.
  static let compileBudget = 200_000
  static let runTimeBudget = 10_000
}

extension ExpressionGraph {
  /// What the texts of an expression are made of.
  struct Leaves {
    /// Indices of sets.
    var sets: [Int32] = []
    /// The code points of listed texts, ascending.
    var scalars: [UInt32] = []
    var holdsAll = false
    var holdsComplement = false
  }

  func leaves(of root: ID) -> Leaves {
    var result = Leaves()
    var seen: Set<ID> = [root]
    var open = [root]
    var seenSets: Set<Int32> = []
    var seenTries: Set<Int32> = []
    func visit(_ id: ID) { if seen.insert(id).inserted { open.append(id) } }
    while let id = open.popLast() {
      let node = self[id]
      switch node.kind {
      case .none, .empty: break
      case .all: result.holdsAll = true
      case .set: seenSets.insert(node.a)
      case .trie: seenTries.insert(node.a)
      case .sequence:
        visit(node.a)
        visit(node.b)
      case .union, .intersection: for part in parts(id) { visit(part) }
      case .complement:
        result.holdsComplement = true
        visit(node.a)
      case .repetition: visit(node.a)
      case .loop: visit(loops[Int(node.a)])
      }
    }
    result.sets = seenSets.sorted()
    for trie in seenTries { result.scalars += tries[Int(trie)].values }
    if seenTries.count > 1 { result.scalars = Set(result.scalars).sorted() }
    return result
  }
}
