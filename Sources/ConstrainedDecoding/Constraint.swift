// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// A place in a grammar: what has been written so far, and what may come next.
///
/// A value type. A copy is a fork: to roll back, keep a copy and put it in place again.
package struct Constraint: Sendable {
  package let grammar: Grammar
  package let trie: VocabularyTrie
  let costs: CompletionCosts
  /// Every way to read the text so far; never empty.
  var heads: ContiguousArray<Head>
  /// What the heads hang below; parents stand before their children.
  var frames: ContiguousArray<Frame>
  /// Bytes accepted.
  private(set) var offset = 0
  /// Whether the text has been ended by an end-of-generation token or `finish`.
  package private(set) var isFinished = false
  private(set) var recorder: SnapshotRecorder
  /// What `take` works in; shared with no other constraint while it does.
  private var memory = WorkspaceMemory()
  /// Events at the beginning of every head's captures that the recorder has already been told.
  private var settledEvents = 0

  /// - Parameter keepsSnapshots: whether `snapshot` and `elements` are kept; without, they stay empty and cost nothing.
  package init(_ grammar: Grammar, _ trie: VocabularyTrie, keepsSnapshots: Bool = true) {
    self.grammar = grammar
    self.trie = trie
    costs = grammar.costs(in: trie)
    heads = [Head(parent: -1, node: grammar.root, phase: .start)]
    frames = []
    recorder = SnapshotRecorder(labels: keepsSnapshots ? grammar.labels : [])
  }

  var machine: Machine {
    var machine = Machine(grammar.view, costs.view)
    machine.offset = offset
    return machine
  }

  func makeWorkspace() -> Workspace {
    var work = Workspace(headCapacity: heads.count + 60, frameCapacity: frames.count + 60)
    work.load(heads, frames)
    return work
  }

  // MARK: Questions

  /// Whether the text may end here: end-of-generation tokens are allowed.
  package var canEnd: Bool {
    if isFinished { return true }
    let work = makeWorkspace()
    let machine = machine
    return heads.contains { machine.canEnd($0, work) }
  }

  /// Whether the text must end here: nothing else is allowed.
  package var mustEnd: Bool {
    if isFinished { return true }
    if heads.allSatisfy({ $0.phase == .done }) { return true }
    return canEnd && nextByteCount(limit: 1) == 0
  }

  package func allows(_ token: Int) -> Bool { allows(token, budget: nil) }

  /// Whether `token` may come next; with a budget, whether the text can then still be completed with `budget - 1` tokens.
  package func allows(_ token: Int, budget: Int?) -> Bool {
    guard token >= 0, token < trie.vocabularySize, !isFinished else { return false }
    let bytes = trie.text(of: token)
    if bytes.isEmpty { return trie.endOfGeneration.contains(token) && canEnd }
    var work = makeWorkspace()
    var machine = machine
    guard let limit = costLimit(budget) else {
      // Where each can be asked by itself, mostly one of the first says yes.
      if mayHaveDropped { return advanceAlone(bytes, &machine, &work) != nil }
      return machine.advance(bytes, from: 0..<heads.count, &work) != nil
    }
    guard let range = machine.advance(bytes, from: 0..<heads.count, &work) else { return false }
    return range.contains { machine.cost(work.heads[$0], work) <= limit }
  }

  /// Reads `bytes` from the heads, which `work` holds; the heads after them.
  ///
  /// A step keeps only so many readings. Where those that it dropped alone could have gone on, the first of the heads goes on
  /// that can by itself; masks ask each by itself as well.
  private func advance(
    _ bytes: UnsafeBufferPointer<UInt8>, _ machine: inout Machine, _ work: inout Workspace
  ) -> Range<Int>? {
    if let range = machine.advance(bytes, from: 0..<heads.count, &work) { return range }
    guard mayHaveDropped else { return nil }
    work.load(heads, frames)
    return advanceAlone(bytes, &machine, &work)
  }

  /// The same from the first head that can go on by itself.
  private func advanceAlone(
    _ bytes: UnsafeBufferPointer<UInt8>, _ machine: inout Machine, _ work: inout Workspace
  ) -> Range<Int>? {
    for head in heads {
      let range = append(head, &machine, &work)
      if let range = machine.advance(bytes, from: range, &work) { return range }
    }
    return nil
  }

  /// Whether there are so many readings that a step may drop some that could go on.
  private var mayHaveDropped: Bool { heads.count > Machine.fewHeads && !heads.contains { $0.phase == .rules } }

  /// Puts a head by itself after the heads and frames of the state, which `work` holds.
  private func append(_ head: Head, _ machine: inout Machine, _ work: inout Workspace) -> Range<Int> {
    work.headCount = heads.count
    work.frameCount = frames.count
    work.append(head)
    machine.offset = offset
    return heads.count..<heads.count + 1
  }

  /// The bound on the cost of a state after one token of `budget`; nil for none.
  ///
  /// A vocabulary that lacks single bytes can run into states from which none of its tokens leads on; there the bound
  /// holds without a budget as well.
  func costLimit(_ budget: Int?) -> Int32? {
    guard let budget else { return trie.isByteComplete ? nil : Cost.infinite - 1 }
    return Int32(clamping: min(budget - 1, Int(Cost.infinite) - 1))
  }

  /// Tokens that are enough to complete the text from here.
  package var minimumBudget: Int {
    if isFinished { return 0 }
    let work = makeWorkspace()
    let machine = machine
    return Int(heads.map { machine.cost($0, work) }.min() ?? Cost.infinite)
  }

  // MARK: Moving on

  /// Takes a token; false, and nothing changes, where it is not allowed.
  package mutating func accept(_ token: Int) -> Bool {
    guard token >= 0, token < trie.vocabularySize else { return false }
    if trie.text(of: token).isEmpty {
      guard trie.endOfGeneration.contains(token) else { return false }
      return finish()
    }
    return take(trie.text(of: token))
  }

  /// Takes text; false, and nothing changes, where it is not allowed.
  package mutating func accept(bytes: some Sequence<UInt8>) -> Bool {
    Array(bytes).withUnsafeBufferPointer { take($0) }
  }

  /// Ends the text; false, and nothing changes, where it may not end.
  package mutating func finish() -> Bool {
    if isFinished { return true }
    let work = makeWorkspace()
    let machine = machine
    guard let head = heads.first(where: { machine.canEnd($0, work) }) else { return false }
    if recorder.isActive {
      recorder.finish(Array(events(head.captures, work).dropFirst(settledEvents)), upTo: offset)
    }
    isFinished = true
    heads = [Head(parent: -1, node: -1, phase: .done)]
    frames = []
    return true
  }

  private mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !isFinished else { return bytes.isEmpty }
    if heads.count == 1, let count = machine.count(afterPlain: bytes, heads[0]), passPlain(bytes) {
      heads[0].count = count
      offset += bytes.count
      return true
    }
    if !isKnownUniquelyReferenced(&memory) { memory = WorkspaceMemory() }
    var work = Workspace(in: memory)
    work.load(heads, frames)
    var machine = machine
    guard recorder.isActive else {
      guard let range = advance(bytes, &machine, &work) else { return false }
      offset += bytes.count
      forgetCaptures(range, &work)
      keep(range, work)
      return true
    }
    let places = memory.places(bytes.count)
    var others: [ReadingPlace] = []
    var next = advance(bytes, from: 0..<heads.count, &machine, &work, places, &others)
    if next == nil, mayHaveDropped {
      work.load(heads, frames)
      for head in heads where next == nil {
        others = []
        let range = append(head, &machine, &work)
        next = advance(bytes, from: range, &machine, &work, places, &others)
      }
    }
    guard let range = next else { return false }
    offset += bytes.count
    if range.count == 1, work.heads[range.lowerBound].captures < 0, others.isEmpty {
      recorder.append(settled: bytes, places)
      settledEvents = 0
    } else {
      recorder.append(bytes, places, others)
      settle(range, &work)
    }
    keep(range, work)
    return true
  }

  /// Tells the recorder of bytes that change nothing but the count of characters; false where it must be told more.
  private mutating func passPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard recorder.isActive else { return true }
    guard heads[0].captures < 0 else { return false }
    if !isKnownUniquelyReferenced(&memory) { memory = WorkspaceMemory() }
    let places = memory.places(bytes.count)
    places.initialize(repeating: heads[0].place, count: bytes.count)
    recorder.append(settled: bytes, places)
    settledEvents = 0
    return true
  }

  /// Files the bytes of snapshots as far as every reading agrees on where they belong.
  private mutating func settle(_ range: Range<Int>, _ work: inout Workspace) {
    let first = work.heads[range.lowerBound].captures
    if range.count == 1 || !range.contains(where: { work.heads[$0].captures != first }) {
      recorder.settle(first < 0 ? [] : Array(events(first, work).dropFirst(settledEvents)), upTo: offset)
      forgetCaptures(range, &work)
      return
    }
    var common = events(first, work)
    var end = offset
    var isUnanimous = true
    for index in range.dropFirst() {
      let other = events(work.heads[index].captures, work)
      let shared = zip(common, other).prefix { $0 == $1 }.count
      for rest in [common, other] where rest.count > shared {
        end = min(end, rest[shared].offset)
        isUnanimous = false
      }
      common = Array(common.prefix(shared))
    }
    guard common.count >= settledEvents else { return }
    recorder.settle(Array(common.dropFirst(settledEvents)), upTo: end)
    settledEvents = common.count
    if isUnanimous { forgetCaptures(range, &work) }
  }

  private mutating func forgetCaptures(_ range: Range<Int>, _ work: inout Workspace) {
    settledEvents = 0
    for index in range { work.heads[index].captures = -1 }
  }

  private func events(_ captures: Int32, _ work: borrowing Workspace) -> [SnapshotRecorder.Event] {
    var events: [SnapshotRecorder.Event] = []
    var index = captures
    while index >= 0 {
      let frame = work.frames[Int(index)]
      events.append(.init(label: Int(frame.node >> 1), isEnd: frame.node & 1 != 0, offset: Int(frame.value)))
      index = frame.parent
    }
    return events.reversed()
  }

  /// Keeps the heads of `range` and the frames they still need.
  private mutating func keep(_ range: Range<Int>, _ work: borrowing Workspace) {
    heads.removeAll(keepingCapacity: true)
    // Frames are only added: where none was, they are what they were.
    guard work.frameCount > frames.count else {
      for index in range { heads.append(work.heads[index]) }
      return
    }
    frames.removeAll(keepingCapacity: true)
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: work.frameCount) { place in
      place.initialize(repeating: -1)
      func mark(_ start: Int32) {
        var index = start
        while index >= 0, place[Int(index)] < 0 {
          place[Int(index)] = 0
          let frame = work.frames[Int(index)]
          if frame.extra >= 0 { mark(frame.extra) }
          index = frame.parent
        }
      }
      for index in range {
        let head = work.heads[index]
        mark(head.parent)
        mark(head.extra)
        mark(head.captures)
      }
      func moved(_ index: Int32) -> Int32 { index < 0 ? -1 : place[Int(index)] }
      for index in 0..<work.frameCount where place[index] >= 0 {
        place[index] = Int32(frames.count)
        var frame = work.frames[index]
        frame.parent = moved(frame.parent)
        frame.extra = moved(frame.extra)
        frames.append(frame)
      }
      for index in range {
        var head = work.heads[index]
        head.parent = moved(head.parent)
        head.extra = moved(head.extra)
        head.captures = moved(head.captures)
        heads.append(head)
      }
    }
  }

  // MARK: Snapshots

  /// The JSON value being written, or written last; made from what the machine said of the bytes as it took them. A grammar
  /// without a schema (GBNF, free text) has none.
  package var snapshot: PartialJSON { recorder.lastJSON ?? PartialJSON(value: nil, isComplete: false) }

  /// The labelled parts written so far, in order, the last perhaps unfinished. Text that may still turn out to be the
  /// beginning of something else (`<tool` of `<tool_call>`) is held back.
  package var elements: [PartialElement] { recorder.snapshot }
}

extension Machine {
  /// Reads `bytes` from the heads of `range`; the heads after them, or nil where none is left.
  mutating func advance(
    _ bytes: UnsafeBufferPointer<UInt8>, from range: Range<Int>, _ work: inout Workspace
  ) -> Range<Int>? {
    var range = range
    let start = range.lowerBound
    for byte in bytes {
      range = read(byte, from: range, &work)
      if range.isEmpty { return nil }
      range = work.lower(range, to: start)
      offset += 1
    }
    return range
  }
}
